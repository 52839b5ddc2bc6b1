import QtQuick
import LocalLLM
import "../controls"

// The message being edited. Enter sends it as a new branch, Esc leaves it as it was.
Column {
    id: box

    required property string text
    required property var session

    spacing: Theme.sm

    Area {
        id: area

        objectName: "editBox"
        width: parent.width
        label: qsTr("Edit the message")
        text: box.text
        font.pixelSize: Theme.body
        focus: true
        Component.onCompleted: {
            forceActiveFocus();
            cursorPosition = length;
        }
        Keys.onReturnPressed: event => event.modifiers & Qt.ShiftModifier ? event.accepted = false : box.session.actions.commitEdit(text)
        Keys.onEscapePressed: box.session.actions.cancelEdit()
    }
    Row {
        anchors.right: parent.right
        spacing: Theme.sm

        Btn {
            text: qsTr("Cancel")
            onClicked: box.session.actions.cancelEdit()
        }
        Btn {
            look: "primary"
            text: qsTr("Send")
            enabled: area.text.trim() !== ""
            onClicked: box.session.actions.commitEdit(area.text)
        }
    }
}
