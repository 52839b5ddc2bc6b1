import QtQuick
import LocalLLM
import "../controls"

// The queue of downloads, and jobs.
Column {
    id: work

    readonly property var downloads: App.library.downloads.rows
    readonly property var jobs: App.library.jobs.rows

    spacing: Theme.lg

    Empty {
        visible: work.downloads.count + work.jobs.count === 0
        width: parent.width
        iconName: "download"
        title: qsTr("Nothing is on its way")
        hint: qsTr("Models that are fetched, quantized or measured are shown here.")

        Btn {
            iconName: "search"
            text: qsTr("Find models")
            onClicked: App.library.section = "find"
        }
    }
    DownloadQueue {
        width: parent.width
    }
    Column {
        visible: work.jobs.count > 0
        width: parent.width
        spacing: Theme.sm

        Heading2 {
            text: qsTr("Jobs")
        }
        Repeater {
            model: work.jobs

            JobRow {
                required property var modelData

                width: work.width
                row: modelData
            }
        }
    }
}
