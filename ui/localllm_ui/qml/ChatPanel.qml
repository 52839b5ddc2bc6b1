import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "controls"

// How this chat is asked.
Rectangle {
    id: panel

    required property var session
    readonly property var options: session.options

    color: Theme.window
    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Settings of this chat")

    Rectangle {
        width: 1
        height: parent.height
        color: Theme.border
    }
    Flickable {
        id: flick

        anchors.fill: parent
        contentHeight: column.height + 2 * Theme.lg
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: Scroller {}

        ColumnLayout {
            id: column

            x: Theme.lg
            y: Theme.md
            width: flick.width - 2 * Theme.lg
            spacing: Theme.md

            RowLayout {
                Layout.fillWidth: true

                Txt {
                    Layout.fillWidth: true
                    text: qsTr("This chat")
                    font.pixelSize: Theme.lead
                    font.weight: Font.DemiBold
                }
                IconBtn {
                    iconName: "close"
                    label: qsTr("Close")
                    onClicked: App.view.togglePanel()
                }
            }
            PresetBar {
                Layout.fillWidth: true
                options: panel.options
            }
            ColumnLayout {
                Layout.fillWidth: true
                spacing: Theme.xs

                Caption {
                    text: qsTr("System prompt")
                }
                ScrollView {
                    Layout.fillWidth: true
                    Layout.preferredHeight: 150
                    ScrollBar.vertical: Scroller {}

                    Area {
                        objectName: "systemPrompt"
                        label: qsTr("System prompt")
                        placeholderText: qsTr("How the model should answer in this chat")
                        text: panel.options.systemPrompt
                        onEditingFinished: panel.options.systemPrompt = text
                    }
                }
            }
            RowLayout {
                Layout.fillWidth: true

                Caption {
                    Layout.fillWidth: true
                    text: qsTr("Sampling")
                }
                Btn {
                    look: "quiet"
                    text: qsTr("Reset")
                    onClicked: panel.options.reset()
                }
            }
            Repeater {
                model: panel.options.sliders

                SamplingSlider {
                    required property var modelData

                    Layout.fillWidth: true
                    row: modelData
                    options: panel.options
                }
            }
            RowLayout {
                Layout.fillWidth: true
                spacing: Theme.md

                ColumnLayout {
                    Layout.fillWidth: true
                    Layout.preferredWidth: 1

                    Caption {
                        text: qsTr("Most tokens")
                    }
                    Field {
                        Layout.fillWidth: true
                        label: qsTr("Most tokens of an answer")
                        placeholderText: qsTr("no limit")
                        text: panel.options.maxTokens
                        validator: IntValidator {
                            bottom: 1
                        }
                        onEditingFinished: panel.options.setMaxTokens(text)
                    }
                }
                ColumnLayout {
                    Layout.fillWidth: true
                    Layout.preferredWidth: 1

                    Caption {
                        text: qsTr("Seed")
                    }
                    Field {
                        Layout.fillWidth: true
                        label: qsTr("Seed")
                        placeholderText: qsTr("random")
                        text: panel.options.seed
                        validator: IntValidator {
                            bottom: 0
                        }
                        onEditingFinished: panel.options.setSeed(text)
                    }
                }
            }
        }
    }
}
