import QtQuick
import LocalLLM

Rectangle {
    radius: Theme.radiusLarge
    color: Theme.raised
    border.width: 1
    border.color: Theme.border
}
