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
    text: fit === "fits" ? qsTr("fits, %1").arg(takes) : fit === "tight" ? qsTr("tight, %1").arg(takes) : qsTr("too big, %1").arg(takes)
}
