import QtQuick
import LocalLLM

Text {
    property bool muted: false

    color: muted ? Theme.textMuted : Theme.text
    font.family: Theme.sans
    font.pixelSize: Theme.body
    textFormat: Text.PlainText
    Accessible.role: Accessible.StaticText
    Accessible.name: text
}
