import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Layouts
import LocalLLM
import "controls"
import "overlays"

ApplicationWindow {
    id: window

    property bool wide: width > 900

    width: 1280
    height: 800
    minimumWidth: 640
    minimumHeight: 480
    visible: true
    title: App.title
    color: Theme.window
    font.family: Theme.sans
    font.pixelSize: Theme.body
    palette.highlight: Theme.accent
    onClosing: close => close.accepted = App.mayClose()

    RowLayout {
        anchors.fill: parent
        spacing: 0

        Sidebar {
            Layout.fillHeight: true
            Layout.preferredWidth: Theme.sidebar
            visible: App.view.sidebar
        }
        ColumnLayout {
            Layout.fillWidth: true
            Layout.fillHeight: true
            spacing: 0

            Banners {
                Layout.fillWidth: true
            }
            Loader {
                id: page

                Layout.fillWidth: true
                Layout.fillHeight: true
                source: App.view.pageSource
                focus: true
            }
        }
    }
    Toast {}
    Loader {
        id: overlay

        source: App.view.overlaySource
        onLoaded: item.open()

        Connections {
            target: overlay.item
            ignoreUnknownSignals: true

            function onClosed() {
                App.view.closeOverlay();
            }
        }
    }
    Keyboard {}
}
