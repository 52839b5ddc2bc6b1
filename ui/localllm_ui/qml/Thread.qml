import QtQuick
import QtQuick.Controls.Basic
import Qt.labs.qmlmodels
import LocalLLM
import "blocks"
import "controls"

// The messages, a row a block. Stays at the end while an answer grows, unless scrolled away.
ListView {
    id: thread

    required property var session
    property bool following: true

    objectName: "thread"
    clip: true
    model: session.messages
    reuseItems: true
    cacheBuffer: 1200
    topMargin: Theme.sm
    footer: Item {
        width: 1
        height: Theme.lg
    }
    boundsBehavior: Flickable.StopAtBounds
    activeFocusOnTab: true
    maximumFlickVelocity: 6000
    Accessible.role: Accessible.List
    Accessible.name: qsTr("Messages")

    function toEnd() {
        following = true;
        positionViewAtEnd();
    }

    onContentHeightChanged: if (following)
        Qt.callLater(positionViewAtEnd)
    onHeightChanged: if (following)
        Qt.callLater(positionViewAtEnd)
    onMovementStarted: following = false
    onMovementEnded: following = atYEnd
    onSessionChanged: toEnd()
    Keys.onPressed: event => {
        const step = {
            [Qt.Key_Up]: -60,
            [Qt.Key_Down]: 60,
            [Qt.Key_PageUp]: -0.9 * height,
            [Qt.Key_PageDown]: 0.9 * height
        }[event.key];
        if (event.key === Qt.Key_End) {
            toEnd();
        } else if (event.key === Qt.Key_Home) {
            following = false;
            positionViewAtBeginning();
        } else if (step !== undefined) {
            following = false;
            contentY = Math.max(originY - topMargin, Math.min(contentY + step, originY + contentHeight - height));
            following = step > 0 && atYEnd;
        } else {
            return;
        }
        event.accepted = true;
    }

    Connections {
        target: thread.session.messages

        function onSent() {
            thread.toEnd();
        }
        function onShow(row) {
            thread.following = false;
            thread.positionViewAtIndex(row, ListView.Beginning);
        }
    }
    WheelHandler {
        target: null
        onWheel: event => {
            if (event.angleDelta.y > 0)
                thread.following = false;
            event.accepted = false;
        }
    }
    ScrollBar.vertical: Scroller {
        onPressedChanged: thread.following = !pressed && thread.atYEnd
    }
    FocusRing {
        target: thread
        anchors.margins: 2
    }
    IconBtn {
        visible: !thread.following && !thread.atYEnd
        anchors.bottom: parent.bottom
        anchors.horizontalCenter: parent.horizontalCenter
        anchors.bottomMargin: Theme.md
        iconName: "chevronDown"
        label: qsTr("To the end")
        filled: true
        onClicked: thread.toEnd()
    }

    delegate: DelegateChooser {
        role: "kind"

        DelegateChoice {
            roleValue: "user"
            UserBubble {}
        }
        DelegateChoice {
            roleValue: "paragraph"
            Paragraph {}
        }
        DelegateChoice {
            roleValue: "item"
            Paragraph {}
        }
        DelegateChoice {
            roleValue: "heading"
            Heading {}
        }
        DelegateChoice {
            roleValue: "code"
            Code {}
        }
        DelegateChoice {
            roleValue: "table"
            TableBlock {}
        }
        DelegateChoice {
            roleValue: "math"
            MathBlock {}
        }
        DelegateChoice {
            roleValue: "rule"
            Rule {}
        }
        DelegateChoice {
            roleValue: "thinking"
            Thinking {}
        }
        DelegateChoice {
            roleValue: "tool"
            ToolCallBlock {}
        }
        DelegateChoice {
            roleValue: "waiting"
            Waiting {}
        }
        DelegateChoice {
            roleValue: "foot"
            AnswerFoot {}
        }
    }
}
