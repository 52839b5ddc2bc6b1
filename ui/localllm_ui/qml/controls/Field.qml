import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

TextField {
    id: field

    required property string label
    property bool bad: false

    implicitHeight: Theme.control
    leftPadding: Theme.md
    rightPadding: Theme.md
    font.family: Theme.sans
    font.pixelSize: Theme.small
    color: Theme.text
    placeholderTextColor: Theme.textFaint
    selectionColor: Theme.accent
    selectedTextColor: Theme.onAccent
    selectByMouse: true
    Accessible.name: label

    background: Rectangle {
        radius: Theme.radius
        color: Theme.raised
        border.width: field.activeFocus ? 2 : 1
        border.color: field.bad ? Theme.danger : field.activeFocus ? Theme.accent : Theme.borderStrong
    }
}
