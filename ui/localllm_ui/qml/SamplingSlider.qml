import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "controls"

Column {
    id: root

    required property var row
    required property var options

    spacing: 2

    Item {
        width: parent.width
        height: Math.max(name.height, value.height)

        Txt {
            id: name

            text: root.row.label
            font.pixelSize: Theme.small
        }
        Txt {
            id: value

            anchors.right: parent.right
            text: Number(slider.value).toLocaleString(Qt.locale(), "f", root.row.digits)
            font.pixelSize: Theme.small
            font.weight: Math.abs(slider.value - root.row.standard) > 1e-6 ? Font.DemiBold : Font.Normal
            color: Theme.textMuted
        }
    }
    Slider {
        id: slider

        objectName: "sampling-" + root.row.name
        width: parent.width
        height: 22
        padding: 0
        from: root.row.from
        to: root.row.to
        stepSize: root.row.step
        value: root.row.value
        snapMode: Slider.SnapAlways
        Accessible.name: root.row.label
        onPressedChanged: if (!pressed)
            root.options.setSampling(root.row.name, slider.value)
        Keys.onReleased: root.options.setSampling(root.row.name, slider.value)

        background: Rectangle {
            y: (slider.height - height) / 2
            width: slider.width
            height: 4
            radius: 2
            color: Theme.gaugeFree

            Rectangle {
                width: slider.visualPosition * parent.width
                height: 4
                radius: 2
                color: Theme.accent
            }
        }
        handle: Rectangle {
            x: slider.visualPosition * (slider.width - width)
            y: (slider.height - height) / 2
            width: 16
            height: 16
            radius: 8
            color: Theme.raised
            border.width: 2
            border.color: Theme.accent

            FocusRing {
                target: slider
                radius: 11
            }
        }
    }
}
