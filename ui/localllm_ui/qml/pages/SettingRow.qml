import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "../controls"

// One setting: its name and meaning at the left, what changes it at the right.
Item {
    id: root

    required property var row

    signal changed(var value)

    implicitHeight: inside.implicitHeight + 2 * Theme.md

    RowLayout {
        id: inside

        x: Theme.lg
        y: Theme.md
        width: parent.width - 2 * Theme.lg
        spacing: Theme.lg

        ColumnLayout {
            Layout.fillWidth: true
            spacing: 2

            Txt {
                Layout.fillWidth: true
                text: root.row.label
                wrapMode: Text.Wrap
            }
            Txt {
                Layout.fillWidth: true
                visible: text !== ""
                text: root.row.help ?? ""
                wrapMode: Text.Wrap
                font.pixelSize: Theme.small
                color: Theme.textMuted
            }
            Txt {
                Layout.fillWidth: true
                visible: text !== ""
                text: root.row.error ?? ""
                wrapMode: Text.Wrap
                font.pixelSize: Theme.small
                color: Theme.danger
            }
            Txt {
                visible: (root.row.fixed ?? "") !== ""
                text: qsTr("Set by the environment: %1").arg(root.row.fixed ?? "")
                font.pixelSize: Theme.caption
                color: Theme.textFaint
            }
        }
        Loader {
            enabled: !root.row.fixed
            Layout.preferredWidth: root.row.kind === "switch" ? 44 : 220
            sourceComponent: ({
                    "switch": toggle,
                    choice: pick,
                    slider: spin
                })[root.row.kind] ?? field
        }
    }
    Rectangle {
        anchors.bottom: parent.bottom
        x: Theme.lg
        width: parent.width - 2 * Theme.lg
        height: 1
        color: Theme.border
        opacity: 0.6
    }

    Component {
        id: toggle

        Toggle {
            objectName: "setting-" + root.row.name
            label: root.row.label
            checked: root.row.value
            onToggled: root.changed(checked)
        }
    }
    Component {
        id: pick

        Pick {
            objectName: "setting-" + root.row.name
            label: root.row.label
            model: root.row.choices
            currentIndex: root.row.choices.findIndex(choice => choice.value === root.row.value)
            onActivated: root.changed(currentValue)
        }
    }
    Component {
        id: field

        Field {
            objectName: "setting-" + root.row.name
            label: root.row.label
            text: root.row.value
            placeholderText: root.row.standard
            bad: root.row.error !== ""
            echoMode: root.row.secret ? TextInput.PasswordEchoOnEdit : TextInput.Normal
            onEditingFinished: if (text !== root.row.value)
                root.changed(text === "" ? root.row.standard : text)
        }
    }
    Component {
        id: spin

        Slider {
            id: slider

            objectName: "setting-" + root.row.name
            from: root.row.low
            to: root.row.high
            stepSize: 1
            snapMode: Slider.SnapAlways
            value: root.row.value
            Accessible.name: root.row.label
            onPressedChanged: if (!pressed)
                root.changed(slider.value)
            Keys.onReleased: root.changed(slider.value)

            background: Rectangle {
                y: (slider.height - height) / 2
                width: slider.width
                height: 4
                radius: 2
                color: Theme.gaugeFree

                Rectangle {
                    width: slider.visualPosition * parent.width
                    height: 4
                    radius: 2
                    color: Theme.accent
                }
            }
            handle: Rectangle {
                x: slider.visualPosition * (slider.width - width)
                y: (slider.height - height) / 2
                width: 18
                height: 18
                radius: 9
                color: Theme.raised
                border.width: 2
                border.color: Theme.accent

                FocusRing {
                    target: slider
                    radius: 12
                }
            }
        }
    }
}
