import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

ScrollBar {
    id: bar

    padding: 2
    minimumSize: 0.06
    contentItem: Rectangle {
        implicitWidth: 7
        implicitHeight: 7
        radius: 4
        color: Theme.borderStrong
        opacity: bar.policy === ScrollBar.AlwaysOn || bar.active && bar.size < 1.0 ? (bar.pressed || bar.hovered ? 0.9 : 0.5) : 0

        Behavior on opacity {
            NumberAnimation {
                duration: 2 * Theme.quick
            }
        }
    }
}
