import QtQuick
import LocalLLM
import "../controls"

// A file that was chosen: opened where it lies, unless a copy is wanted.
Sheet {
    id: sheet

    readonly property var file: App.library.importer

    title: file.name

    Txt {
        visible: text !== ""
        width: parent.width
        text: sheet.file.details
        elide: Text.ElideRight
        color: Theme.textMuted
    }
    Txt {
        visible: text !== ""
        width: parent.width
        wrapMode: Text.Wrap
        text: sheet.file.problem
        color: Theme.danger
    }
    Txt {
        visible: sheet.file.usable
        width: parent.width
        wrapMode: Text.Wrap
        text: sheet.file.copy ? qsTr("A copy is put into the folder of the models; it takes %1 more.").arg(sheet.file.size) : qsTr("It is opened where it lies, in %1; nothing is copied.").arg(sheet.file.folder)
    }
    Row {
        visible: sheet.file.usable
        spacing: Theme.md

        Toggle {
            id: copy

            objectName: "copyFile"
            label: qsTr("Copy it into the folder of the models")
            checked: sheet.file.copy
            onToggled: sheet.file.copy = checked
        }
        Txt {
            anchors.verticalCenter: copy.verticalCenter
            text: copy.label
            Accessible.ignored: true
        }
    }
    Row {
        anchors.right: parent.right
        spacing: Theme.sm

        Btn {
            text: sheet.file.usable ? qsTr("Cancel") : qsTr("Close")
            onClicked: sheet.close()
        }
        Btn {
            objectName: "acceptImport"
            visible: sheet.file.usable
            focus: true
            look: "primary"
            enabled: !sheet.file.busy
            text: sheet.file.busy ? qsTr("Copying…") : qsTr("Add it")
            onClicked: sheet.file.accept()
        }
    }
}
