import QtQuick
import LocalLLM

// Around whatever has the keyboard; outside of it, so that it covers nothing.
Rectangle {
    required property Item target

    anchors.fill: parent
    anchors.margins: -3
    visible: target.activeFocus && (target.visualFocus ?? true)
    color: "transparent"
    border.color: Theme.accent
    border.width: 2
    radius: Theme.radius + 3
}
