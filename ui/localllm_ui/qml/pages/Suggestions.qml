import QtQuick
import QtQuick.Layouts
import LocalLLM
import "../controls"

// Three models to begin with, by what this computer has. Nothing is asked before a click.
Column {
    id: root

    readonly property var found: App.library.suggestions

    spacing: Theme.sm
    Component.onCompleted: found.look()

    Txt {
        width: parent.width
        visible: root.found.rows.count > 0
        text: qsTr("Good ones to begin with, for this computer")
        elide: Text.ElideRight
        font.pixelSize: Theme.lead
        font.weight: Font.DemiBold
    }
    Repeater {
        model: root.found.rows

        Card {
            id: card

            required property var modelData

            width: root.width
            implicitHeight: inside.implicitHeight + 2 * Theme.md
            Accessible.role: Accessible.ListItem
            Accessible.name: modelData.name

            RowLayout {
                id: inside

                x: Theme.lg
                y: Theme.md
                width: parent.width - 2 * Theme.lg
                spacing: Theme.md

                ColumnLayout {
                    Layout.fillWidth: true
                    spacing: 3

                    RowLayout {
                        spacing: Theme.sm

                        Txt {
                            text: card.modelData.name
                            font.weight: Font.DemiBold
                        }
                        FitBadge {
                            fit: card.modelData.fit
                            takes: card.modelData.takes
                        }
                    }
                    Txt {
                        Layout.fillWidth: true
                        text: card.modelData.reason
                        wrapMode: Text.Wrap
                        font.pixelSize: Theme.small
                    }
                    Txt {
                        Layout.fillWidth: true
                        text: card.modelData.size + " · " + card.modelData.repo + " · " + (card.modelData.terms ? qsTr("licence with terms of its own: %1").arg(card.modelData.licence) : qsTr("licence %1").arg(card.modelData.licence))
                        elide: Text.ElideRight
                        font.pixelSize: Theme.caption
                        color: Theme.textMuted
                    }
                }
                Btn {
                    objectName: "suggested-" + card.modelData.name
                    iconName: "download"
                    enabled: !card.modelData.busy
                    text: card.modelData.busy ? qsTr("Asking the hub…") : qsTr("Download")
                    Accessible.name: qsTr("Download %1").arg(card.modelData.name)
                    onClicked: root.found.fetch(card.modelData.repo)
                }
            }
        }
    }
    Txt {
        width: parent.width
        visible: root.found.rows.count > 0
        wrapMode: Text.Wrap
        text: qsTr("Sizes are estimates; on a click %1 is asked for what it has.").arg(App.library.search.host)
        font.pixelSize: Theme.caption
        color: Theme.textFaint
    }
}
