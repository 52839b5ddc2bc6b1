import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

MenuItem {
    id: item

    property string iconName: ""
    property bool danger: false

    implicitHeight: visible ? Theme.controlSmall + 2 : 0
    leftPadding: Theme.md
    rightPadding: Theme.md
    font.family: Theme.sans
    font.pixelSize: Theme.small
    Accessible.name: text

    contentItem: Row {
        spacing: Theme.sm

        Icon {
            anchors.verticalCenter: parent.verticalCenter
            visible: item.iconName !== ""
            name: item.iconName
            colour: item.danger ? Theme.danger : Theme.textMuted
            size: Theme.lead
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            text: item.text
            font: item.font
            color: item.danger ? Theme.danger : Theme.text
            Accessible.ignored: true
        }
    }
    background: Rectangle {
        radius: Theme.radius - 2
        color: item.highlighted ? Theme.hover : "transparent"
    }
}
