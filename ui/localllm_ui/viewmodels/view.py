"""What the window shows around the chats: page, overlay, sidebar, settings panel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal, Slot

from localllm_ui.qt import prop
from localllm_ui.viewmodels import words

if TYPE_CHECKING:
    from localllm_ui.preferences import Preferences

QML = Path(__file__).parent.parent / "qml"
_PAGE_FILES = {
    "chats": "ChatPage.qml",
    "models": "pages/ModelsPage.qml",
    "server": "pages/ServerPage.qml",
    "settings": "pages/SettingsPage.qml",
    "welcome": "pages/FirstRunPage.qml",
}
_OVERLAYS = {
    "search": "overlays/SearchOverlay.qml",
    "models": "overlays/ModelPicker.qml",
    "trash": "overlays/TrashSheet.qml",
    "rename": "overlays/RenameSheet.qml",
    "quantize": "overlays/QuantizeSheet.qml",
    "evaluate": "overlays/EvaluateSheet.qml",
    "delete": "overlays/DeleteSheet.qml",
    "import": "overlays/ImportSheet.qml",
}


class View(QObject):
    """One page at a time, and at most one overlay over it."""

    changed = Signal()
    languageChanged = Signal()
    panelToggled = Signal()

    def __init__(self, preferences: Preferences, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._page, self._overlay = "chats", ""
        self._panel = False

    @prop(str, notify=changed)
    def page(self) -> str:
        return self._page

    @prop(QUrl, notify=changed)
    def pageSource(self) -> QUrl:
        return QUrl.fromLocalFile(str(QML / _PAGE_FILES[self._page]))

    def show_chats(self) -> None:
        self._page = "chats"
        self.changed.emit()

    @prop("QVariantList", notify=languageChanged)
    def pages(self) -> list[dict[str, str]]:
        return [
            {"page": "models", "icon": "model", "text": words.translate("Models")},
            {"page": "server", "icon": "server", "text": words.translate("Server")},
            {"page": "settings", "icon": "settings", "text": words.translate("Settings")},
        ]

    @prop("QStringList", notify=languageChanged)
    def ideas(self) -> list[str]:
        return [
            words.translate("Explain recursion with a small example in Python"),
            words.translate("Draft a friendly reminder about an unpaid invoice"),
            words.translate("What should I look at on a weekend in Lisbon?"),
        ]

    @Slot(str)
    def openPage(self, page: str) -> None:
        if page == "chats" or page != self._page:
            self._page = page
        else:
            self._page = "chats"  # the same again leads back
        self.changed.emit()

    @prop(QUrl, notify=changed)
    def overlaySource(self) -> QUrl:
        return QUrl.fromLocalFile(str(QML / _OVERLAYS[self._overlay])) if self._overlay else QUrl()

    @Slot(str)
    def openOverlay(self, name: str) -> None:
        self._overlay = name
        self.changed.emit()

    @Slot()
    def closeOverlay(self) -> None:
        self._overlay = ""
        self.changed.emit()

    @prop(bool, notify=changed)
    def sidebar(self) -> bool:
        return bool(self._preferences.get("sidebar"))

    @Slot()
    def toggleSidebar(self) -> None:
        self._preferences.set("sidebar", not self.sidebar)
        self.changed.emit()

    @prop(bool, notify=changed)
    def panel(self) -> bool:
        return self._panel

    @Slot()
    def togglePanel(self) -> None:
        self._panel = not self._panel
        self.panelToggled.emit()
        self.changed.emit()
