import QtQuick
import LocalLLM
import "../controls"

BlockRow {
    id: row

    required property string text
    required property string language

    Rectangle {
        width: parent.width
        height: inside.height + 2 * Theme.md
        radius: Theme.radius
        color: Theme.sunken
        border.width: 1
        border.color: Theme.border

        Column {
            id: inside

            x: Theme.md
            y: Theme.md
            width: parent.width - 2 * Theme.md
            spacing: Theme.xs

            Row {
                spacing: Theme.sm

                Icon {
                    name: "tool"
                }
                Txt {
                    text: qsTr("Tool call: %1").arg(row.language)
                    font.weight: Font.Medium
                    font.pixelSize: Theme.small
                }
            }
            Txt {
                width: parent.width
                text: row.text
                wrapMode: Text.Wrap
                font.family: Theme.mono
                font.pixelSize: Theme.caption
                color: Theme.textMuted
            }
        }
    }
}
