import QtQuick
import LocalLLM

// A word with a ground. `look`: "", "good", "warning", "danger", "accent".
Rectangle {
    id: badge

    required property string text
    property string look: ""

    implicitWidth: words.implicitWidth + 2 * Theme.sm
    implicitHeight: words.implicitHeight + 6
    radius: Theme.radius - 2
    color: look ? Theme[look + "Soft"] : Theme.sunken

    Txt {
        id: words

        anchors.centerIn: parent
        text: badge.text
        font.pixelSize: Theme.caption
        font.weight: Font.Medium
        color: badge.look ? Theme[badge.look] : Theme.textMuted
    }
}
