import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// Ctrl+K: finds chats by title and text.
Popup {
    id: overlay

    parent: Overlay.overlay
    x: parent ? Math.round((parent.width - width) / 2) : 0
    y: parent ? Math.round(parent.height * 0.12) : 0
    width: Math.min(680, parent ? parent.width - 2 * Theme.xl : 680)
    padding: Theme.sm
    modal: true
    focus: true
    onAboutToShow: App.search.start()
    Overlay.modal: Rectangle {
        color: Theme.scrim
    }
    background: Panel {}

    contentItem: Column {
        spacing: Theme.xs
        Accessible.role: Accessible.Dialog
        Accessible.name: qsTr("Search")

        Row {
            width: parent.width
            spacing: Theme.sm
            leftPadding: Theme.sm

            Icon {
                anchors.verticalCenter: parent.verticalCenter
                name: "search"
            }
            TextField {
                id: words

                objectName: "searchField"
                width: parent.width - Theme.xl - 2 * Theme.sm
                focus: true
                background: null
                font.family: Theme.sans
                font.pixelSize: Theme.lead
                color: Theme.text
                placeholderText: qsTr("Search in titles and messages")
                placeholderTextColor: Theme.textFaint
                selectionColor: Theme.accent
                selectedTextColor: Theme.onAccent
                Accessible.name: qsTr("Search")
                onTextChanged: App.search.query = text
                Keys.onDownPressed: list.incrementCurrentIndex()
                Keys.onUpPressed: list.decrementCurrentIndex()
                onAccepted: list.currentItem?.choose()
            }
        }
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.border
        }
        ListView {
            id: list

            objectName: "searchHits"
            width: parent.width
            height: Math.min(contentHeight, 440)
            clip: true
            model: App.search.hits
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: Scroller {}

            // Enter takes the best of what was found now, whatever was found before.
            Connections {
                target: App.search

                function onChanged() {
                    list.currentIndex = 0;
                    list.positionViewAtBeginning();
                }
            }

            delegate: SearchHit {
                width: list.width
                highlighted: ListView.isCurrentItem
                onChosen: hit => {
                    overlay.close();
                    if (hit.message < 0)
                        App.openChat(hit.chat);
                    else
                        App.openMessage(hit.chat, hit.message);
                }
            }
        }
        Txt {
            width: parent.width
            visible: list.count === 0
            padding: Theme.lg
            horizontalAlignment: Text.AlignHCenter
            text: words.text ? qsTr("Nothing was found") : qsTr("No chats yet")
            color: Theme.textFaint
        }
    }
}
