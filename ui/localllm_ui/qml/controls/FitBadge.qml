import QtQuick

// Does the model fit into this computer's free memory?
Badge {
    required property string fit
    required property string takes

    visible: fit !== ""
    look: ({
            fits: "good",
            tight: "warning",
            big: "danger"
        })[fit] ?? ""
    text: ({
            fits: qsTr("fits, %1"),
            tight: qsTr("tight, %1"),
            big: qsTr("too big, %1")
        }[fit] ?? "").arg(takes)
}
