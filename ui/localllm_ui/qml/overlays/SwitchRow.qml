import QtQuick
import LocalLLM
import "../controls"

// A switch with its name and a word on what it does.
Item {
    id: row

    required property string label
    property string hint: ""
    property bool checked: false

    signal toggled(bool on)

    implicitHeight: words.height

    Column {
        id: words

        anchors.left: parent.left
        anchors.right: toggle.left
        anchors.rightMargin: Theme.md
        spacing: 2

        Txt {
            width: parent.width
            text: row.label
            elide: Text.ElideRight
            font.weight: Font.Medium
            Accessible.ignored: true
        }
        Txt {
            width: parent.width
            visible: text !== ""
            wrapMode: Text.Wrap
            text: row.hint
            font.pixelSize: Theme.small
            color: Theme.textMuted
        }
    }
    Toggle {
        id: toggle

        anchors.right: parent.right
        anchors.verticalCenter: parent.verticalCenter
        label: row.label
        checked: row.checked
        onToggled: row.toggled(checked)
    }
}
