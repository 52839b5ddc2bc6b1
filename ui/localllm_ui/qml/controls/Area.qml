import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

TextArea {
    id: area

    required property string label

    padding: Theme.md
    font.family: Theme.sans
    font.pixelSize: Theme.small
    color: Theme.text
    placeholderTextColor: Theme.textFaint
    selectionColor: Theme.accent
    selectedTextColor: Theme.onAccent
    wrapMode: TextEdit.Wrap
    selectByMouse: true
    // Tab goes on, as in every other field.
    Keys.onTabPressed: nextItemInFocusChain().forceActiveFocus(Qt.TabFocusReason)
    Keys.onBacktabPressed: nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
    Accessible.name: label

    background: Rectangle {
        radius: Theme.radius
        color: Theme.raised
        border.width: area.activeFocus ? 2 : 1
        border.color: area.activeFocus ? Theme.accent : Theme.borderStrong
    }
}
