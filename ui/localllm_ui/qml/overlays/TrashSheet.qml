import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

Sheet {
    id: sheet

    property bool sure: false

    title: qsTr("Trash")
    onAboutToShow: App.actions.refreshTrash()

    Txt {
        width: parent.width
        visible: list.count === 0
        text: qsTr("The trash is empty.")
        color: Theme.textMuted
    }
    ListView {
        id: list

        objectName: "trashList"
        width: parent.width
        height: Math.min(contentHeight, 380)
        clip: true
        model: App.actions.trashed
        boundsBehavior: Flickable.StopAtBounds
        ScrollBar.vertical: Scroller {}

        delegate: Item {
            id: row

            required property var modelData

            width: list.width
            height: Theme.control

            Txt {
                anchors.verticalCenter: parent.verticalCenter
                width: parent.width - restore.width - Theme.md
                text: row.modelData.title
                elide: Text.ElideRight
            }
            Btn {
                id: restore

                anchors.right: parent.right
                look: "quiet"
                text: qsTr("Restore")
                onClicked: App.actions.restore(row.modelData.id)
            }
        }
    }
    Row {
        anchors.right: parent.right
        spacing: Theme.sm

        Btn {
            visible: list.count > 0
            look: "danger"
            text: sheet.sure ? qsTr("Delete %n chat(s) for good", "", list.count) : qsTr("Empty the trash")
            onClicked: {
                if (sheet.sure)
                    App.actions.emptyTrash();
                sheet.sure = !sheet.sure;
            }
        }
        Btn {
            text: qsTr("Close")
            focus: true
            onClicked: sheet.close()
        }
    }
}
