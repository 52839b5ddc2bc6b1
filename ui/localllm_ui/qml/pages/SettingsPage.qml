import QtQuick
import QtQuick.Layouts
import LocalLLM
import "../controls"

ScrollPage {
    id: page

    title: qsTr("Settings")

    Repeater {
        model: App.settings.areas

        Column {
            id: area

            required property var modelData

            width: parent.width
            spacing: Theme.sm

            Heading2 {
                text: area.modelData.title
            }
            Card {
                width: parent.width
                implicitHeight: rows.height

                Column {
                    id: rows

                    width: parent.width

                    Repeater {
                        model: area.modelData.rows

                        SettingRow {
                            required property var modelData

                            width: rows.width
                            row: modelData
                            onChanged: value => App.settings.set(modelData.name, value)
                        }
                    }
                }
            }
        }
    }
    Item {
        width: 1
        height: apply.visible ? apply.height : 0
    }
    Panel {
        id: apply

        parent: page
        visible: App.settings.waiting
        anchors.bottom: parent.bottom
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottomMargin: Theme.xl
        width: row.width + 2 * Theme.lg
        height: row.height + 2 * Theme.sm

        Row {
            id: row

            anchors.centerIn: parent
            spacing: Theme.md

            Txt {
                anchors.verticalCenter: parent.verticalCenter
                font.pixelSize: Theme.small
                text: App.settings.reloads ? qsTr("Saved. Taking it into use loads the model again and stops running answers.") : qsTr("Saved. Taking it into use stops running answers.")
            }
            Btn {
                objectName: "applySettings"
                look: "primary"
                text: qsTr("Use now")
                onClicked: App.settings.apply()
            }
        }
    }
}
