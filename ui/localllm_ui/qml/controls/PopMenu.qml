import QtQuick
import QtQuick.Controls.Basic
import LocalLLM

Menu {
    padding: Theme.xs
    implicitWidth: 232
    background: Panel {}
    delegate: MenuRow {}
}
