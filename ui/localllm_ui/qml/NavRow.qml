import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "controls"

ItemDelegate {
    id: row

    property string iconName: ""

    implicitHeight: Theme.control
    leftPadding: Theme.sm
    rightPadding: Theme.sm
    font.family: Theme.sans
    font.pixelSize: Theme.small
    font.weight: Font.Medium
    Accessible.name: text

    contentItem: Row {
        spacing: Theme.sm + 2

        Icon {
            anchors.verticalCenter: parent.verticalCenter
            name: row.iconName
            colour: row.highlighted ? Theme.accent : Theme.textMuted
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: row.text
            font: row.font
            Accessible.ignored: true
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: row.highlighted ? Theme.pressed : row.hovered ? Theme.hover : "transparent"

        FocusRing {
            target: row
        }
    }
}
