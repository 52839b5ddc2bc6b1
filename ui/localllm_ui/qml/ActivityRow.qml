import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "controls"

// Something is being fetched or computed: how far, and the way to it.
ItemDelegate {
    id: row

    objectName: "activity"
    implicitHeight: Theme.control + Theme.sm
    leftPadding: Theme.sm
    rightPadding: Theme.sm
    text: App.library.activity
    Accessible.name: text
    onClicked: {
        App.library.section = "work";
        if (App.view.page !== "models")
            App.view.openPage("models");
    }

    contentItem: Column {
        spacing: Theme.xs

        Row {
            spacing: Theme.sm + 2

            Icon {
                anchors.verticalCenter: parent.verticalCenter
                name: "download"
                colour: Theme.accent
            }
            Txt {
                anchors.verticalCenter: parent.verticalCenter
                text: row.text
                font.pixelSize: Theme.small
                font.weight: Font.Medium
                Accessible.ignored: true
            }
        }
        Meter {
            width: parent.width
            label: row.text
            fraction: App.library.fraction
        }
    }
    background: Rectangle {
        radius: Theme.radius
        color: row.hovered ? Theme.hover : "transparent"

        FocusRing {
            target: row
        }
    }
}
