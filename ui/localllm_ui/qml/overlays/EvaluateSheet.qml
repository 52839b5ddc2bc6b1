import QtQuick
import LocalLLM
import "../controls"

// How well a model predicts text; against its base, what a quantization cost.
Sheet {
    id: sheet

    readonly property var evaluate: App.library.evaluate

    title: qsTr("Measure %1").arg(evaluate.name)

    Txt {
        width: parent.width
        wrapMode: Text.Wrap
        color: Theme.textMuted
        text: qsTr("A built-in text is read, and each prediction is compared with what really comes next. Against the model it was made from, that shows what a quantization cost.")
    }
    Column {
        width: parent.width
        spacing: Theme.xs

        Caption {
            text: qsTr("Against")
        }
        Pick {
            objectName: "evaluateBase"
            width: parent.width
            focus: true
            label: qsTr("Against")
            model: sheet.evaluate.bases
            currentIndex: sheet.evaluate.bases.findIndex(row => row.value === sheet.evaluate.base)
            onActivated: sheet.evaluate.base = currentValue
        }
    }
    SwitchRow {
        objectName: "thorough"
        width: parent.width
        label: qsTr("The whole text")
        hint: qsTr("More exact, and takes several times as long.")
        checked: sheet.evaluate.thorough
        onToggled: on => sheet.evaluate.thorough = on
    }
    Row {
        anchors.right: parent.right
        spacing: Theme.sm

        Btn {
            text: qsTr("Cancel")
            onClicked: sheet.close()
        }
        Btn {
            objectName: "startEvaluate"
            look: "primary"
            text: qsTr("Measure")
            onClicked: sheet.evaluate.start()
        }
    }
}
