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
        onActivated: App.openOverlay("search")
    }
    Shortcut {
        sequences: ["Ctrl+L"]
        onActivated: App.openOverlay("models")
    }
    Shortcut {
        sequences: ["Ctrl+B"]
        onActivated: App.toggleSidebar()
    }
    Shortcut {
        sequences: ["Ctrl+,"]
        onActivated: App.openPage("settings")
    }
    Shortcut {
        sequences: ["Ctrl+\\"]
        onActivated: App.toggleSplit()
    }
    Shortcut {
        sequences: ["Ctrl+Shift+P"]
        onActivated: App.togglePanel()
    }
    Shortcut {
        sequences: [StandardKey.Quit]
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
