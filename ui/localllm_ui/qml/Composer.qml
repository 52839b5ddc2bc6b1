import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "controls"

// Where the next message is written.
FocusScope {
    id: root

    required property var session
    readonly property var composer: session.composer

    implicitHeight: box.height + Theme.md + foot.height + Theme.sm

    Rectangle {
        id: box

        x: Theme.xl
        width: parent.width - 2 * Theme.xl
        height: column.height + 2 * Theme.sm
        radius: Theme.radiusLarge + 4
        color: Theme.raised
        border.width: words.activeFocus ? 2 : 1
        border.color: words.activeFocus ? Theme.accent : Theme.borderStrong

        Column {
            id: column

            x: Theme.sm
            y: Theme.sm
            width: parent.width - 2 * Theme.sm
            spacing: Theme.xs

            AttachmentRow {
                width: parent.width
                composer: root.composer
            }
            ScrollView {
                focus: true
                width: parent.width
                height: Math.min(words.implicitHeight, root.Window.height * 0.35)
                ScrollBar.vertical: Scroller {}

                TextArea {
                    id: words

                    objectName: "composer"
                    focus: true
                    placeholderText: root.session.busy ? qsTr("Write the next message while this one is answered") : qsTr("Write a message")
                    placeholderTextColor: Theme.textFaint
                    wrapMode: TextEdit.Wrap
                    selectByMouse: true
                    color: Theme.text
                    selectionColor: Theme.accent
                    selectedTextColor: Theme.onAccent
                    font.family: Theme.sans
                    font.pixelSize: Theme.body
                    padding: Theme.sm
                    background: null
                    Accessible.name: qsTr("Message")
                    onTextChanged: root.composer.text = text
                    Component.onCompleted: text = root.composer.text
                    Keys.onTabPressed: nextItemInFocusChain().forceActiveFocus(Qt.TabFocusReason)
                    Keys.onBacktabPressed: nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
                    Keys.onPressed: event => {
                        if ((event.key === Qt.Key_Return || event.key === Qt.Key_Enter) && !(event.modifiers & Qt.ShiftModifier)) {
                            root.session.send();
                            event.accepted = true;
                        } else if (event.key === Qt.Key_Up && text === "") {
                            root.session.actions.editLast();
                            event.accepted = true;
                        } else if (event.matches(StandardKey.Paste)) {
                            event.accepted = root.composer.paste();
                        }
                    }

                    Connections {
                        target: root.composer

                        function onReplaced() {
                            words.text = root.composer.text;
                            words.cursorPosition = words.length;
                        }
                        function onWanted() {
                            words.forceActiveFocus();
                        }
                    }
                    Connections {
                        target: root

                        function onSessionChanged() {
                            words.text = root.composer.text;
                            words.cursorPosition = words.length;
                        }
                    }
                }
            }
            RowLayout {
                width: parent.width
                spacing: Theme.xs

                IconBtn {
                    objectName: "attach"
                    iconName: "attach"
                    label: qsTr("Attach files")
                    onClicked: root.composer.choose()
                }
                IconBtn {
                    visible: root.session.canThink
                    objectName: "think"
                    iconName: "think"
                    label: root.session.options.thinking ? qsTr("Thinks before it answers") : qsTr("Answers without thinking")
                    checked: root.session.options.thinking
                    onClicked: root.session.options.thinking = !root.session.options.thinking
                }
                Item {
                    Layout.fillWidth: true
                }
                Txt {
                    objectName: "tokenCount"
                    visible: text !== ""
                    text: root.composer.countText
                    font.pixelSize: Theme.caption
                    color: root.session.gauge.full ? Theme.danger : Theme.textFaint
                    rightPadding: Theme.xs
                }
                IconBtn {
                    visible: root.session.busy
                    objectName: "stop"
                    iconName: "stop"
                    label: qsTr("Stop (Esc)")
                    filled: true
                    onClicked: root.session.stop()
                }
                IconBtn {
                    visible: !root.session.busy
                    objectName: "send"
                    iconName: "send"
                    label: qsTr("Send (Enter)")
                    filled: true
                    enabled: root.composer.canSend
                    onClicked: root.session.send()
                }
            }
        }
    }
    Item {
        id: foot

        anchors.top: box.bottom
        anchors.topMargin: 2
        x: Theme.xl + Theme.sm
        width: parent.width - 2 * x
        height: Theme.controlSmall

        Txt {
            anchors.verticalCenter: parent.verticalCenter
            width: parent.width - gauge.width - Theme.md
            text: root.session.status
            elide: Text.ElideRight
            font.pixelSize: Theme.caption
            color: Theme.textFaint
        }
        Gauge {
            id: gauge

            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            data_: root.session.gauge
        }
    }
}
