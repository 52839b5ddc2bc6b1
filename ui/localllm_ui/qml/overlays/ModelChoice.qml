import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "../controls"

ItemDelegate {
    id: row

    required property var modelData
    property bool current: false

    signal chosen(string name)

    function choose() {
        if (!modelData.problem)
            chosen(modelData.name);
    }

    padding: Theme.sm
    leftPadding: Theme.md
    rightPadding: Theme.md
    enabled: !modelData.problem
    onClicked: choose()
    Accessible.name: modelData.name
    Accessible.description: modelData.problem || modelData.details

    contentItem: RowLayout {
        spacing: Theme.sm

        Column {
            Layout.fillWidth: true
            spacing: 2

            Txt {
                width: parent.width
                text: row.modelData.name
                elide: Text.ElideMiddle
                font.weight: row.current ? Font.DemiBold : Font.Normal
            }
            Txt {
                width: parent.width
                text: row.modelData.problem || row.modelData.details
                elide: Text.ElideRight
                font.pixelSize: Theme.caption
                color: row.modelData.problem ? Theme.danger : Theme.textMuted
            }
        }
        FitBadge {
            fit: row.modelData.fit
            takes: row.modelData.takes
        }
        Badge {
            visible: row.modelData.state === "ready"
            text: qsTr("loaded")
            look: "accent"
        }
        Icon {
            visible: row.current
            name: "check"
            colour: Theme.accent
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: row.highlighted || row.hovered ? Theme.hover : "transparent"
    }
}
