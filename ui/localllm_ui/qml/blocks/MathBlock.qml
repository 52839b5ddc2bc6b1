import QtQuick
import LocalLLM
import "../controls"

BlockRow {
    id: row

    required property string html
    required property string text
    required property string source
    required property size imageSize
    required indent
    required quote
    required marker

    above: Theme.lg

    Image {
        visible: row.source !== ""
        x: Math.max(0, Math.round((parent.width - width) / 2))
        width: Math.min(parent.width, row.imageSize.width)
        height: row.source ? row.imageSize.height * width / Math.max(1, row.imageSize.width) : 0
        source: row.source
        asynchronous: true
        fillMode: Image.PreserveAspectFit
        Accessible.role: Accessible.Graphic
        Accessible.name: row.text
    }
    Txt {
        visible: row.source === ""
        width: parent.width
        height: visible ? implicitHeight : 0
        text: row.text
        wrapMode: Text.Wrap
        font.family: Theme.mono
        font.pixelSize: Theme.small
    }
}
