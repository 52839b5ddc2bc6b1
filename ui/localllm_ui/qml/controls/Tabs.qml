import QtQuick
import LocalLLM

// A choice of a few sections. `model` is a list of {value, text}.
Row {
    id: tabs

    required property var model
    required property string current

    signal chosen(string value)

    spacing: Theme.xs
    Accessible.role: Accessible.PageTabList

    Repeater {
        model: tabs.model

        Btn {
            id: tab

            required property var modelData
            readonly property bool on: tabs.current === modelData.value

            objectName: "tab-" + modelData.value
            look: "quiet"
            text: modelData.text
            Accessible.role: Accessible.PageTab
            Accessible.checked: on
            onClicked: tabs.chosen(modelData.value)
            Keys.onLeftPressed: nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
            Keys.onRightPressed: nextItemInFocusChain().forceActiveFocus(Qt.TabFocusReason)

            Rectangle {
                visible: tab.on
                anchors.bottom: parent.bottom
                anchors.horizontalCenter: parent.horizontalCenter
                width: parent.width - 2 * Theme.md
                height: 2
                radius: 1
                color: Theme.accent
            }
        }
    }
}
