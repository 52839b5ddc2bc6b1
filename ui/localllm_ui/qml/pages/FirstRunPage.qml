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
                text: App.models.none ? qsTr("A small starter model (98 MB) can be fetched, or a folder that holds GGUF files be added on the page Models.") : qsTr("%n model(s) can be used at once. The small starter model answers fast and knows little; larger ones know more.", "", App.models.rows.count)
            }
            Row {
                spacing: Theme.sm

                Btn {
                    visible: !App.models.none
                    objectName: "startChatting"
                    look: "primary"
                    text: qsTr("Start chatting")
                    onClicked: App.welcomed()
                }
                StarterButton {
                    visible: App.models.none
                }
            }
        }
    }
    PeerFolders {
        width: parent.width
    }
}
