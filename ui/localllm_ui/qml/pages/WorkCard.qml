import QtQuick
import QtQuick.Layouts
import LocalLLM
import "../controls"

// Something that takes a while: its name, how far it is, what went wrong, buttons.
Card {
    id: card

    required property string title
    required property string about
    property string problem: ""
    property string note: ""
    property bool moving: false
    property real fraction: 0
    default property alias buttons: buttons.data

    implicitHeight: inside.implicitHeight + 2 * Theme.md
    Accessible.role: Accessible.ListItem
    Accessible.name: title

    RowLayout {
        id: inside

        x: Theme.lg
        y: Theme.md
        width: parent.width - 2 * Theme.lg
        spacing: Theme.md

        ColumnLayout {
            Layout.fillWidth: true
            spacing: Theme.xs

            Txt {
                Layout.fillWidth: true
                text: card.title
                elide: Text.ElideMiddle
                font.weight: Font.DemiBold
            }
            Txt {
                Layout.fillWidth: true
                visible: text !== ""
                text: card.about
                wrapMode: Text.Wrap
                font.pixelSize: Theme.small
                color: Theme.textMuted
            }
            Meter {
                Layout.fillWidth: true
                visible: card.moving
                label: card.title
                fraction: card.fraction
            }
            Txt {
                Layout.fillWidth: true
                visible: text !== ""
                text: card.problem
                wrapMode: Text.Wrap
                font.pixelSize: Theme.small
                color: Theme.danger
            }
            Txt {
                Layout.fillWidth: true
                visible: text !== ""
                text: card.note
                wrapMode: Text.Wrap
                font.pixelSize: Theme.small
                color: Theme.textMuted
            }
        }
        RowLayout {
            id: buttons

            spacing: Theme.xs
        }
    }
}
