import QtQuick
import LocalLLM

// Nothing is here: what that means, and below it what can be done.
Column {
    id: empty

    required property string title
    property string hint: ""
    property string iconName: ""
    default property alias content: below.data

    topPadding: Theme.xl
    bottomPadding: Theme.xl
    spacing: Theme.sm

    Icon {
        anchors.horizontalCenter: parent.horizontalCenter
        visible: name !== ""
        name: empty.iconName
        colour: Theme.textFaint
        size: Theme.display
    }
    Txt {
        width: parent.width
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
        text: empty.title
        font.weight: Font.DemiBold
    }
    Txt {
        width: parent.width
        visible: text !== ""
        horizontalAlignment: Text.AlignHCenter
        wrapMode: Text.Wrap
        text: empty.hint
        color: Theme.textMuted
    }
    Row {
        id: below

        anchors.horizontalCenter: parent.horizontalCenter
        spacing: Theme.sm
    }
}
