import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "controls"

// What can be done with a chat or a folder.
PopMenu {
    id: menu

    property var item: ({
            kind: "",
            id: -1,
            title: "",
            pinned: false,
            folder: -1
        })
    property var places: []
    readonly property bool isChat: item.kind === "chat"

    // What it offers is what was there when it was opened: nothing shifts below the pointer.
    function show(what, where, x, y) {
        item = what;
        places = App.chats.placesFor(item.kind, item.id);
        popup(where, x, y);
    }

    PopItem {
        visible: menu.isChat
        iconName: "pin"
        text: menu.item.pinned ? qsTr("Unpin") : qsTr("Pin")
        onTriggered: App.actions.pin(menu.item.id, !menu.item.pinned)
    }
    PopItem {
        iconName: "edit"
        text: qsTr("Rename…")
        onTriggered: App.actions.rename(menu.item.kind, menu.item.id, menu.item.title)
    }
    PopItem {
        visible: menu.isChat
        iconName: "copy"
        text: qsTr("Duplicate")
        onTriggered: App.actions.duplicate(menu.item.id)
    }
    PopItem {
        visible: menu.isChat
        iconName: "export"
        text: qsTr("Export…")
        onTriggered: App.actions.askExport(menu.item.id, menu.item.title)
    }
    PopItem {
        visible: !menu.isChat
        iconName: "folder"
        text: qsTr("New folder inside")
        onTriggered: App.actions.newFolder(menu.item.id)
    }
    PopItem {
        visible: !menu.isChat
        iconName: "chevronUp"
        text: qsTr("Move up (Alt+Up)")
        onTriggered: App.actions.shiftFolder(menu.item.id, -1)
    }
    PopItem {
        visible: !menu.isChat
        iconName: "chevronDown"
        text: qsTr("Move down (Alt+Down)")
        onTriggered: App.actions.shiftFolder(menu.item.id, 1)
    }
    PopItem {
        visible: menu.item.folder >= 0
        iconName: "folder"
        text: qsTr("Out of the folder")
        onTriggered: App.actions.move(menu.item.kind, menu.item.id, -1)
    }
    Instantiator {
        model: menu.places
        delegate: PopItem {
            required property var modelData

            iconName: "folder"
            text: qsTr("Move to %1").arg(modelData.text)
            onTriggered: App.actions.move(menu.item.kind, menu.item.id, modelData.value)
        }
        onObjectAdded: (index, object) => menu.insertItem(menu.count - 1, object)
        onObjectRemoved: (index, object) => menu.removeItem(object)
    }
    PopItem {
        danger: true
        iconName: "trash"
        text: qsTr("Move to the trash")
        onTriggered: menu.isChat ? App.actions.trash(menu.item.id) : App.actions.trashFolder(menu.item.id)
    }
}
