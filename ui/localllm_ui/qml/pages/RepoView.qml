import QtQuick
import LocalLLM
import "../controls"

// A repository: what it has, what of it fits this computer.
Column {
    id: view

    readonly property var repo: App.library.repo

    spacing: Theme.md

    Row {
        width: parent.width
        spacing: Theme.sm

        Btn {
            id: back

            objectName: "backToSearch"
            look: "quiet"
            iconName: "chevronLeft"
            text: qsTr("Back")
            onClicked: view.repo.close()
        }
        Txt {
            anchors.verticalCenter: parent.verticalCenter
            width: parent.width - back.width - page.width - 2 * Theme.sm
            text: view.repo.name
            elide: Text.ElideMiddle
            font.pixelSize: Theme.lead
            font.weight: Font.DemiBold
            Accessible.role: Accessible.Heading
        }
        Btn {
            id: page

            visible: view.repo.state === "open"
            look: "quiet"
            iconName: "open"
            text: qsTr("Its page")
            onClicked: view.repo.openPage()
        }
    }
    Txt {
        visible: text !== ""
        width: parent.width
        text: view.repo.details
        elide: Text.ElideRight
        font.pixelSize: Theme.small
        color: Theme.textMuted
    }
    Txt {
        visible: view.repo.state === "busy"
        text: qsTr("Reading what there is, and what of it fits…")
        color: Theme.textMuted
    }
    Empty {
        visible: view.repo.state === "failed"
        width: parent.width
        iconName: "warning"
        title: qsTr("This cannot be shown")
        hint: view.repo.problem

        Btn {
            iconName: "refresh"
            text: qsTr("Try again")
            onClicked: view.repo.again()
        }
    }
    TokenCard {
        visible: view.repo.gated
        width: parent.width
    }
    Column {
        width: parent.width
        spacing: Theme.xs

        Repeater {
            model: view.repo.rows

            ChoiceRow {
                required property var modelData

                width: view.width
                choice: modelData
                locked: view.repo.gated
            }
        }
    }
}
