import QtQuick
import QtQuick.Window
import LocalLLM
import "controls"

// Drags a row of the list to another place. The menu and the keys do the same.
Item {
    id: mover

    required property ListView list
    property var moved: null // {kind, id, title}
    property var place: ({
            row: -1,
            place: ""
        })
    readonly property point pointer: handler.centroid.position

    function begin(at) {
        const row = list.itemAtIndex(list.indexAt(at.x, at.y + list.contentY));
        if (row && !row.heading)
            moved = {
                kind: row.kind,
                id: row.chatId,
                title: row.title
            };
        follow();
    }
    function follow() {
        place = moved && over() ? App.chats.dropAt(moved.kind, moved.id, row(), fraction()) : {
            row: -1,
            place: ""
        };
    }
    function end() {
        if (moved && over())
            App.actions.drop(moved.kind, moved.id, row(), fraction());
        cancel();
    }
    function cancel() {
        moved = null;
        follow();
    }
    function over() {
        return pointer.x >= 0 && pointer.x < list.width && pointer.y >= 0 && pointer.y < list.height;
    }
    function row() {
        return list.indexAt(pointer.x, pointer.y + list.contentY);
    }
    function fraction() {
        const item = list.itemAtIndex(row());
        return item ? (pointer.y + list.contentY - item.y) / item.height : 0;
    }

    DragHandler {
        id: handler

        parent: mover.list
        target: null
        acceptedDevices: PointerDevice.Mouse | PointerDevice.TouchPad
        onActiveChanged: active ? mover.begin(centroid.pressPosition) : mover.end()
        onCentroidChanged: if (active)
            mover.follow()
    }
    // Near an edge the list goes on; over a closed folder it opens.
    Timer {
        interval: 16
        repeat: true
        running: mover.moved !== null
        onTriggered: {
            const edge = Theme.xl;
            const step = mover.pointer.y < edge ? -6 : mover.pointer.y > mover.list.height - edge ? 6 : 0;
            const last = mover.list.originY + mover.list.contentHeight - mover.list.height;
            const to = Math.max(mover.list.originY, Math.min(mover.list.contentY + step, last));
            if (step && mover.over() && to !== mover.list.contentY) {
                mover.list.contentY = to;
                mover.follow();
            }
        }
    }
    Timer {
        interval: 800
        running: mover.place.place === "into"
        onTriggered: {
            const row = mover.list.itemAtIndex(mover.place.row);
            if (row?.kind === "folder")
                App.chats.setOpen(row.chatId, true);
        }
    }
    Shortcut {
        enabled: mover.moved !== null
        sequences: ["Esc"]
        onActivated: mover.cancel()
        onActivatedAmbiguously: mover.cancel()
    }
    Panel {
        objectName: "draggedRow"
        parent: mover.list.Window.contentItem
        visible: mover.moved !== null
        x: where.x + Theme.md
        y: where.y + Theme.sm
        z: 10
        width: Math.min(name.implicitWidth + 2 * Theme.md, 240)
        height: Theme.controlSmall
        opacity: 0.95

        readonly property point where: mover.moved ? mover.list.mapToItem(parent, mover.pointer.x, mover.pointer.y) : Qt.point(0, 0)

        Txt {
            id: name

            anchors.verticalCenter: parent.verticalCenter
            x: Theme.md
            width: parent.width - 2 * Theme.md
            text: mover.moved?.title ?? ""
            elide: Text.ElideRight
            font.pixelSize: Theme.small
        }
    }
}
