import QtQuick
import QtQuick.Dialogs
import LocalLLM
import "../controls"

// Where there is no model at all: the ways to one. As soon as there is, the window leads on to a chat.
ScrollPage {
    title: qsTr("Welcome to localllm")
    hint: qsTr("A chat with models that run on this computer. Nothing leaves it, and nothing is fetched unless you say so.")

    Card {
        width: parent.width
        implicitHeight: starter.height + 2 * Theme.lg

        Column {
            id: starter

            x: Theme.lg
            y: Theme.lg
            width: parent.width - 2 * Theme.lg
            spacing: Theme.md

            Txt {
                width: parent.width
                text: qsTr("No model is here yet")
                font.pixelSize: Theme.lead
                font.weight: Font.DemiBold
            }
            Txt {
                width: parent.width
                wrapMode: Text.Wrap
                color: Theme.textMuted
                text: qsTr("A small starter model (98 MB) answers fast and knows little: enough to begin with. A folder that holds GGUF files can be added as well.")
            }
            Row {
                spacing: Theme.sm

                StarterButton {
                    focus: true
                }
                Btn {
                    iconName: "folder"
                    text: qsTr("Add a folder…")
                    onClicked: chooser.open()
                }
            }
        }
    }
    DownloadQueue {
        width: parent.width
    }
    Suggestions {
        width: parent.width
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
