import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "../controls"

ScrollPage {
    id: page

    title: qsTr("Server")
    hint: qsTr("A port on this computer for editors and programs that speak OpenAI's protocol.")
    Component.onCompleted: {
        App.server.watch(true);
        App.server.readLog();
    }
    Component.onDestruction: App.server.watch(false)

    Card {
        width: parent.width
        implicitHeight: port.implicitHeight + 2 * Theme.lg

        RowLayout {
            id: port

            x: Theme.lg
            y: Theme.lg
            width: parent.width - 2 * Theme.lg
            spacing: Theme.md

            Toggle {
                objectName: "portSwitch"
                label: qsTr("Open the port")
                checked: App.server.on
                onToggled: App.server.on = checked
            }
            Column {
                Layout.fillWidth: true
                spacing: 2

                Txt {
                    text: App.server.state
                    font.weight: Font.DemiBold
                }
                Txt {
                    width: parent.width
                    wrapMode: Text.Wrap
                    font.pixelSize: Theme.small
                    color: Theme.textMuted
                    text: App.server.locked ? qsTr("Clients need the key.") : qsTr("No key is asked for; only programs on this computer get in.")
                }
            }
            IconBtn {
                visible: App.server.url !== ""
                iconName: "copy"
                label: qsTr("Copy the address")
                onClicked: App.copyText(App.server.url)
            }
            Btn {
                iconName: "settings"
                text: qsTr("Address and key")
                onClicked: App.view.openPage("settings")
            }
        }
    }
    Heading2 {
        text: qsTr("Now")
    }
    Txt {
        visible: App.server.requests.count === 0
        text: qsTr("Nobody is asking anything.")
        color: Theme.textMuted
    }
    Repeater {
        model: App.server.requests

        RequestRow {
            required property var modelData

            width: page.width > 0 ? parent.width : 0
            request: modelData
        }
    }
    Grid {
        id: grid

        width: parent.width
        columns: width > 700 ? 4 : 2
        spacing: Theme.md

        Repeater {
            model: 8

            Plot {
                required property int index

                width: (grid.width - (grid.columns - 1) * grid.spacing) / grid.columns
                plot: App.server.plots[index]
            }
        }
    }
    Heading2 {
        text: qsTr("For your editor")
    }
    Snippets {
        width: parent.width
    }
    Heading2 {
        text: qsTr("Log")
    }
    Card {
        width: parent.width
        implicitHeight: 220
        color: Theme.code
        border.width: log.activeFocus ? 2 : 1
        border.color: log.activeFocus ? Theme.accent : Theme.border

        ScrollView {
            anchors.fill: parent
            anchors.margins: Theme.sm

            TextArea {
                id: log

                readOnly: true
                text: App.server.log || qsTr("Nothing was logged.")
                background: null
                color: Theme.codeText
                font.family: Theme.mono
                font.pixelSize: Theme.caption
                Accessible.name: qsTr("Log")
            }
        }
    }
}
