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
    acceptedButtons: Qt.NoButton // the mouse drags rows, not the list
    activeFocusOnTab: true
    keyNavigationEnabled: false // headings are passed over
    currentIndex: -1
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Chats")
    ScrollBar.vertical: Scroller {}
    onActiveFocusChanged: if (activeFocus && currentIndex < 0)
        currentIndex = App.chats.beside(-1, 1)
    Keys.onPressed: event => {
        const page = Math.max(1, Math.floor(height / Theme.control) - 1);
        const to = {
            [Qt.Key_Up]: [currentIndex, -1],
            [Qt.Key_Down]: [currentIndex, 1],
            [Qt.Key_Home]: [-1, 1],
            [Qt.Key_End]: [count, -1],
            [Qt.Key_PageUp]: [currentIndex, -page],
            [Qt.Key_PageDown]: [currentIndex, page]
        }[event.modifiers & Qt.AltModifier ? Qt.Key_unknown : event.key];
        if (to !== undefined)
            currentIndex = App.chats.beside(...to);
        event.accepted = to !== undefined || (currentItem?.press(event.key, event.modifiers) ?? false);
    }

    delegate: ChatRow {
        width: list.width
        focused: list.activeFocus && ListView.isCurrentItem
        dropPlace: mover.place.row === index ? mover.place.place : ""
        // Below the row, but the list's: a row may move or go while the menu is open.
        onOpenMenu: item => {
            const at = mapToItem(list, Theme.xl, height);
            menu.show(item, list, at.x, at.y);
        }
    }

    RowMover {
        id: mover

        list: list
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
