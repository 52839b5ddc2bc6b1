import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// What the person wrote. Its tools come with the pointer or the keyboard.
BlockRow {
    id: row

    required property string text
    required property var info
    readonly property var session: ListView.view ? ListView.view.session : null
    readonly property bool editing: session !== null && session.actions.editing === info.id

    above: Theme.lg

    Item {
        width: parent.width
        height: bubble.height + tools.height

        Rectangle {
            id: bubble

            anchors.right: parent.right
            width: row.editing ? parent.width : Math.min(parent.width * 0.86, Math.max(words.implicitWidth, chips.implicitWidth) + 2 * Theme.lg)
            height: inside.height + 2 * Theme.md
            radius: Theme.radiusLarge + 2
            color: Theme.bubble
            border.width: row.editing ? 2 : 0
            border.color: Theme.accent

            Column {
                id: inside

                x: Theme.lg
                y: Theme.md
                width: parent.width - 2 * Theme.lg
                spacing: Theme.sm

                Flow {
                    id: chips

                    visible: row.info.attachments.length > 0
                    width: Math.min(implicitWidth, row.column * 0.86 - 2 * Theme.lg)
                    spacing: Theme.xs

                    Repeater {
                        model: row.info.attachments

                        Badge {
                            required property string modelData

                            text: modelData
                            look: "accent"
                        }
                    }
                }
                TextEdit {
                    id: words

                    visible: !row.editing
                    width: parent.width
                    height: visible ? implicitHeight : 0
                    readOnly: true
                    selectByMouse: true
                    activeFocusOnTab: false // its place is shown by nothing; what can be done with it has buttons
                    wrapMode: TextEdit.Wrap
                    textFormat: TextEdit.PlainText
                    text: row.text
                    color: Theme.text
                    selectionColor: Theme.accent
                    selectedTextColor: Theme.onAccent
                    font.family: Theme.sans
                    font.pixelSize: Theme.body
                    Accessible.role: Accessible.Paragraph
                    Accessible.name: qsTr("You: %1").arg(row.text)
                }
                Loader {
                    active: row.editing
                    visible: active
                    width: parent.width
                    sourceComponent: EditBox {
                        text: row.text
                        session: row.session
                    }
                }
            }
        }
        MessageTools {
            id: tools

            anchors.right: parent.right
            anchors.top: bubble.bottom
            info: row.info
            session: row.session
            near: hover.hovered
            visible: !row.editing
            editable: true
        }
        HoverHandler {
            id: hover
        }
    }
}
