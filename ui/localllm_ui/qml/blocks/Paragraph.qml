import QtQuick
import LocalLLM
import "../controls"

BlockRow {
    id: row

    required property string html
    required indent
    required quote
    required marker
    required property bool quiet
    required property bool leads

    above: marker && !leads ? Theme.xs + 1 : quiet ? Theme.sm : Theme.md

    RichBlock {
        text: row.html
        ink: row.quiet ? Theme.textMuted : Theme.text
        font.pixelSize: row.quiet ? Theme.small : Theme.body
    }
}
