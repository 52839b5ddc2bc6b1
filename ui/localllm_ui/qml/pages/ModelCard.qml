import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "../controls"

// One installed model: what it is, whether it fits, what it takes when it is loaded.
Card {
    id: card

    required property var row
    property bool sure: false
    readonly property bool busy: row.state === "loading" || row.state === "restarting"

    implicitHeight: inside.implicitHeight + 2 * Theme.md
    Accessible.role: Accessible.ListItem
    Accessible.name: row.name

    RowLayout {
        id: inside

        x: Theme.lg
        y: Theme.md
        width: parent.width - 2 * Theme.lg
        spacing: Theme.md

        ColumnLayout {
            Layout.fillWidth: true
            spacing: 3

            RowLayout {
                spacing: Theme.sm

                Txt {
                    Layout.maximumWidth: card.width * 0.5
                    text: card.row.name
                    elide: Text.ElideMiddle
                    font.weight: Font.DemiBold
                }
                Badge {
                    visible: card.row.state === "ready"
                    text: qsTr("loaded")
                    look: "accent"
                }
                FitBadge {
                    visible: card.row.fit !== "" && card.row.state !== "ready"
                    fit: card.row.fit
                    takes: card.row.takes
                }
            }
            Txt {
                Layout.fillWidth: true
                text: card.row.details
                elide: Text.ElideRight
                font.pixelSize: Theme.small
                color: Theme.textMuted
            }
            Txt {
                Layout.fillWidth: true
                visible: text !== ""
                text: card.row.numbers
                wrapMode: Text.Wrap
                font.pixelSize: Theme.small
                color: Theme.textMuted
            }
            Txt {
                Layout.fillWidth: true
                visible: text !== ""
                text: card.row.problem || card.row.error
                wrapMode: Text.Wrap
                font.pixelSize: Theme.small
                color: Theme.danger
            }
            ProgressBar {
                id: bar

                visible: card.busy
                Layout.fillWidth: true
                Layout.preferredHeight: 4
                value: card.row.progress
                Accessible.name: qsTr("Loading")
                background: Rectangle {
                    radius: 2
                    color: Theme.gaugeFree
                }
                contentItem: Item {
                    Rectangle {
                        width: bar.visualPosition * parent.width
                        height: parent.height
                        radius: 2
                        color: Theme.accent
                    }
                }
            }
        }
        Btn {
            visible: card.row.state !== "ready" && !card.busy && !card.row.problem
            text: qsTr("Load")
            onClicked: App.models.load(card.row.name)
        }
        Btn {
            visible: card.row.state === "ready"
            iconName: "eject"
            text: qsTr("Unload")
            onClicked: App.models.unload(card.row.name)
        }
        IconBtn {
            visible: card.row.path !== "" && card.row.details !== ""
            iconName: "open"
            label: qsTr("Show in the folder")
            onClicked: App.models.reveal(card.row.path)
        }
        Btn {
            visible: card.row.mine && card.sure
            look: "danger"
            text: qsTr("Delete the file")
            onClicked: App.models.remove(card.row.name)
        }
        IconBtn {
            visible: card.row.mine
            iconName: card.sure ? "close" : "trash"
            label: card.sure ? qsTr("Keep it") : qsTr("Delete…")
            onClicked: card.sure = !card.sure
        }
    }
}
