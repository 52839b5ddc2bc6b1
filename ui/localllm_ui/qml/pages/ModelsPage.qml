import QtQuick
import QtQuick.Dialogs
import LocalLLM
import "../controls"

// Models: those that are here, those of the hub, and what is on its way.
ScrollPage {
    id: page

    readonly property string section: App.library.section

    title: qsTr("Models")
    hint: section === "find" ? qsTr("Fetched from the hub, checked, and kept on this computer.") : section === "work" ? qsTr("What is being fetched or computed; it goes on while you chat.") : qsTr("GGUF files are opened where they lie; nothing is copied.")
    Component.onCompleted: {
        App.models.refresh();
        App.folders.look();
        App.models.watch(true);
    }
    Component.onDestruction: App.models.watch(false)
    actions: [
        Btn {
            visible: page.section === "here"
            objectName: "importFile"
            iconName: "import"
            text: qsTr("Add a file…")
            onClicked: files.open()
        },
        Btn {
            visible: page.section === "here"
            iconName: "folder"
            text: qsTr("Add a folder…")
            onClicked: folders.open()
        }
    ]

    Tabs {
        current: page.section
        model: [
            {
                value: "here",
                text: qsTr("On this computer")
            },
            {
                value: "find",
                text: qsTr("Find models")
            },
            {
                value: "work",
                text: qsTr("Downloads and jobs") + (App.library.active ? " · " + App.library.active : "")
            }
        ]
        onChosen: value => App.library.section = value
    }
    Loader {
        width: parent.width
        source: ({
                here: "LocalModels.qml",
                find: "FindModels.qml",
                work: "WorkList.qml"
            })[page.section]
    }
    FolderDialog {
        id: folders

        title: qsTr("Folder with GGUF files")
        onAccepted: App.folders.add(selectedFolder.toString())
    }
    FileDialog {
        id: files

        title: qsTr("GGUF file")
        nameFilters: ["GGUF (*.gguf)"]
        onAccepted: App.library.importer.begin(selectedFile.toString())
    }
}
