import QtQuick
import LocalLLM

// Every key that works in the whole window.
Item {
    Shortcut {
        sequences: [StandardKey.New]
        onActivated: App.newChat()
    }
    Shortcut {
        sequences: ["Ctrl+K"]
        onActivated: App.view.openOverlay("search")
    }
    Shortcut {
        sequences: ["Ctrl+L"]
        onActivated: App.view.openOverlay("models")
    }
    Shortcut {
        sequences: ["Ctrl+B"]
        onActivated: App.view.toggleSidebar()
    }
    Shortcut {
        sequences: ["Ctrl+,"]
        onActivated: App.view.openPage("settings")
    }
    Shortcut {
        sequences: ["Ctrl+\\"]
        onActivated: App.toggleSplit()
    }
    Shortcut {
        sequences: ["Ctrl+Shift+P"]
        onActivated: App.view.togglePanel()
    }
    Shortcut {
        sequences: ["Ctrl+Q"]
        onActivated: App.quit()
    }
    Shortcut {
        enabled: App.toast.undoText !== ""
        sequences: ["Ctrl+Shift+Z"]
        onActivated: App.toast.undo()
    }
    Shortcut {
        enabled: App.canStop
        sequences: ["Esc"]
        onActivated: App.stop()
    }
}
