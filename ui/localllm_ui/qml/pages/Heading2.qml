import QtQuick
import LocalLLM
import "../controls"

Txt {
    topPadding: Theme.md
    font.pixelSize: Theme.lead
    font.weight: Font.DemiBold
    Accessible.role: Accessible.Heading
}
