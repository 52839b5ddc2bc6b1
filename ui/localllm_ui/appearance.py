"""How the window looks and what language it speaks, as the preferences say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from localllm_ui.i18n import TsTranslator

if TYPE_CHECKING:
    from localllm_ui.preferences import Preferences
    from localllm_ui.theme import Theme


class Appearance(QObject):
    languageChanged = Signal()

    def __init__(self, preferences: Preferences, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences, self._theme = preferences, theme
        self._translator: TsTranslator | None = None
        preferences.changed.connect(self._changed)
        for name in ("language", "theme", "font_size"):
            self._changed(name)

    def _changed(self, name: str) -> None:
        match name:
            case "theme":
                self._theme.set_mode(self._preferences.get("theme"))
            case "font_size":
                self._theme.set_font_size(self._preferences.get("font_size"))
            case "language":
                self._set_language(self._preferences.language())

    def _set_language(self, language: str) -> None:
        if self._translator is not None:
            QCoreApplication.removeTranslator(self._translator)
        self._translator = TsTranslator(language, self)
        QCoreApplication.installTranslator(self._translator)
        self.languageChanged.emit()
