import QtQuick
import LocalLLM
import "../controls"

// What can be done with a message: shown when the pointer or the keyboard is near.
Row {
    id: tools

    required property var info
    required property var session
    property bool near: false
    property bool editable: false
    property bool always: false
    readonly property bool focused: repeaterFocus.activeFocus

    spacing: 2
    height: Theme.controlSmall
    opacity: near || always || focused ? 1 : 0

    Behavior on opacity {
        NumberAnimation {
            duration: Theme.quick
        }
    }

    FocusScope {
        id: repeaterFocus

        width: buttons.width
        height: parent.height

        Row {
            id: buttons

            spacing: 2

            BranchWalker {
                info: tools.info
                session: tools.session
            }
            IconBtn {
                iconName: "copy"
                label: qsTr("Copy as Markdown")
                onClicked: tools.session.actions.copyMessage(tools.info.id)
            }
            IconBtn {
                visible: tools.editable
                iconName: "edit"
                label: qsTr("Edit")
                enabled: !tools.session.busy
                onClicked: tools.session.actions.beginEdit(tools.info.id)
            }
            IconBtn {
                visible: !tools.editable
                iconName: "refresh"
                label: qsTr("Answer again")
                enabled: !tools.session.busy
                onClicked: tools.session.actions.regenerate(tools.info.id)
            }
            IconBtn {
                visible: !tools.editable && tools.info.isLast
                iconName: "continue"
                label: qsTr("Continue this answer")
                enabled: !tools.session.busy
                onClicked: tools.session.actions.continueAnswer(tools.info.id)
            }
            IconBtn {
                iconName: "quote"
                label: qsTr("Quote in the next message")
                onClicked: tools.session.actions.quote(tools.info.id)
            }
            IconBtn {
                iconName: "branch"
                label: qsTr("New chat from here")
                enabled: !tools.session.busy
                onClicked: tools.session.actions.forkFrom(tools.info.id)
            }
            IconBtn {
                iconName: "trash"
                label: qsTr("Delete the message")
                enabled: !tools.session.busy
                onClicked: tools.session.actions.deleteMessage(tools.info.id)
            }
        }
    }
}
