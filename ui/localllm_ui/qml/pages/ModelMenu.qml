import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// What can be done with a model beside chatting with it.
PopMenu {
    id: menu

    required property var row

    PopItem {
        visible: !menu.row.isDefault && !menu.row.problem
        iconName: "check"
        text: qsTr("Make it the default")
        onTriggered: App.models.makeDefault(menu.row.name)
    }
    PopItem {
        visible: menu.row.file
        iconName: "open"
        text: qsTr("Show in the folder")
        onTriggered: App.models.reveal(menu.row.path)
    }
    PopItem {
        visible: menu.row.file && !menu.row.problem
        iconName: "archive"
        text: qsTr("Quantize…")
        onTriggered: App.library.openQuantize(menu.row.name)
    }
    PopItem {
        visible: menu.row.file && !menu.row.problem
        iconName: "sliders"
        text: qsTr("Evaluate…")
        onTriggered: App.library.openEvaluate(menu.row.name)
    }
    PopItem {
        visible: menu.row.file
        iconName: "trash"
        danger: true
        text: qsTr("Delete…")
        onTriggered: App.library.deletion.begin(menu.row.name)
    }
}
