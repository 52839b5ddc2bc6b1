import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// What to paste into an editor; one tab each.
Column {
    id: root

    property int chosen: 0
    readonly property var snippet: App.server.snippets[chosen]

    spacing: Theme.sm

    Row {
        spacing: Theme.xs

        Repeater {
            model: App.server.snippets

            Btn {
                required property var modelData
                required property int index

                look: index === root.chosen ? "plain" : "quiet"
                text: modelData.title
                onClicked: root.chosen = index
            }
        }
    }
    Card {
        width: parent.width
        implicitHeight: code.implicitHeight + 2 * Theme.md
        color: Theme.code

        TextEdit {
            id: code

            x: Theme.lg
            y: Theme.md
            width: parent.width - Theme.xxl - 2 * Theme.lg
            readOnly: true
            selectByMouse: true
            activeFocusOnTab: false // its place is shown by nothing; what can be done with it has buttons
            wrapMode: TextEdit.WrapAnywhere
            text: root.snippet.text
            color: Theme.codeText
            selectionColor: Theme.accent
            selectedTextColor: Theme.onAccent
            font.family: Theme.mono
            font.pixelSize: Theme.small
            Accessible.name: root.snippet.title
        }
        IconBtn {
            anchors.right: parent.right
            anchors.top: parent.top
            anchors.margins: Theme.xs
            iconName: "copy"
            label: qsTr("Copy")
            onClicked: App.copyText(root.snippet.text)
        }
    }
}
