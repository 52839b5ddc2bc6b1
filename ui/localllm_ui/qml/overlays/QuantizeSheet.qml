import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// A smaller form of a model: which type, how large it gets, what is done on the way.
Sheet {
    id: sheet

    readonly property var quantize: App.library.quantize

    wide: 600
    title: qsTr("Quantize %1").arg(quantize.name)
    onClosed: quantize.stop()

    Txt {
        visible: text !== ""
        width: parent.width
        wrapMode: Text.Wrap
        text: sheet.quantize.warning
        font.pixelSize: Theme.small
        color: Theme.warning
    }
    ListView {
        id: list

        objectName: "quantizeTypes"
        width: parent.width
        height: Math.min(contentHeight, (sheet.parent?.height ?? 800) - 420)
        clip: true
        focus: true
        activeFocusOnTab: true
        currentIndex: sheet.quantize.types.findIndex(row => row.name === sheet.quantize.type)
        model: sheet.quantize.types
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: Scroller {}
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Types")
        Keys.onDownPressed: sheet.quantize.choose(model[Math.min(currentIndex + 1, count - 1)].name)
        Keys.onUpPressed: sheet.quantize.choose(model[Math.max(currentIndex - 1, 0)].name)

        delegate: TypeRow {
            width: list.width
            chosen: modelData.name === sheet.quantize.type
            onClicked: sheet.quantize.choose(modelData.name)
        }
    }
    SwitchRow {
        objectName: "calibrate"
        width: parent.width
        label: qsTr("Calibrate with the built-in text")
        hint: sheet.quantize.mustCalibrate ? qsTr("This type needs it. It takes some minutes more.") : qsTr("Better below five bits; takes some minutes more.")
        checked: sheet.quantize.calibrate
        enabled: !sheet.quantize.mustCalibrate
        onToggled: on => sheet.quantize.calibrate = on
    }
    SwitchRow {
        objectName: "measureLoss"
        width: parent.width
        label: qsTr("Measure what is lost")
        hint: qsTr("Reads a short text with both, and makes a report.")
        checked: sheet.quantize.measure
        onToggled: on => sheet.quantize.measure = on
    }
    Row {
        anchors.right: parent.right
        spacing: Theme.sm

        Btn {
            text: qsTr("Cancel")
            onClicked: sheet.close()
        }
        Btn {
            objectName: "startQuantize"
            look: "primary"
            text: qsTr("Quantize")
            onClicked: sheet.quantize.start()
        }
    }
}
