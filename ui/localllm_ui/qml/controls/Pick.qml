import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

// A choice of few. `model` is a list of {value, text}.
ComboBox {
    id: pick

    required property string label

    implicitHeight: Theme.control
    leftPadding: Theme.md
    rightPadding: Theme.xl + Theme.sm
    textRole: "text"
    valueRole: "value"
    font.family: Theme.sans
    font.pixelSize: Theme.small
    Accessible.name: label

    contentItem: Txt {
        text: pick.displayText
        font: pick.font
        verticalAlignment: Text.AlignVCenter
        elide: Text.ElideRight
        Accessible.ignored: true
    }
    indicator: Icon {
        x: pick.width - width - Theme.sm
        anchors.verticalCenter: parent.verticalCenter
        name: "chevronDown"
        size: Theme.body
    }
    background: Rectangle {
        radius: Theme.radius
        color: pick.hovered ? Theme.hover : Theme.raised
        border.width: 1
        border.color: Theme.borderStrong

        FocusRing {
            target: pick
        }
    }
    delegate: MenuRow {
        required property var modelData
        required property int index

        width: ListView.view.width
        text: modelData.text
        checkable: true
        checked: pick.currentIndex === index
        highlighted: pick.highlightedIndex === index
    }
    popup: Popup {
        y: pick.height + Theme.xs
        width: Math.max(pick.width, 180)
        padding: Theme.xs
        contentItem: ListView {
            clip: true
            implicitHeight: Math.min(contentHeight, 360)
            model: pick.popup.visible ? pick.delegateModel : null
            currentIndex: pick.highlightedIndex
            ScrollBar.vertical: Scroller {}
        }
        background: Panel {}
    }
}
