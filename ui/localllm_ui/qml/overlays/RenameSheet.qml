import QtQuick
import LocalLLM
import "../controls"

Sheet {
    id: sheet

    wide: 420
    title: App.actions.renaming.kind === "folder" ? qsTr("Name of the folder") : qsTr("Title of the chat")

    Field {
        id: name

        objectName: "renameField"
        width: parent.width
        focus: true
        label: sheet.title
        text: App.actions.renaming.title
        Component.onCompleted: selectAll()
        onAccepted: {
            App.actions.setName(text);
            sheet.close();
        }
    }
    Row {
        anchors.right: parent.right
        spacing: Theme.sm

        Btn {
            text: qsTr("Cancel")
            onClicked: sheet.close()
        }
        Btn {
            look: "primary"
            text: qsTr("Rename")
            enabled: name.text.trim() !== ""
            onClicked: name.accepted()
        }
    }
}
