import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// Before the first word: the place in the queue, or how much of the prompt is read.
BlockRow {
    id: row

    required property var info

    above: Theme.lg

    Column {
        width: parent.width
        spacing: Theme.sm
        topPadding: Theme.xs

        Row {
            spacing: Theme.sm

            Rectangle {
                anchors.verticalCenter: parent.verticalCenter
                width: 9
                height: 9
                radius: 5
                color: Theme.accent

                SequentialAnimation on opacity {
                    running: row.visible
                    loops: Animation.Infinite

                    NumberAnimation {
                        to: 0.25
                        duration: 600
                    }
                    NumberAnimation {
                        to: 1
                        duration: 600
                    }
                }
            }
            Txt {
                text: row.info.words
                font.pixelSize: Theme.small
                color: Theme.textMuted
            }
        }
        ProgressBar {
            id: bar

            visible: row.info.fraction > 0 && row.info.fraction < 1
            width: Math.min(parent.width, 280)
            height: visible ? 4 : 0
            value: row.info.fraction
            background: Rectangle {
                radius: 2
                color: Theme.gaugeFree
            }
            contentItem: Item {
                Rectangle {
                    width: bar.visualPosition * parent.width
                    height: parent.height
                    radius: 2
                    color: Theme.accent
                }
            }
            Accessible.name: qsTr("Prompt read")
        }
    }
}
