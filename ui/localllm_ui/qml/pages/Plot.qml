import QtQuick
import QtQuick.Shapes
import LocalLLM
import "../controls"

// The last minute of one number.
Card {
    id: card

    required property var plot
    readonly property real most: Math.max(plot.least, ...plot.points)

    implicitHeight: 132
    Accessible.role: Accessible.Graphic
    Accessible.name: plot.title + ": " + plot.now

    Txt {
        id: title

        x: Theme.md
        y: Theme.sm + 2
        width: parent.width - 2 * Theme.md
        text: card.plot.title
        elide: Text.ElideRight
        font.pixelSize: Theme.caption
        color: Theme.textMuted
    }
    Txt {
        id: now

        x: Theme.md
        anchors.top: title.bottom
        text: card.plot.now
        font.pixelSize: Theme.title
        font.weight: Font.DemiBold
    }
    Item {
        id: area

        anchors.left: parent.left
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.top: now.bottom
        anchors.margins: Theme.md
        anchors.topMargin: Theme.xs

        Rectangle {
            anchors.bottom: parent.bottom
            width: parent.width
            height: 1
            color: Theme.border
        }
        Shape {
            anchors.fill: parent
            preferredRendererType: Shape.CurveRenderer

            ShapePath {
                strokeColor: Theme.accent
                strokeWidth: 1.6
                fillColor: "transparent"

                PathPolyline {
                    path: card.plot.points.map((value, i) => Qt.point(i * area.width / (card.plot.points.length - 1), area.height * (1 - value / card.most)))
                }
            }
        }
    }
}
