import QtQuick
import QtQuick.Layouts
import LocalLLM
import "controls"

FocusScope {
    id: pane

    required property var session
    required property int pane

    Accessible.role: Accessible.Pane
    Accessible.name: session.title
    onActiveFocusChanged: if (activeFocus)
        App.focusPane(pane.pane)

    Rectangle {
        visible: pane.pane > 0
        width: 1
        height: parent.height
        color: Theme.border
        z: 1
    }
    ColumnLayout {
        anchors.fill: parent
        spacing: 0

        TopBar {
            Layout.fillWidth: true
            session: pane.session
            pane: pane.pane
        }
        Item {
            Layout.fillWidth: true
            Layout.fillHeight: true

            Thread {
                anchors.fill: parent
                session: pane.session
                visible: !pane.session.empty
            }
            Welcome {
                anchors.fill: parent
                visible: pane.session.empty
                session: pane.session
            }
        }
        Composer {
            Layout.fillWidth: true
            Layout.maximumWidth: Theme.measure + 2 * Theme.xl
            Layout.alignment: Qt.AlignHCenter
            session: pane.session
            focus: true
        }
    }
    DropArea {
        anchors.fill: parent
        onDropped: drop => {
            pane.session.composer.attach(drop.urls);
            drop.accept();
        }

        Rectangle {
            anchors.fill: parent
            anchors.margins: Theme.md
            visible: parent.containsDrag
            radius: Theme.radiusLarge
            color: Theme.accentSoft
            opacity: 0.95
            border.width: 2
            border.color: Theme.accent

            Txt {
                anchors.centerIn: parent
                text: qsTr("Drop files to attach them")
                font.pixelSize: Theme.lead
            }
        }
    }
}
