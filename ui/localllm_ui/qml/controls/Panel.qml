import QtQuick
import LocalLLM

// The ground of everything that floats.
Rectangle {
    radius: Theme.radiusLarge - 2
    color: Theme.raised
    border.width: 1
    border.color: Theme.border

    Rectangle {
        z: -1
        anchors.fill: parent
        anchors.margins: -1
        anchors.topMargin: 3
        anchors.bottomMargin: -4
        radius: parent.radius + 2
        color: "#000000"
        opacity: Theme.dark ? 0.35 : 0.07
    }
}
