import QtQuick
import QtQuick.Controls.Basic
import LocalLLM
import "../controls"

// Ctrl+L: the model of this chat.
Popup {
    id: overlay

    parent: Overlay.overlay
    x: parent ? Math.round((parent.width - width) / 2) : 0
    y: parent ? Math.round(parent.height * 0.12) : 0
    width: Math.min(620, parent ? parent.width - 2 * Theme.xl : 620)
    padding: Theme.sm
    modal: true
    focus: true
    onAboutToShow: {
        App.models.filter = "";
        App.models.refresh();
    }
    onAboutToHide: App.models.filter = ""
    Overlay.modal: Rectangle {
        color: Theme.scrim
    }
    background: Panel {}

    contentItem: Column {
        spacing: Theme.xs
        Accessible.role: Accessible.Dialog
        Accessible.name: qsTr("Choose a model")

        TextField {
            objectName: "modelFilter"
            width: parent.width
            focus: true
            leftPadding: Theme.md
            background: null
            font.family: Theme.sans
            font.pixelSize: Theme.lead
            color: Theme.text
            placeholderText: qsTr("Choose a model for this chat")
            placeholderTextColor: Theme.textFaint
            Accessible.name: qsTr("Filter")
            onTextChanged: App.models.filter = text
            Keys.onDownPressed: list.incrementCurrentIndex()
            Keys.onUpPressed: list.decrementCurrentIndex()
            onAccepted: list.currentItem?.choose()
        }
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.border
        }
        ListView {
            id: list

            objectName: "modelList"
            width: parent.width
            height: Math.min(contentHeight, 420)
            clip: true
            model: App.models.rows
            boundsBehavior: Flickable.StopAtBounds
            ScrollBar.vertical: Scroller {}

            Connections {
                target: App.models

                function onFilterChanged() {
                    list.currentIndex = 0;
                }
            }

            delegate: ModelChoice {
                width: list.width
                highlighted: ListView.isCurrentItem
                current: modelData.name === App.current.modelName
                onChosen: name => {
                    overlay.close();
                    App.chooseModel(name);
                }
            }
        }
        Rectangle {
            width: parent.width
            height: 1
            color: Theme.border
        }
        MenuRow {
            width: parent.width
            iconName: "model"
            text: qsTr("All models")
            onClicked: {
                overlay.close();
                App.view.openPage("models");
            }
        }
    }
}
