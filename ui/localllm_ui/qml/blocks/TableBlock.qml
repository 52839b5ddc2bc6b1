import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "../controls"

BlockRow {
    id: row

    required property var cells
    required property var aligns
    required indent
    required quote
    required marker

    above: Theme.md + 2

    Rectangle {
        width: Math.min(parent.width, grid.implicitWidth + 2)
        height: grid.implicitHeight + 2
        radius: Theme.radius
        color: "transparent"
        border.width: 1
        border.color: Theme.border

        Flickable {
            id: sideways

            anchors.fill: parent
            anchors.margins: 1
            clip: true
            contentWidth: grid.implicitWidth
            interactive: contentWidth > width + 1
            flickableDirection: Flickable.HorizontalFlick
            boundsBehavior: Flickable.StopAtBounds

            ScrollBar.horizontal: Scroller {
                policy: sideways.interactive ? ScrollBar.AlwaysOn : ScrollBar.AlwaysOff
            }

            GridLayout {
                id: grid

                columns: row.aligns.length
                rowSpacing: 0
                columnSpacing: 0

                Repeater {
                    model: row.cells

                    Rectangle {
                        required property string modelData
                        required property int index
                        readonly property bool header: index < grid.columns

                        Layout.fillWidth: true
                        Layout.fillHeight: true
                        implicitWidth: Math.min(360, cell.implicitWidth)
                        implicitHeight: cell.implicitHeight
                        color: header ? Theme.sunken : "transparent"

                        RichBlock {
                            id: cell

                            anchors.fill: parent
                            leftPadding: Theme.md
                            rightPadding: Theme.md
                            topPadding: Theme.sm - 1
                            bottomPadding: Theme.sm - 1
                            text: parent.modelData
                            font.pixelSize: Theme.small
                            font.weight: parent.header ? Font.DemiBold : Font.Normal
                            horizontalAlignment: ({
                                    right: TextEdit.AlignRight,
                                    center: TextEdit.AlignHCenter
                                })[row.aligns[parent.index % grid.columns]] ?? TextEdit.AlignLeft
                        }
                        Rectangle {
                            visible: !parent.header
                            width: parent.width
                            height: 1
                            color: Theme.border
                        }
                    }
                }
            }
        }
    }
}
