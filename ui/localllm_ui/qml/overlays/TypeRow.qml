import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// A type to quantize to: its name, the size, what it costs.
ItemDelegate {
    id: row

    required property var modelData
    property bool chosen: false

    objectName: "type-" + modelData.name
    implicitHeight: Theme.control
    focusPolicy: Qt.NoFocus
    Accessible.role: Accessible.RadioButton
    Accessible.name: modelData.name
    Accessible.description: modelData.size + ", " + modelData.hint
    Accessible.checked: chosen

    contentItem: Item {
        Txt {
            id: name

            anchors.verticalCenter: parent.verticalCenter
            width: 86
            text: row.modelData.name
            font.pixelSize: Theme.small
            font.weight: row.chosen ? Font.DemiBold : Font.Normal
            Accessible.ignored: true
        }
        Txt {
            id: size

            anchors.left: name.right
            anchors.verticalCenter: parent.verticalCenter
            width: 92
            text: row.modelData.size
            font.pixelSize: Theme.small
            Accessible.ignored: true
        }
        Txt {
            anchors.left: size.right
            anchors.right: sign.left
            anchors.verticalCenter: parent.verticalCenter
            text: row.modelData.hint
            elide: Text.ElideRight
            font.pixelSize: Theme.small
            color: Theme.textMuted
            Accessible.ignored: true
        }
        Icon {
            id: sign

            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            opacity: row.chosen ? 1 : 0
            name: "check"
            colour: Theme.accent
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: row.chosen ? Theme.accentSoft : row.hovered ? Theme.hover : "transparent"
        border.width: row.chosen && row.ListView.view?.activeFocus ? 2 : 0
        border.color: Theme.accent
    }
}
