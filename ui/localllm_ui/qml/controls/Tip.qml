import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

ToolTip {
    id: tip

    delay: 500
    padding: Theme.sm
    contentItem: Txt {
        text: tip.text
        font.pixelSize: Theme.caption
        color: Theme.window
    }
    background: Rectangle {
        radius: Theme.radius
        color: Theme.text
    }
}
