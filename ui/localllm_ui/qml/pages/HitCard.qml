import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// A repository that a search found; a click opens it.
ItemDelegate {
    id: hit_

    required property var hit

    objectName: "hit-" + hit.repo
    padding: Theme.md
    leftPadding: Theme.lg
    rightPadding: Theme.lg
    Accessible.name: hit.repo
    onClicked: App.library.repo.open(hit.repo)
    Keys.onReturnPressed: clicked()
    Keys.onEnterPressed: clicked()

    contentItem: Item {
        implicitHeight: words.implicitHeight

        Column {
            id: words

            anchors.left: parent.left
            anchors.right: badges.left
            anchors.rightMargin: Theme.md
            spacing: 2

            Txt {
                width: parent.width
                text: hit_.hit.repo
                elide: Text.ElideMiddle
                font.weight: Font.DemiBold
                Accessible.ignored: true
            }
            Txt {
                width: parent.width
                text: [hit_.hit.architecture, hit_.hit.licence, qsTr("%1 downloads a month").arg(hit_.hit.downloads), qsTr("%1 likes").arg(hit_.hit.likes)].filter(part => part).join(" · ")
                elide: Text.ElideRight
                font.pixelSize: Theme.small
                color: Theme.textMuted
            }
        }
        Row {
            id: badges

            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            spacing: Theme.xs

            Badge {
                visible: hit_.hit.gated
                text: qsTr("asks for consent")
                look: "warning"
            }
            Badge {
                visible: text !== ""
                text: hit_.hit.size
            }
        }
    }
    background: Rectangle {
        radius: Theme.radiusLarge
        color: hit_.hovered ? Theme.hover : Theme.raised
        border.width: 1
        border.color: Theme.border

        FocusRing {
            target: hit_
            radius: Theme.radiusLarge + 3
        }
    }
}
