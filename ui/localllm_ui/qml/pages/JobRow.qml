import QtQuick
import LocalLLM
import "../controls"

WorkCard {
    id: card

    required property var row
    readonly property var jobs: App.library.jobs

    title: row.title
    about: row.words
    problem: row.problem
    note: row.warnings
    moving: row.state === "running"
    fraction: row.fraction

    Btn {
        visible: card.row.report
        iconName: "file"
        text: qsTr("Report")
        onClicked: card.jobs.report(card.row.id)
    }
    IconBtn {
        visible: card.row.path !== ""
        iconName: "open"
        label: qsTr("Show in the folder")
        onClicked: App.models.reveal(card.row.path)
    }
    Btn {
        visible: !card.row.ended
        text: qsTr("Cancel")
        onClicked: card.jobs.cancel(card.row.id)
    }
    IconBtn {
        visible: card.row.ended
        iconName: "close"
        label: qsTr("Off the list")
        onClicked: card.jobs.forget(card.row.id)
    }
}
