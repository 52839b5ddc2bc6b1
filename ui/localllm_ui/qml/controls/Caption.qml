import QtQuick
import LocalLLM

Txt {
    font.pixelSize: Theme.small
    font.weight: Font.Medium
    color: Theme.textMuted
}
