import QtQuick
import LocalLLM
import "controls"

// What went wrong, why, and one button that helps.
Column {
    id: banners

    Repeater {
        model: App.banners

        Rectangle {
            id: banner

            required property string name
            required property string what
            required property string why
            required property string action
            required property string look

            width: banners.width
            height: Math.max(words.height, Theme.control) + 2 * Theme.sm
            color: Theme[look + "Soft"]
            Accessible.role: Accessible.AlertMessage
            Accessible.name: what + " " + why

            Icon {
                id: sign

                x: Theme.lg
                anchors.verticalCenter: parent.verticalCenter
                name: banner.look === "danger" ? "warning" : "info"
                colour: Theme[banner.look]
            }
            Column {
                id: words

                anchors.left: sign.right
                anchors.right: buttons.left
                anchors.margins: Theme.md
                anchors.verticalCenter: parent.verticalCenter
                spacing: 2

                Txt {
                    width: parent.width
                    text: banner.what
                    wrapMode: Text.Wrap
                    font.weight: Font.DemiBold
                    font.pixelSize: Theme.small
                }
                Txt {
                    width: parent.width
                    visible: text !== ""
                    text: banner.why
                    wrapMode: Text.Wrap
                    font.pixelSize: Theme.small
                    maximumLineCount: 3
                    elide: Text.ElideRight
                }
            }
            Row {
                id: buttons

                anchors.right: parent.right
                anchors.rightMargin: Theme.md
                anchors.verticalCenter: parent.verticalCenter
                spacing: Theme.sm

                Btn {
                    visible: banner.action !== ""
                    text: banner.action
                    onClicked: App.banners.act(banner.name)
                }
                IconBtn {
                    anchors.verticalCenter: parent.verticalCenter
                    iconName: "close"
                    label: qsTr("Dismiss")
                    ink: Theme.text
                    onClicked: App.banners.dismiss(banner.name)
                }
            }
            Rectangle {
                anchors.bottom: parent.bottom
                width: parent.width
                height: 1
                color: Theme.border
            }
        }
    }
}
