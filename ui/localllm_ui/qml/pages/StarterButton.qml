import QtQuick
import LocalLLM
import "../controls"

// Fetches the starter model, and says how far that is.
Btn {
    readonly property bool busy: App.starter.fetching >= 0

    objectName: "fetchStarter"
    look: "primary"
    iconName: "download"
    enabled: !busy
    text: busy ? qsTr("Fetching the starter model… %1 %").arg(Math.round(100 * App.starter.fetching)) : qsTr("Fetch the starter model")
    onClicked: App.starter.fetch()
}
