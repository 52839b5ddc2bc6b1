import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// The line above what the model thought; opens and closes it.
BlockRow {
    id: row

    required property var info
    readonly property var session: ListView.view ? ListView.view.session : null

    above: Theme.md

    AbstractButton {
        id: button

        width: label.implicitWidth + 2 * Theme.md
        height: Theme.controlSmall
        focusPolicy: Qt.StrongFocus
        Accessible.name: label.words
        onClicked: row.session.actions.toggleThinking(row.info.id)

        contentItem: Item {
            Row {
                id: label

                readonly property string words: row.info.active ? qsTr("Thinking… %1 s").arg(row.info.seconds) : row.info.seconds > 0 ? qsTr("Thought for %1 s").arg(row.info.seconds) : qsTr("Thoughts")

                anchors.centerIn: parent
                spacing: Theme.xs + 2

                Icon {
                    anchors.verticalCenter: parent.verticalCenter
                    name: "think"
                    colour: row.info.active ? Theme.accent : Theme.textMuted
                }
                Txt {
                    anchors.verticalCenter: parent.verticalCenter
                    text: label.words
                    font.pixelSize: Theme.small
                    color: Theme.textMuted
                }
                Icon {
                    anchors.verticalCenter: parent.verticalCenter
                    name: row.info.open ? "chevronDown" : "chevronRight"
                    size: Theme.body
                }
            }
        }
        background: Rectangle {
            radius: Theme.radius
            color: button.hovered ? Theme.hover : Theme.sunken

            FocusRing {
                target: button
            }
        }
        HoverHandler {
            cursorShape: Qt.PointingHandCursor
        }
    }
}
