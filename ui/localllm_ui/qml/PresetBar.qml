import QtQuick
import QtQuick.Layouts
import LocalLLM
import "controls"

// Presets: taken, saved under a name, deleted.
ColumnLayout {
    id: bar

    required property var options
    property bool naming: false

    spacing: Theme.xs

    Caption {
        text: qsTr("Preset")
    }
    RowLayout {
        visible: !bar.naming
        Layout.fillWidth: true
        spacing: Theme.xs

        Pick {
            objectName: "presets"
            Layout.fillWidth: true
            label: qsTr("Preset")
            model: bar.options.presets
            currentIndex: bar.options.presets.findIndex(preset => preset.value === bar.options.presetId)
            displayText: currentIndex < 0 ? qsTr("None") : currentText
            enabled: bar.options.presets.length > 0
            onActivated: bar.options.applyPreset(currentValue)
        }
        IconBtn {
            objectName: "savePreset"
            iconName: "save"
            label: qsTr("Save as a preset")
            onClicked: {
                bar.naming = true;
                name.forceActiveFocus();
            }
        }
        IconBtn {
            iconName: "trash"
            label: qsTr("Delete this preset")
            visible: bar.options.presetId >= 0
            onClicked: bar.options.deletePreset()
        }
    }
    RowLayout {
        visible: bar.naming
        Layout.fillWidth: true
        spacing: Theme.xs

        Field {
            id: name

            objectName: "presetName"
            Layout.fillWidth: true
            label: qsTr("Name of the preset")
            placeholderText: qsTr("Name of the preset")
            Keys.onEscapePressed: bar.naming = false
            onAccepted: if (text.trim()) {
                bar.options.savePreset(text);
                text = "";
                bar.naming = false;
            }
        }
        IconBtn {
            iconName: "check"
            label: qsTr("Save")
            enabled: name.text.trim() !== ""
            onClicked: name.accepted()
        }
    }
}
