import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

// A button that is an icon; `label` is its name for screen readers and its tip.
AbstractButton {
    id: button

    required property string iconName
    required property string label
    property color ink: Theme.textMuted
    property bool filled: false
    property int size: Theme.controlSmall

    implicitWidth: size
    implicitHeight: size
    focusPolicy: Qt.StrongFocus
    opacity: enabled ? 1 : 0.45
    Accessible.role: Accessible.Button
    Accessible.name: label

    contentItem: Item {
        Icon {
            anchors.centerIn: parent
            name: button.iconName
            colour: button.filled ? Theme.onAccent : button.checked ? Theme.accent : button.hovered ? Theme.text : button.ink
            size: Math.round(button.size * 0.55)
        }
    }
    background: Rectangle {
        radius: button.filled ? height / 2 : Theme.radius
        color: button.filled ? (button.hovered ? Theme.accentHover : Theme.accent) : button.down ? Theme.pressed : button.hovered ? Theme.hover : button.checked ? Theme.accentSoft : "transparent"

        FocusRing {
            target: button
            radius: parent.radius + 3
        }
    }
    HoverHandler {
        cursorShape: Qt.PointingHandCursor
    }
    Tip {
        visible: (button.hovered || button.visualFocus) && !button.down
        text: button.label
    }
}
