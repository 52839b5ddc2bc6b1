import QtQuick
import LocalLLM
import "../controls"

// What every row of the thread has: the column, the indent of lists, the bars of quotes.
Item {
    id: row

    property int indent: 0
    property int quote: 0
    property string marker: ""
    property int above: Theme.md
    readonly property int inset: quote * Theme.lg + indent * (Theme.xl + 2)
    readonly property int column: Math.min(Theme.measure, width - 2 * Theme.xl)
    default property alias content: box.data

    width: ListView.view ? ListView.view.width : 0
    implicitHeight: above + box.height

    Repeater {
        model: row.quote

        Rectangle {
            required property int index

            x: box.x - row.inset + index * Theme.lg
            width: 3
            height: row.height
            radius: 1
            color: Theme.border
        }
    }
    Txt {
        visible: row.marker !== ""
        x: box.x - width - Theme.sm
        text: row.marker
        color: Theme.textMuted
        y: box.y
    }
    Item {
        id: box

        x: Math.round((row.width - row.column) / 2) + row.inset
        y: row.above
        width: row.column - row.inset
        height: childrenRect.height
    }
}
