import QtQuick
import LocalLLM
import "../controls"

// Below an answer: how it ended, its numbers, and what can be done with it.
BlockRow {
    id: row

    required property var info
    readonly property var session: ListView.view ? ListView.view.session : null

    above: Theme.sm

    Column {
        width: parent.width
        spacing: Theme.sm

        Rectangle {
            visible: row.info.notice !== ""
            width: parent.width
            height: visible ? notice.implicitHeight + 2 * Theme.sm : 0
            radius: Theme.radius
            color: row.info.failed ? Theme.dangerSoft : Theme.warningSoft

            Icon {
                id: sign

                x: Theme.md
                anchors.verticalCenter: parent.verticalCenter
                name: row.info.failed ? "warning" : "info"
                colour: row.info.failed ? Theme.danger : Theme.warning
            }
            Txt {
                id: notice

                x: sign.x + sign.width + Theme.sm
                y: Theme.sm
                width: parent.width - x - Theme.md
                text: row.info.notice
                wrapMode: Text.Wrap
                font.pixelSize: Theme.small
            }
        }
        Item {
            width: parent.width
            height: Theme.controlSmall

            MessageTools {
                id: tools

                x: -Theme.sm
                info: row.info
                session: row.session
                visible: !row.info.active
                near: hover.hovered
                always: row.info.isLast
            }
            Txt {
                readonly property real room: parent.width - tools.width - Theme.md

                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                text: row.info.numbers.find(line => metrics.advanceWidth(line) <= room) ?? ""
                font.pixelSize: Theme.caption
                color: Theme.textFaint
            }
            FontMetrics {
                id: metrics

                font.family: Theme.sans
                font.pixelSize: Theme.caption
            }
            HoverHandler {
                id: hover
            }
        }
    }
}
