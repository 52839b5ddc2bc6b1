import QtQuick
import LocalLLM
import "../controls"

// What is being fetched, in the order in which it comes.
Column {
    id: list

    visible: App.library.downloads.rows.count > 0
    spacing: Theme.sm

    Heading2 {
        text: qsTr("Downloads")
    }
    Repeater {
        model: App.library.downloads.rows

        DownloadRow {
            required property var modelData

            width: list.width
            row: modelData
        }
    }
}
