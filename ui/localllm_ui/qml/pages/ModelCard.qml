import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "../controls"

// One installed model: what it is and can, whether it fits, what it takes when it is loaded.
Card {
    id: card

    required property var row
    readonly property bool busy: row.state === "loading" || row.state === "restarting"

    implicitHeight: inside.implicitHeight + 2 * Theme.md
    Accessible.role: Accessible.ListItem
    Accessible.name: row.name

    RowLayout {
        id: inside

        x: Theme.lg
        y: Theme.md
        width: parent.width - 2 * Theme.lg
        spacing: Theme.sm

        ColumnLayout {
            Layout.fillWidth: true
            spacing: 3

            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.sm

                Txt {
                    Layout.maximumWidth: card.width * 0.5
                    Layout.fillWidth: false
                    text: card.row.name
                    elide: Text.ElideMiddle
                    font.weight: Font.DemiBold
                }
                Badge {
                    visible: card.row.state === "ready"
                    text: qsTr("loaded")
                    look: "accent"
                }
                Badge {
                    visible: card.row.isDefault
                    text: qsTr("default")
                }
                FitBadge {
                    id: fit

                    visible: card.row.fit !== "" && card.row.state !== "ready"
                    fit: card.row.fit
                    takes: card.row.takes

                    HoverHandler {
                        id: hover
                    }
                    Tip {
                        visible: hover.hovered
                        text: card.row.fitWords
                    }
                }
                Item {
                    Layout.fillWidth: true
                }
            }
            Txt {
                Layout.fillWidth: true
                text: card.row.details + (card.row.licence ? " · " + card.row.licence : "")
                elide: Text.ElideRight
                font.pixelSize: Theme.small
                color: Theme.textMuted
            }
            Row {
                visible: card.row.can.length > 0
                spacing: Theme.xs

                Repeater {
                    model: card.row.can

                    Badge {
                        required property string modelData

                        text: modelData
                    }
                }
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
            Meter {
                visible: card.busy
                Layout.fillWidth: true
                label: qsTr("Loading")
                fraction: card.row.progress
            }
        }
        Btn {
            visible: !card.row.problem
            objectName: "chat-" + card.row.name
            look: "quiet"
            iconName: "chat"
            text: qsTr("Chat")
            Accessible.name: qsTr("Chat with %1").arg(card.row.name)
            onClicked: App.chatWith(card.row.name)
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
            objectName: "more-" + card.row.name
            iconName: "more"
            label: qsTr("More about %1").arg(card.row.name)
            onClicked: menu.popup(this, 0, height)

            ModelMenu {
                id: menu

                row: card.row
            }
        }
    }
}
