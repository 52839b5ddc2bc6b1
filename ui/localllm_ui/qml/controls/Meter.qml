import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

// How far something is; below 0 nobody knows.
ProgressBar {
    id: bar

    required property string label
    required property real fraction

    implicitHeight: 4
    value: Math.max(0, fraction)
    indeterminate: fraction < 0
    Accessible.name: label
    background: Rectangle {
        radius: 2
        color: Theme.gaugeFree
    }
    contentItem: Item {
        Rectangle {
            width: bar.indeterminate ? parent.width / 4 : bar.visualPosition * parent.width
            height: parent.height
            radius: 2
            color: Theme.accent
        }
    }
}
