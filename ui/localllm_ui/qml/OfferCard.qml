import QtQuick
import QtQuick.Layouts
import LocalLLM
import "controls"
import "pages"

// What was found, or is missing, at the first starts. It waits; nothing has to be decided.
Card {
    id: card

    implicitHeight: rows.implicitHeight + 2 * Theme.md
    color: "transparent"
    Accessible.role: Accessible.Grouping
    Accessible.name: qsTr("Offers")

    ColumnLayout {
        id: rows

        anchors.left: parent.left
        anchors.right: close.left
        anchors.leftMargin: Theme.lg
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.md

        RowLayout {
            visible: App.folders.any
            spacing: Theme.md

            Icon {
                name: "folder"
                colour: Theme.textMuted
            }
            Column {
                Layout.fillWidth: true
                spacing: 2

                Txt {
                    width: parent.width
                    text: qsTr("Models of other programs are on this computer")
                    elide: Text.ElideRight
                    font.pixelSize: Theme.small
                    font.weight: Font.Medium
                }
                Txt {
                    width: parent.width
                    text: App.folders.unusedWords
                    elide: Text.ElideRight
                    font.pixelSize: Theme.caption
                    color: Theme.textMuted
                }
            }
            Btn {
                objectName: "useFound"
                text: qsTr("Use them where they are")
                onClicked: App.folders.useAll()
            }
        }
        RowLayout {
            visible: App.starter.missing
            spacing: Theme.md

            Icon {
                name: "model"
                colour: Theme.textMuted
            }
            Txt {
                Layout.fillWidth: true
                text: qsTr("The small starter model is not here (98 MB)")
                elide: Text.ElideRight
                font.pixelSize: Theme.small
                font.weight: Font.Medium
            }
            StarterButton {
                look: "plain"
            }
        }
        RowLayout {
            visible: App.models.onlySmall
            spacing: Theme.md

            Icon {
                name: "download"
                colour: Theme.textMuted
            }
            Txt {
                Layout.fillWidth: true
                text: qsTr("Larger models answer better, and some fit this computer")
                elide: Text.ElideRight
                font.pixelSize: Theme.small
                font.weight: Font.Medium
            }
            Btn {
                objectName: "seeLarger"
                text: qsTr("See three")
                onClicked: {
                    App.library.section = "find";
                    App.view.openPage("models");
                }
            }
        }
    }
    IconBtn {
        id: close

        objectName: "dismissOffers"
        anchors.right: parent.right
        anchors.rightMargin: Theme.sm
        anchors.verticalCenter: parent.verticalCenter
        iconName: "close"
        label: qsTr("Not now (the page Models has this too)")
        onClicked: App.offers.dismiss()
    }
}
