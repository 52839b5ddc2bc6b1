import QtQuick
import LocalLLM

Image {
    id: icon

    required property string name
    property color colour: Theme.textMuted
    property int size: Math.round(Theme.body * 1.2)

    width: size
    height: size
    sourceSize: Qt.size(size * Screen.devicePixelRatio, size * Screen.devicePixelRatio)
    source: name ? "image://icon/" + name + "/" + colour.toString().slice(-6) : ""
    Accessible.ignored: true
}
