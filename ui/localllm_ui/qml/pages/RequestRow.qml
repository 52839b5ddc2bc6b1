import QtQuick
import QtQuick.Layouts
import LocalLLM
import "../controls"

// Somebody's request that runs or waits.
Card {
    id: card

    required property var request

    implicitHeight: Theme.control + Theme.md

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.lg
        anchors.rightMargin: Theme.sm
        spacing: Theme.md

        Badge {
            text: card.request.state
            look: "accent"
        }
        Txt {
            text: card.request.client
            font.weight: Font.Medium
        }
        Txt {
            Layout.fillWidth: true
            text: card.request.model
            elide: Text.ElideMiddle
            color: Theme.textMuted
            font.pixelSize: Theme.small
        }
        Txt {
            text: card.request.since
            color: Theme.textMuted
            font.pixelSize: Theme.small
        }
        Btn {
            text: qsTr("Cancel")
            onClicked: App.server.cancel(card.request.id)
        }
    }
}
