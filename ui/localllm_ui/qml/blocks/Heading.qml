import QtQuick
import LocalLLM
import "../controls"

BlockRow {
    id: row

    required property string html
    required property int level
    required indent
    required quote
    required marker

    above: level < 3 ? Theme.xl : Theme.lg

    RichBlock {
        text: row.html
        font.pixelSize: row.level === 1 ? Theme.title : row.level === 2 ? Theme.lead + 1 : Theme.body
        font.weight: Font.DemiBold
        Accessible.role: Accessible.Heading
    }
}
