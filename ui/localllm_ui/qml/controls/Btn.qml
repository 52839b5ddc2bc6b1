import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM

// A button with words. `look`: "plain", "primary", "danger" or "quiet".
Button {
    id: button

    property string look: "plain"
    property string iconName: ""
    readonly property color ink: !enabled ? Theme.textFaint : look === "primary" ? Theme.onAccent : look === "danger" ? Theme.danger : Theme.text

    implicitHeight: Theme.control
    leftPadding: Theme.md
    rightPadding: Theme.lg
    font.family: Theme.sans
    font.pixelSize: Theme.small
    font.weight: look === "primary" ? Font.DemiBold : Font.Medium
    opacity: enabled ? 1 : 0.6
    Accessible.name: text

    contentItem: RowLayout {
        spacing: Theme.sm

        Icon {
            visible: button.iconName !== ""
            name: button.iconName
            colour: button.ink
            size: Theme.lead
        }
        Txt {
            Layout.fillWidth: true
            Layout.leftMargin: button.iconName ? 0 : Theme.xs
            text: button.text
            elide: Text.ElideMiddle
            font: button.font
            color: button.ink
            Accessible.ignored: true
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: button.look === "primary" ? (button.hovered || button.down ? Theme.accentHover : Theme.accent) : button.down ? Theme.pressed : button.hovered ? Theme.hover : button.look === "quiet" ? "transparent" : Theme.raised
        border.width: button.look === "plain" || button.look === "danger" ? 1 : 0
        border.color: Theme.border

        FocusRing {
            target: button
        }
    }
    HoverHandler {
        cursorShape: Qt.PointingHandCursor
    }
}
