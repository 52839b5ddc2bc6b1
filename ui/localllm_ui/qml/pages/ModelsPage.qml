import QtQuick
import QtQuick.Dialogs
import LocalLLM
import "../controls"

ScrollPage {
    id: page

    title: qsTr("Models")
    hint: qsTr("GGUF files are opened where they lie; nothing is copied.")
    Component.onCompleted: {
        App.models.refresh();
        App.folders.look();
        App.models.watch(true);
    }
    Component.onDestruction: App.models.watch(false)
    actions: [
        Btn {
            iconName: "folder"
            text: qsTr("Add a folder…")
            onClicked: chooser.open()
        }
    ]

    Field {
        objectName: "modelsFilter"
        width: Math.min(parent.width, 360)
        label: qsTr("Filter")
        placeholderText: qsTr("Filter by name or architecture")
        onTextChanged: App.models.filter = text
        Component.onDestruction: App.models.filter = ""
    }
    Column {
        width: parent.width
        spacing: Theme.sm

        Repeater {
            model: App.models.rows

            ModelCard {
                required property var modelData

                width: parent.width
                row: modelData
            }
        }
    }
    Txt {
        visible: App.models.none
        width: parent.width
        wrapMode: Text.Wrap
        text: qsTr("No model was found yet. Add a folder that holds GGUF files.")
        color: Theme.textMuted
    }
    StarterButton {
        visible: App.starter.missing
    }
    PeerFolders {
        width: parent.width
    }
    FolderDialog {
        id: chooser

        title: qsTr("Folder with GGUF files")
        onAccepted: App.folders.add(selectedFolder.toString())
    }
}
