import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "controls"

// A row of the sidebar: a heading, a folder, or a chat.
Item {
    id: row

    required property string kind
    required property int chatId
    required property string title
    required property int depth
    required property bool pinned
    required property bool open
    required property bool running
    required property bool current
    required property int folder
    required property bool draft
    required property int index
    property bool focused: false
    property string dropPlace: "" // where something that is dragged would fall
    objectName: "row " + title
    readonly property bool heading: kind === "heading"

    signal openMenu(var item)

    function activate() {
        if (kind === "chat")
            App.openChat(chatId);
        else if (kind === "folder")
            App.chats.toggleFolder(chatId);
    }
    function showMenu() {
        if (!heading)
            openMenu({
                kind,
                id: chatId,
                title,
                pinned,
                folder
            });
    }
    // A key while the list has the keyboard on this row; false where it is none of its.
    function press(key, modifiers) {
        const isFolder = kind === "folder";
        const plain = modifiers === Qt.NoModifier || modifiers === Qt.KeypadModifier;
        if (heading)
            return false;
        if (plain && [Qt.Key_Return, Qt.Key_Enter, Qt.Key_Space].includes(key))
            activate();
        else if (plain && key === Qt.Key_F2)
            App.actions.rename(kind, chatId, title);
        else if (plain && key === Qt.Key_Delete)
            isFolder ? App.actions.trashFolder(chatId) : App.actions.trash(chatId);
        else if (isFolder && plain && (key === Qt.Key_Left || key === Qt.Key_Right))
            App.chats.setOpen(chatId, key === Qt.Key_Right);
        else if (isFolder && modifiers & Qt.AltModifier && (key === Qt.Key_Up || key === Qt.Key_Down))
            App.actions.shiftFolder(chatId, key === Qt.Key_Up ? -1 : 1);
        else if (key === Qt.Key_Menu || (key === Qt.Key_F10 && modifiers & Qt.ShiftModifier))
            showMenu();
        else
            return false;
        return true;
    }

    implicitHeight: heading ? Theme.control - 2 : Theme.controlSmall + 4
    Accessible.role: heading ? Accessible.Heading : Accessible.ListItem
    Accessible.name: title
    Accessible.description: running ? qsTr("being answered") : kind === "folder" ? (open ? qsTr("open folder") : qsTr("closed folder")) : ""
    Accessible.selected: current
    Accessible.onPressAction: activate()

    Rectangle {
        visible: row.dropPlace === "before" || row.dropPlace === "after"
        y: row.dropPlace === "before" ? -1 : row.height - 1
        x: Theme.sm + row.depth * Theme.lg
        width: row.width - x - Theme.sm
        height: 2
        radius: 1
        color: Theme.accent
        z: 1
    }
    Txt {
        visible: row.heading
        anchors.bottom: parent.bottom
        anchors.bottomMargin: Theme.xs
        x: Theme.sm
        text: row.title
        font.pixelSize: Theme.caption
        font.weight: Font.DemiBold
        color: Theme.textFaint
    }
    Rectangle {
        visible: !row.heading
        anchors.fill: parent
        anchors.rightMargin: Theme.xs
        radius: Theme.radius
        color: row.dropPlace === "into" ? Theme.accentSoft : row.current ? Theme.pressed : mouse.containsMouse ? Theme.hover : "transparent"
        border.width: row.focused ? 2 : 0
        border.color: Theme.accent

        Icon {
            id: sign

            visible: row.kind === "folder"
            x: Theme.sm + row.depth * Theme.lg
            anchors.verticalCenter: parent.verticalCenter
            name: row.open ? "chevronDown" : "chevronRight"
            size: Theme.body
        }
        Icon {
            id: folderSign

            visible: row.kind === "folder"
            x: sign.x + sign.width + 2
            anchors.verticalCenter: parent.verticalCenter
            name: "folder"
            size: Theme.lead
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            x: row.kind === "folder" ? folderSign.x + folderSign.width + Theme.xs + 2 : Theme.sm + row.depth * (Theme.lg + Theme.md)
            width: parent.width - x - (mark.visible ? mark.width + Theme.md : Theme.sm)
            text: row.title
            elide: Text.ElideRight
            font.pixelSize: Theme.small
            font.weight: row.current ? Font.Medium : Font.Normal
        }
        MouseArea {
            id: mouse

            anchors.fill: parent
            hoverEnabled: true
            acceptedButtons: Qt.LeftButton | Qt.RightButton
            cursorShape: Qt.PointingHandCursor
            onClicked: event => event.button === Qt.RightButton ? row.showMenu() : row.activate()
        }
        Item {
            id: mark

            anchors.right: parent.right
            anchors.rightMargin: Theme.xs
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.controlSmall - 4
            height: width
            visible: row.running || row.draft || more.visible

            Rectangle {
                anchors.centerIn: parent
                visible: row.running && !more.visible
                width: 8
                height: 8
                radius: 4
                color: Theme.accent

                SequentialAnimation on opacity {
                    running: row.running
                    loops: Animation.Infinite

                    NumberAnimation {
                        to: 0.3
                        duration: 700
                    }
                    NumberAnimation {
                        to: 1
                        duration: 700
                    }
                }
            }
            Icon {
                anchors.centerIn: parent
                visible: row.draft && !row.running && !more.visible
                name: "edit"
                colour: Theme.textFaint
                size: Theme.small
            }
            IconBtn {
                id: more

                anchors.fill: parent
                visible: mouse.containsMouse || hovered
                focusPolicy: Qt.NoFocus
                iconName: "more"
                label: qsTr("What can be done with %1").arg(row.title)
                onClicked: row.showMenu()
            }
        }
    }
}
