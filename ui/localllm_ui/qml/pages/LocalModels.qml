import QtQuick
import LocalLLM
import "../controls"

// Every model that is here, and those of other programs that could be.
Column {
    id: list

    spacing: Theme.lg

    Field {
        objectName: "modelsFilter"
        width: Math.min(parent.width, 360)
        label: qsTr("Filter")
        placeholderText: qsTr("Filter by name or architecture")
        onTextChanged: App.models.filter = text
        Component.onDestruction: App.models.filter = ""
    }
    Column {
        width: parent.width
        spacing: Theme.sm

        Repeater {
            model: App.models.rows

            ModelCard {
                required property var modelData

                width: list.width
                row: modelData
            }
        }
    }
    Empty {
        visible: App.models.none
        width: parent.width
        iconName: "model"
        title: qsTr("No model is here yet")
        hint: qsTr("Find one on the hub, or add a folder that holds GGUF files.")

        Btn {
            look: "primary"
            iconName: "search"
            text: qsTr("Find models")
            onClicked: App.library.section = "find"
        }
    }
    Txt {
        visible: App.models.filter !== "" && App.models.rows.count === 0 && !App.models.none
        width: parent.width
        wrapMode: Text.Wrap
        text: qsTr("No model here has these words in its name.")
        color: Theme.textMuted
    }
    StarterButton {
        visible: App.starter.missing
    }
    PeerFolders {
        width: parent.width
    }
}
