import QtQuick
import LocalLLM
import "../controls"

// The hub: a search, or the repository that was opened from it.
Column {
    id: find

    readonly property var search: App.library.search
    readonly property bool open: App.library.repo.name !== ""

    spacing: Theme.lg

    Empty {
        visible: find.search.offline
        width: parent.width
        iconName: "warning"
        title: qsTr("The network is switched off")
        hint: qsTr("The setting “Offline” keeps localllm from asking the hub. Switch it off to search.")

        Btn {
            text: qsTr("Open the settings")
            onClicked: App.view.openPage("settings")
        }
    }
    Column {
        visible: !find.search.offline && !find.open
        width: parent.width
        spacing: Theme.xs

        Field {
            objectName: "hubSearch"
            width: parent.width
            label: qsTr("Search the hub")
            placeholderText: qsTr("Name of a model, as “qwen3 4b”")
            text: find.search.query
            onTextEdited: find.search.query = text
            onAccepted: find.search.search()
        }
        Txt {
            width: parent.width
            text: qsTr("What you type here is sent to %1. Nothing else leaves this computer.").arg(find.search.host)
            elide: Text.ElideRight
            font.pixelSize: Theme.caption
            color: Theme.textFaint
        }
    }
    Txt {
        visible: !find.open && find.search.state === "busy"
        text: qsTr("Searching…")
        color: Theme.textMuted
    }
    Empty {
        visible: !find.open && find.search.state === "nothing"
        width: parent.width
        iconName: "search"
        title: qsTr("The hub has no GGUF files by that name")
        hint: qsTr("Fewer words find more. Try the name of a family: qwen3, llama, gemma.")
    }
    Empty {
        visible: !find.open && find.search.state === "failed"
        width: parent.width
        iconName: "warning"
        title: qsTr("The search did not work")
        hint: find.search.problem

        Btn {
            iconName: "refresh"
            text: qsTr("Try again")
            onClicked: find.search.search()
        }
    }
    Suggestions {
        visible: !find.open && !find.search.offline && find.search.state === ""
        width: parent.width
    }
    Column {
        visible: !find.open
        width: parent.width
        spacing: Theme.sm
        opacity: find.search.state === "busy" ? 0.6 : 1

        Repeater {
            model: find.search.rows

            HitCard {
                required property var modelData

                width: find.width
                hit: modelData
            }
        }
    }
    RepoView {
        visible: find.open
        width: parent.width
    }
}
