import QtQuick
import LocalLLM
import "../controls"

// What goes with a model, and what that frees, before it is done.
Sheet {
    id: sheet

    readonly property var now: App.library.deletion
    readonly property bool may: now.forbidden === ""

    title: may ? qsTr("Delete this model?") : qsTr("This cannot be deleted here")

    Txt {
        width: parent.width
        text: sheet.now.name
        elide: Text.ElideMiddle
        font.weight: Font.DemiBold
    }
    Txt {
        width: parent.width
        wrapMode: Text.Wrap
        text: sheet.may ? sheet.now.frees + " " + qsTr("There is no way back.") : sheet.now.forbidden
    }
    Txt {
        visible: sheet.may && !sheet.now.mine
        width: parent.width
        wrapMode: Text.Wrap
        text: qsTr("localllm did not fetch this file: it lies in a folder of yours, and other programs may need it.")
        color: Theme.danger
    }
    Column {
        visible: sheet.may
        width: parent.width
        spacing: 2

        Repeater {
            model: sheet.now.files.slice(0, 6)

            Txt {
                required property string modelData

                width: sheet.availableWidth
                text: modelData
                elide: Text.ElideMiddle
                font.pixelSize: Theme.small
                color: Theme.textMuted
            }
        }
        Txt {
            visible: sheet.now.files.length > 6
            text: qsTr("and %n more", "", sheet.now.files.length - 6)
            font.pixelSize: Theme.small
            color: Theme.textMuted
        }
    }
    Row {
        anchors.right: parent.right
        spacing: Theme.sm

        Btn {
            focus: true
            text: sheet.may ? qsTr("Keep it") : qsTr("Close")
            onClicked: sheet.close()
        }
        Btn {
            objectName: "confirmDelete"
            visible: sheet.may
            look: "danger"
            text: qsTr("Delete")
            onClicked: sheet.now.confirm()
        }
    }
}
