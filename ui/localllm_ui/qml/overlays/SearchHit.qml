import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

ItemDelegate {
    id: row

    required property var modelData

    signal chosen(var hit)

    function choose() {
        chosen(modelData);
    }

    padding: Theme.sm
    leftPadding: Theme.md
    onClicked: choose()
    Accessible.name: modelData.title.replace(/<[^>]*>/g, "")

    contentItem: Column {
        spacing: 2

        Text {
            width: parent.width
            text: row.modelData.title
            textFormat: Text.StyledText
            elide: Text.ElideRight
            maximumLineCount: 1
            color: Theme.text
            font.family: Theme.sans
            font.pixelSize: Theme.body
        }
        Row {
            width: parent.width
            visible: row.modelData.snippet !== ""
            spacing: Theme.xs

            // In a file's name, or in the thoughts of an answer.
            Icon {
                id: sign

                visible: row.modelData.sign !== ""
                name: row.modelData.sign || "file"
                size: Theme.body
                colour: Theme.textFaint
            }
            Text {
                width: parent.width - (sign.visible ? sign.width + Theme.xs : 0)
                text: row.modelData.snippet
                textFormat: Text.StyledText
                elide: Text.ElideRight
                maximumLineCount: 2
                wrapMode: Text.Wrap
                color: Theme.textMuted
                font.family: Theme.sans
                font.pixelSize: Theme.small
            }
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: row.highlighted || row.hovered ? Theme.hover : "transparent"
    }
}
