import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// What every page has: a title, a word below it, one column that scrolls.
Rectangle {
    id: page

    required property string title
    property string hint: ""
    property alias actions: actions.data
    default property alias content: column.data

    color: Theme.surface
    Accessible.role: Accessible.Pane
    Accessible.name: title
    Component.onCompleted: flick.forceActiveFocus()

    Flickable {
        id: flick

        objectName: "page"
        anchors.fill: parent
        contentHeight: column.height + 2 * Theme.xl
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: Scroller {}
        Keys.onPressed: event => {
            const step = {
                [Qt.Key_Up]: -60,
                [Qt.Key_Down]: 60,
                [Qt.Key_PageUp]: -0.9 * height,
                [Qt.Key_PageDown]: 0.9 * height
            }[event.key];
            if (step === undefined)
                return;
            contentY = Math.max(0, Math.min(contentY + step, contentHeight - height));
            event.accepted = true;
        }

        Column {
            id: column

            x: Math.max(Theme.xl, Math.round((flick.width - width) / 2))
            y: Theme.xl
            width: Math.min(flick.width - 2 * Theme.xl, 920)
            spacing: Theme.lg

            Item {
                width: parent.width
                height: words.height

                Column {
                    id: words

                    width: parent.width - actions.width - Theme.lg
                    spacing: Theme.xs

                    Txt {
                        text: page.title
                        font.pixelSize: Theme.display
                        font.weight: Font.DemiBold
                        font.letterSpacing: -0.5
                        Accessible.role: Accessible.Heading
                    }
                    Txt {
                        visible: text !== ""
                        width: parent.width
                        wrapMode: Text.Wrap
                        text: page.hint
                        color: Theme.textMuted
                    }
                }
                Row {
                    id: actions

                    anchors.right: parent.right
                    anchors.top: parent.top
                    spacing: Theme.sm
                }
            }
        }
    }
    IconBtn {
        visible: !App.view.sidebar
        x: Theme.md
        y: Theme.sm
        iconName: "sidebar"
        label: qsTr("Show the sidebar (Ctrl+B)")
        onClicked: App.view.toggleSidebar()
    }
}
