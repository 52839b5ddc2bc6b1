import QtQuick
import LocalLLM
import "../controls"

// A repository whose author wants to know its readers: what to do, and a field for the token.
Card {
    id: card

    readonly property var repo: App.library.repo

    implicitHeight: rows.height + 2 * Theme.lg
    Accessible.role: Accessible.Grouping
    Accessible.name: qsTr("Consent and token")

    Column {
        id: rows

        x: Theme.lg
        y: Theme.lg
        width: parent.width - 2 * Theme.lg
        spacing: Theme.md

        Txt {
            width: parent.width
            wrapMode: Text.Wrap
            text: qsTr("The author of this model wants to know who reads it")
            font.weight: Font.DemiBold
        }
        Txt {
            width: parent.width
            wrapMode: Text.Wrap
            color: Theme.textMuted
            font.pixelSize: Theme.small
            text: card.repo.hasToken ? qsTr("Your token is known, but the terms are not accepted with it, or not granted yet. Ask on its page, then try again.") : qsTr("Accept the terms on its page, signed in to your account there; then paste an access token of that account. It is kept in this computer's keyring and shown to the hub alone.")
        }
        Row {
            width: parent.width
            spacing: Theme.sm

            Field {
                id: field

                objectName: "hubToken"
                width: Math.min(320, parent.width - save.width - terms.width - 2 * Theme.sm)
                label: qsTr("Access token")
                placeholderText: "hf_…"
                echoMode: TextInput.Password
                bad: card.repo.tokenProblem !== ""
                onAccepted: save.clicked()
            }
            Btn {
                id: save

                objectName: "saveToken"
                look: "primary"
                text: qsTr("Keep it and try again")
                enabled: field.text.trim() !== ""
                onClicked: {
                    card.repo.saveToken(field.text);
                    field.text = "";
                }
            }
            Btn {
                id: terms

                iconName: "open"
                text: qsTr("Its page")
                onClicked: card.repo.openPage()
            }
        }
        Txt {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.Wrap
            text: card.repo.tokenProblem
            font.pixelSize: Theme.small
            color: Theme.danger
        }
    }
}
