import QtQuick
import LocalLLM
import "controls"

// The files that go with the message, each with what it costs.
Flow {
    id: files

    required property var composer

    visible: composer.attachments.count > 0
    height: visible ? implicitHeight : 0
    spacing: Theme.xs

    Repeater {
        model: files.composer.attachments

        Rectangle {
            id: chip

            required property var modelData
            required property int index

            width: inside.width + Theme.md
            height: Theme.controlSmall
            radius: Theme.radius
            color: Theme.sunken
            border.width: 1
            border.color: Theme.border

            Row {
                id: inside

                x: Theme.sm
                anchors.verticalCenter: parent.verticalCenter
                spacing: Theme.xs

                Icon {
                    anchors.verticalCenter: parent.verticalCenter
                    name: "file"
                    size: Theme.body
                }
                Txt {
                    anchors.verticalCenter: parent.verticalCenter
                    text: chip.modelData.name
                    font.pixelSize: Theme.small
                    elide: Text.ElideMiddle
                    width: Math.min(implicitWidth, 220)
                }
                Txt {
                    anchors.verticalCenter: parent.verticalCenter
                    text: chip.modelData.cost
                    font.pixelSize: Theme.caption
                    color: Theme.textFaint
                }
                IconBtn {
                    size: Theme.controlSmall - 6
                    anchors.verticalCenter: parent.verticalCenter
                    iconName: "close"
                    label: qsTr("Remove %1").arg(chip.modelData.name)
                    onClicked: files.composer.detach(chip.index)
                }
            }
        }
    }
}
