import QtQuick
import QtQuick.Layouts
import LocalLLM
import "../controls"

// Models that other programs keep here, to be opened in place.
Column {
    id: root

    visible: App.folders.found.count > 0
    spacing: Theme.sm

    Txt {
        text: qsTr("Found on this computer")
        font.pixelSize: Theme.lead
        font.weight: Font.DemiBold
    }
    Repeater {
        model: App.folders.found

        Card {
            id: card

            required property var modelData

            width: root.width
            implicitHeight: inside.implicitHeight + 2 * Theme.md

            RowLayout {
                id: inside

                x: Theme.lg
                y: Theme.md
                width: parent.width - 2 * Theme.lg
                spacing: Theme.md

                Icon {
                    name: "folder"
                }
                Column {
                    Layout.fillWidth: true
                    spacing: 2

                    Txt {
                        text: card.modelData.program
                        font.weight: Font.Medium
                    }
                    Txt {
                        width: parent.width
                        text: card.modelData.words
                        elide: Text.ElideMiddle
                        font.pixelSize: Theme.small
                        color: Theme.textMuted
                    }
                }
                Badge {
                    visible: card.modelData.used
                    text: qsTr("in use")
                    look: "good"
                }
                Btn {
                    visible: !card.modelData.used
                    text: qsTr("Use these")
                    onClicked: App.folders.add(card.modelData.folder)
                }
            }
        }
    }
}
