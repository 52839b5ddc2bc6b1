import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "controls"

Item {
    id: bar

    required property var session
    required property int pane

    implicitHeight: Theme.control + 2 * Theme.sm

    RowLayout {
        anchors.fill: parent
        anchors.leftMargin: Theme.md
        anchors.rightMargin: Theme.md
        spacing: Theme.xs

        IconBtn {
            visible: !App.view.sidebar && bar.pane === 0
            iconName: "sidebar"
            label: qsTr("Show the sidebar (Ctrl+B)")
            onClicked: App.view.toggleSidebar()
        }
        Btn {
            id: picker

            objectName: "modelPicker"
            look: "quiet"
            iconName: "model"
            text: bar.session.modelName || App.models.standard || qsTr("Choose a model")
            Layout.maximumWidth: bar.width * 0.4
            Accessible.description: qsTr("Model of this chat (Ctrl+L)")
            onClicked: {
                App.focusPane(bar.pane);
                App.view.openOverlay("models");
            }
        }
        Txt {
            text: bar.session.modelState
            font.pixelSize: Theme.caption
            color: Theme.textFaint
        }
        Txt {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.md
            horizontalAlignment: Text.AlignHCenter
            text: bar.session.title
            elide: Text.ElideRight
            font.pixelSize: Theme.small
            font.weight: Font.Medium
            color: Theme.textMuted
        }
        IconBtn {
            visible: bar.pane === 0
            objectName: "split"
            iconName: "split"
            label: App.panes.count > 1 ? qsTr("One chat (Ctrl+\\)") : qsTr("Two chats side by side (Ctrl+\\)")
            checked: App.panes.count > 1
            onClicked: App.toggleSplit()
        }
        IconBtn {
            objectName: "chatSettings"
            iconName: "sliders"
            label: qsTr("Settings of this chat (Ctrl+Shift+P)")
            checked: App.view.panel && App.current === bar.session
            onClicked: {
                App.focusPane(bar.pane);
                App.view.togglePanel();
            }
        }
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: 1
        color: Theme.border
    }
}
