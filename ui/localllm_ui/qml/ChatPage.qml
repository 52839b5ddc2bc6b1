import QtQuick
import QtQuick.Layouts
import LocalLLM

// One chat, or two side by side; the settings of the one that has the keyboard at the right.
Rectangle {
    color: Theme.surface

    RowLayout {
        anchors.fill: parent
        spacing: 0

        Repeater {
            model: App.panes

            ChatPane {
                required property var modelData

                Layout.fillWidth: true
                Layout.fillHeight: true
                Layout.preferredWidth: 1
                focus: modelData.focused
                pane: modelData.pane
                session: modelData.session
            }
        }
        ChatPanel {
            Layout.fillHeight: true
            Layout.preferredWidth: Theme.panel
            visible: App.view.panel
            session: App.current
        }
    }
}
