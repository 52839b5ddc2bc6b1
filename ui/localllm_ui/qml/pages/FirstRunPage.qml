import QtQuick
import LocalLLM
import "../controls"

// Once: what is here already, and the way in.
ScrollPage {
    title: qsTr("Welcome to localllm")
    hint: qsTr("A chat with models that run on this computer. Nothing leaves it, and nothing is fetched unless you say so.")
    Component.onCompleted: App.models.findPeers()

    Card {
        width: parent.width
        implicitHeight: starter.height + 2 * Theme.lg

        Column {
            id: starter

            x: Theme.lg
            y: Theme.lg
            width: parent.width - 2 * Theme.lg
            spacing: Theme.sm

            Txt {
                width: parent.width
                text: App.models.none ? qsTr("No model is here yet") : qsTr("Ready to chat")
                font.pixelSize: Theme.lead
                font.weight: Font.DemiBold
            }
            Txt {
                width: parent.width
                wrapMode: Text.Wrap
                color: Theme.textMuted
                text: App.models.none ? qsTr("Add a folder that holds GGUF files on the page Models.") : qsTr("%n model(s) can be used at once. The small starter model answers fast and knows little; larger ones know more.", "", App.models.rows.length)
            }
            Btn {
                objectName: "startChatting"
                look: "primary"
                text: App.models.none ? qsTr("Open the models") : qsTr("Start chatting")
                onClicked: {
                    const none = App.models.none;
                    App.welcomed();
                    if (none)
                        App.openPage("models");
                }
            }
        }
    }
    PeerFolders {
        width: parent.width
    }
}
