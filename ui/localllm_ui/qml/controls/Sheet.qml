import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

// A window above the window, centred, with a title. Esc closes it.
Popup {
    id: sheet

    required property string title
    default property alias content: body.data
    property int wide: 520

    parent: Overlay.overlay
    anchors.centerIn: parent
    width: Math.min(wide, parent ? parent.width - 2 * Theme.xl : wide)
    height: Math.min(implicitHeight, parent ? parent.height - 2 * Theme.xl : implicitHeight)
    modal: true
    focus: true
    padding: Theme.xl
    Overlay.modal: Rectangle {
        color: Theme.scrim
    }
    background: Panel {}
    contentItem: Column {
        id: body

        spacing: Theme.lg
        Accessible.role: Accessible.Dialog
        Accessible.name: sheet.title

        Txt {
            width: parent.width
            text: sheet.title
            font.pixelSize: Theme.title
            font.weight: Font.DemiBold
            elide: Text.ElideRight
        }
    }
}
