import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

ItemDelegate {
    id: row

    property string iconName: ""
    property bool danger: false

    implicitHeight: Theme.controlSmall + 2
    leftPadding: Theme.md
    rightPadding: Theme.md
    font.family: Theme.sans
    font.pixelSize: Theme.small
    Accessible.name: text

    contentItem: Row {
        spacing: Theme.sm

        Icon {
            anchors.verticalCenter: parent.verticalCenter
            visible: row.iconName !== ""
            name: row.iconName
            colour: row.danger ? Theme.danger : Theme.textMuted
            size: Theme.lead
        }
        Txt {
            width: row.availableWidth - x
            anchors.verticalCenter: parent.verticalCenter
            text: row.text
            font: row.font
            elide: Text.ElideRight
            color: row.danger ? Theme.danger : Theme.text
            Accessible.ignored: true
        }
    }
    indicator: Icon {
        visible: row.checked
        x: row.width - width - Theme.sm
        anchors.verticalCenter: parent.verticalCenter
        name: "check"
        colour: Theme.accent
        size: Theme.body
    }
    background: Rectangle {
        radius: Theme.radius - 2
        color: row.highlighted || row.hovered ? Theme.hover : "transparent"
    }
}
