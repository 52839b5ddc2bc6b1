import QtQuick
import LocalLLM
import "controls"

PopMenu {
    PopItem {
        iconName: "folder"
        text: qsTr("New folder")
        onTriggered: App.actions.newFolder(-1)
    }
    PopItem {
        iconName: "import"
        text: qsTr("Import chats…")
        onTriggered: App.actions.chooseImport()
    }
    PopItem {
        iconName: "export"
        text: qsTr("Export all chats…")
        onTriggered: App.actions.askExport(-1, qsTr("chats"))
    }
    PopItem {
        iconName: "trash"
        text: qsTr("Trash")
        onTriggered: App.view.openOverlay("trash")
    }
    PopItem {
        iconName: "info"
        text: qsTr("Copy diagnostics")
        onTriggered: App.copyDiagnostics()
    }
}
