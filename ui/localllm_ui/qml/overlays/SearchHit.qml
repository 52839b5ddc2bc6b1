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
        Text {
            width: parent.width
            visible: text !== ""
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
    background: Rectangle {
        radius: Theme.radius
        color: row.highlighted || row.hovered ? Theme.hover : "transparent"
    }
}
