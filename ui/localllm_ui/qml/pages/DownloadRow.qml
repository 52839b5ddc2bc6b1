import QtQuick
import LocalLLM
import "../controls"

WorkCard {
    id: card

    required property var row
    readonly property var queue: App.library.downloads

    title: row.name
    about: row.words
    problem: row.problem
    moving: row.state === "running" || row.state === "paused" || row.state === "failed" || row.state === "queued" && row.fraction > 0
    fraction: row.fraction

    IconBtn {
        visible: card.row.state !== "done" && !card.row.first
        iconName: "send"
        label: qsTr("Earlier")
        onClicked: card.queue.moveUp(card.row.id)
    }
    // One button for both, so that the keyboard stays where it is.
    IconBtn {
        readonly property bool paused: card.row.state === "paused"

        visible: paused || card.row.state === "running" || card.row.state === "queued"
        iconName: paused ? "play" : "pause"
        label: paused ? qsTr("Go on") : qsTr("Pause")
        onClicked: paused ? card.queue.resume(card.row.id) : card.queue.pause(card.row.id)
    }
    Btn {
        visible: card.row.state === "failed"
        iconName: "refresh"
        text: qsTr("Try again")
        onClicked: card.queue.resume(card.row.id)
    }
    IconBtn {
        iconName: "close"
        label: card.row.state === "done" ? qsTr("Off the list") : qsTr("Cancel the download")
        onClicked: card.queue.cancel(card.row.id)
    }
}
