import QtQuick
import LocalLLM
import "controls"

// An empty chat.
Item {
    id: welcome

    required property var session

    Column {
        anchors.centerIn: parent
        width: Math.min(parent.width - 2 * Theme.xl, 560)
        spacing: Theme.lg

        Txt {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: qsTr("What is on your mind?")
            font.pixelSize: Theme.display
            font.weight: Font.DemiBold
            font.letterSpacing: -0.5
        }
        Txt {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: qsTr("Everything stays on this computer.")
            color: Theme.textMuted
        }
        Column {
            anchors.horizontalCenter: parent.horizontalCenter
            topPadding: Theme.sm
            spacing: Theme.sm

            Repeater {
                model: App.view.ideas

                Btn {
                    required property string modelData

                    anchors.horizontalCenter: parent.horizontalCenter
                    text: modelData
                    onClicked: welcome.session.composer.suggest(modelData)
                }
            }
        }
    }
    OfferCard {
        visible: App.offers.shown
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.lg
        anchors.horizontalCenter: parent.horizontalCenter
        width: Math.min(parent.width - 2 * Theme.xl, Theme.measure)
    }
}
