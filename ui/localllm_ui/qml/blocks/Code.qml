import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// A row of a code block: its bar when it is the first, rounded below when it is the last.
BlockRow {
    id: row

    required property string html
    required property string language
    required property string whole
    required property bool first
    required property bool last
    required indent
    required quote
    required marker

    above: first ? Theme.md : 0

    Rectangle {
        width: parent.width
        height: column.height
        color: Theme.code
        topLeftRadius: row.first ? Theme.radius : 0
        topRightRadius: row.first ? Theme.radius : 0
        bottomLeftRadius: row.last ? Theme.radius : 0
        bottomRightRadius: row.last ? Theme.radius : 0
        border.width: 1
        border.color: Theme.border

        Column {
            id: column

            width: parent.width

            Item {
                visible: row.first
                width: parent.width
                height: Theme.control

                Txt {
                    anchors.verticalCenter: parent.verticalCenter
                    x: Theme.md
                    text: row.language || qsTr("text")
                    font.pixelSize: Theme.caption
                    color: Theme.textMuted
                }
                Row {
                    anchors.right: parent.right
                    anchors.rightMargin: Theme.xs
                    anchors.verticalCenter: parent.verticalCenter

                    IconBtn {
                        iconName: "copy"
                        label: qsTr("Copy code")
                        onClicked: App.copyText(row.whole)
                    }
                    IconBtn {
                        iconName: "save"
                        label: qsTr("Save code to a file")
                        onClicked: App.saveText(row.whole, row.language)
                    }
                }
                Rectangle {
                    anchors.bottom: parent.bottom
                    width: parent.width
                    height: 1
                    color: Theme.border
                }
            }
            Flickable {
                id: sideways

                width: parent.width
                height: code.height
                contentWidth: Math.max(width, code.width)
                clip: true
                interactive: contentWidth > width
                flickableDirection: Flickable.HorizontalFlick
                boundsBehavior: Flickable.StopAtBounds

                ScrollBar.horizontal: Scroller {
                    policy: sideways.interactive ? ScrollBar.AlwaysOn : ScrollBar.AlwaysOff
                }

                RichBlock {
                    id: code

                    width: implicitWidth
                    leftPadding: Theme.md
                    rightPadding: Theme.md
                    topPadding: row.first ? Theme.sm + 2 : 0
                    bottomPadding: row.last ? Theme.md : 0
                    wrapMode: TextEdit.NoWrap
                    text: row.html
                    ink: Theme.codeText
                    font.family: Theme.mono
                    font.pixelSize: Theme.small
                }
            }
        }
    }
}
