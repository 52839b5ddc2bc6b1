import QtQuick
import LocalLLM
import "../controls"

// "2 / 3": walks between the answers (or questions) that were given at the same place.
Row {
    id: walker

    required property var info
    required property var session

    visible: info.siblings > 1

    IconBtn {
        iconName: "chevronLeft"
        label: qsTr("Previous version")
        enabled: walker.info.sibling > 0
        onClicked: walker.session.actions.walk(walker.info.id, -1)
    }
    Txt {
        anchors.verticalCenter: parent.verticalCenter
        text: qsTr("%1 / %2").arg(walker.info.sibling + 1).arg(walker.info.siblings)
        font.pixelSize: Theme.caption
        font.features: ({
                tnum: 1
            })
        color: Theme.textMuted
    }
    IconBtn {
        iconName: "chevronRight"
        label: qsTr("Next version")
        enabled: walker.info.sibling < walker.info.siblings - 1
        onClicked: walker.session.actions.walk(walker.info.id, 1)
    }
}
