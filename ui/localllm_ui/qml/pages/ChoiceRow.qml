import QtQuick
import QtQuick.Layouts
import LocalLLM
import "../controls"

// A quantization that can be fetched.
Card {
    id: card

    required property var choice
    required property bool locked

    implicitHeight: inside.implicitHeight + 2 * Theme.sm
    border.color: choice.picked ? Theme.accent : Theme.border
    Accessible.role: Accessible.ListItem
    Accessible.name: choice.name

    RowLayout {
        id: inside

        x: Theme.lg
        y: Theme.sm
        width: parent.width - 2 * Theme.lg
        spacing: Theme.sm

        Txt {
            Layout.maximumWidth: card.width * 0.35
            text: card.choice.name
            elide: Text.ElideMiddle
            font.weight: Font.DemiBold
        }
        Txt {
            text: card.choice.size
            font.pixelSize: Theme.small
            color: Theme.textMuted
        }
        Badge {
            visible: card.choice.picked
            text: qsTr("recommended")
            look: "accent"
        }
        FitBadge {
            fit: card.choice.fit
            takes: card.choice.takes
        }
        Txt {
            Layout.fillWidth: true
            text: card.choice.notes
            elide: Text.ElideRight
            font.pixelSize: Theme.small
            color: Theme.textMuted
        }
        Btn {
            objectName: "fetch-" + card.choice.name
            look: card.choice.picked ? "primary" : "plain"
            iconName: "download"
            enabled: !card.locked
            text: qsTr("Download")
            Accessible.name: qsTr("Download %1").arg(card.choice.name)
            onClicked: App.library.repo.download(card.choice.key)
        }
    }
}
