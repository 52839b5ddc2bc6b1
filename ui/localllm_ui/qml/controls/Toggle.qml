import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

Switch {
    id: toggle

    required property string label

    padding: 0
    implicitWidth: 44
    implicitHeight: 26
    Accessible.name: label

    indicator: Rectangle {
        implicitWidth: 44
        implicitHeight: 26
        radius: 13
        color: toggle.checked ? Theme.accent : Theme.sunken
        border.width: 1
        border.color: toggle.checked ? Theme.accent : Theme.borderStrong

        Rectangle {
            x: toggle.checked ? parent.width - width - 4 : 4
            anchors.verticalCenter: parent.verticalCenter
            width: 18
            height: 18
            radius: 9
            color: toggle.checked ? Theme.onAccent : Theme.borderStrong

            Behavior on x {
                NumberAnimation {
                    duration: Theme.quick
                }
            }
        }
        FocusRing {
            target: toggle
            radius: 16
        }
    }
    contentItem: Item {}
}
