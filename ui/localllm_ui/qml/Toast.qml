import QtQuick
import LocalLLM
import "controls"

// A word at the bottom, with "Undo" where there is something to undo.
Item {
    id: toast

    anchors.bottom: parent.bottom
    anchors.horizontalCenter: parent.horizontalCenter
    anchors.bottomMargin: Theme.xxl * 3
    width: panel.width
    height: panel.height
    visible: App.toast.text !== ""
    z: 10

    Panel {
        id: panel

        width: row.width + 2 * Theme.lg
        height: Theme.control + Theme.sm

        Row {
            id: row

            anchors.centerIn: parent
            spacing: Theme.md

            Txt {
                anchors.verticalCenter: parent.verticalCenter
                text: App.toast.text
                font.pixelSize: Theme.small
                Accessible.role: Accessible.AlertMessage
            }
            Btn {
                visible: App.toast.undoText !== ""
                look: "quiet"
                text: App.toast.undoText
                onClicked: App.toast.undo()
            }
        }
    }
}
