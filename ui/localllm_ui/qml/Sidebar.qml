import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "controls"

// Chats in their folders; below, the other pages.
Rectangle {
    id: sidebar

    color: Theme.window
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Chats")

    ColumnLayout {
        anchors.fill: parent
        anchors.margins: Theme.md
        anchors.rightMargin: Theme.sm
        spacing: Theme.sm

        RowLayout {
            Layout.fillWidth: true
            Layout.leftMargin: Theme.sm
            Layout.bottomMargin: Theme.xs
            spacing: 0

            Txt {
                Layout.fillWidth: true
                text: "localllm"
                font.pixelSize: Theme.lead
                font.weight: Font.Bold
                font.letterSpacing: -0.3
            }
            IconBtn {
                iconName: "more"
                label: qsTr("More")
                onClicked: more.popup(this, 0, height)

                SidebarMenu {
                    id: more
                }
            }
            IconBtn {
                iconName: "sidebar"
                label: qsTr("Hide the sidebar (Ctrl+B)")
                onClicked: App.view.toggleSidebar()
            }
        }
        Btn {
            objectName: "newChat"
            Layout.fillWidth: true
            iconName: "add"
            text: qsTr("New chat")
            onClicked: App.newChat()
        }
        Btn {
            objectName: "openSearch"
            Layout.fillWidth: true
            look: "quiet"
            iconName: "search"
            text: qsTr("Search")
            onClicked: App.view.openOverlay("search")

            Txt {
                anchors.right: parent.right
                anchors.rightMargin: Theme.md
                anchors.verticalCenter: parent.verticalCenter
                text: "Ctrl K"
                font.pixelSize: Theme.caption
                color: Theme.textFaint
            }
        }
        ChatList {
            Layout.fillWidth: true
            Layout.fillHeight: true
        }
        Rectangle {
            Layout.fillWidth: true
            implicitHeight: 1
            color: Theme.border
        }
        ActivityRow {
            Layout.fillWidth: true
            visible: App.library.active > 0
        }
        Repeater {
            model: App.view.pages

            NavRow {
                required property var modelData

                Layout.fillWidth: true
                objectName: "nav-" + modelData.page
                text: modelData.text
                iconName: modelData.icon
                highlighted: App.view.page === modelData.page
                onClicked: App.view.openPage(modelData.page)
            }
        }
    }
    Rectangle {
        anchors.right: parent.right
        width: 1
        height: parent.height
        color: Theme.border
    }
}
