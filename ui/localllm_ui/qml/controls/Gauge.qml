import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

// How full the context is: reused from before, to be read anew, free.
Item {
    id: gauge

    required property var data_
    readonly property real total: Math.max(1, data_.total)

    implicitWidth: 150
    implicitHeight: Theme.controlSmall
    visible: data_.total > 0
    activeFocusOnTab: true
    Accessible.role: Accessible.ProgressBar
    Accessible.name: data_.words

    Rectangle {
        anchors.verticalCenter: parent.verticalCenter
        width: parent.width
        height: 6
        radius: 3
        color: Theme.gaugeFree
        clip: true

        Rectangle {
            width: parent.width * Math.min(1, gauge.data_.reused / gauge.total)
            height: parent.height
            radius: 3
            color: Theme.gaugeReused
        }
        Rectangle {
            x: parent.width * Math.min(1, gauge.data_.reused / gauge.total)
            width: Math.max(gauge.data_.fresh > 0 ? 2 : 0, parent.width * Math.min(1, gauge.data_.fresh / gauge.total))
            height: parent.height
            radius: 3
            color: gauge.data_.full ? Theme.danger : Theme.gaugeNew
        }
        FocusRing {
            target: gauge
        }
    }
    HoverHandler {
        id: hover
    }
    Tip {
        visible: hover.hovered || gauge.activeFocus
        text: gauge.data_.words
    }
}
