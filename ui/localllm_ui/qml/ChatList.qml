import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "controls"

ListView {
    id: list

    objectName: "chatList"
    clip: true
    model: App.chats
    reuseItems: true
    boundsBehavior: Flickable.StopAtBounds
    activeFocusOnTab: true
    keyNavigationEnabled: true
    currentIndex: -1
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Chats")
    ScrollBar.vertical: Scroller {}
    onActiveFocusChanged: if (activeFocus && currentIndex < 0)
        currentIndex = 0
    Keys.onReturnPressed: currentItem?.activate()
    Keys.onSpacePressed: currentItem?.activate()
    Keys.onMenuPressed: currentItem?.showMenu()

    delegate: ChatRow {
        width: list.width
        focused: list.activeFocus && ListView.isCurrentItem
        // Below the row, but the list's: a row may move or go while the menu is open.
        onOpenMenu: item => {
            const at = mapToItem(list, Theme.xl, height);
            menu.show(item, list, at.x, at.y);
        }
    }

    ChatMenu {
        id: menu
    }
    Txt {
        anchors.horizontalCenter: parent.horizontalCenter
        y: Theme.xl
        visible: App.chats.empty
        text: qsTr("Your chats will be here")
        color: Theme.textFaint
        font.pixelSize: Theme.small
    }
}
