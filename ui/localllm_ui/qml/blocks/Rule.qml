import QtQuick
import LocalLLM
import "../controls"

BlockRow {
    required indent
    required quote

    above: Theme.lg

    Item {
        width: parent.width
        height: 9

        Rectangle {
            y: 8
            width: parent.width
            height: 1
            color: Theme.border
        }
    }
}
