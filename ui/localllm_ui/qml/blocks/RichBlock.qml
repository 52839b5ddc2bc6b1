import QtQuick
import LocalLLM
import "../controls"

// Words that can be selected; links open in the browser.
TextEdit {
    id: words

    property color ink: Theme.text

    width: parent ? parent.width : 0
    readOnly: true
    selectByMouse: true
    activeFocusOnTab: false // its place is shown by nothing; what can be done with it has buttons
    persistentSelection: false
    activeFocusOnPress: true
    wrapMode: TextEdit.Wrap
    textFormat: TextEdit.RichText
    color: ink
    selectionColor: Theme.accent
    selectedTextColor: Theme.onAccent
    font.family: Theme.sans
    font.pixelSize: Theme.body
    onLinkActivated: link => Qt.openUrlExternally(link)
    Accessible.role: Accessible.Paragraph
    Accessible.name: getText(0, length)

    HoverHandler {
        cursorShape: words.hoveredLink ? Qt.PointingHandCursor : Qt.IBeamCursor
    }
}
