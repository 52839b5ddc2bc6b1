"""What the window is to be like: the settings of the area "window", in use as soon as they are set.

What it only remembers from start to start (`Memory`) is no setting: it is kept in window.ini beside
config.toml.
"""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import QLocale, QObject, QSettings, Signal

from localllm import paths, settings_file
from localllm.settings import SETTINGS, Settings

# As each calls itself; the setting `language` names them.
LANGUAGES = {
    "en": "English",
    "zh_CN": "简体中文",
    "zh_TW": "繁體中文",
    "de": "Deutsch",
    "ja": "日本語",
}
WINDOW = frozenset(row.name for row in SETTINGS if row.area == "window")
# Sidebar shown; offers dismissed; the model that was chosen last.
MEMORY: dict[str, Any] = {"sidebar": True, "welcomed": False, "last_model": ""}


class Preferences(QObject):
    """`changed` tells the name of what has another value."""

    changed = Signal(str)

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        file = paths.config_dir() / "window.ini"
        self._kept = QSettings(str(file), QSettings.Format.IniFormat, self)

    def get(self, name: str) -> Any:
        if name in WINDOW:
            return getattr(self._settings, name)
        value = self._kept.value(name, MEMORY[name])
        return value in (True, "true") if isinstance(MEMORY[name], bool) else value

    def set(self, name: str, value: Any) -> None:
        """Keeps it. OSError where config.toml cannot be written: it is in use all the same."""
        if self.get(name) == value:
            return
        if name not in WINDOW:
            self._kept.setValue(name, value)
            self.changed.emit(name)
            return
        self._settings = msgspec.structs.replace(self._settings, **{name: value})
        self.changed.emit(name)
        settings_file.save({name: value})

    def language(self) -> str:
        """The language to show: the chosen one, or what the system speaks, if it is there."""
        chosen = self.get("language")
        if chosen != "system":
            return str(chosen)
        return best(QLocale.system().uiLanguages())


def best(wanted: list[str]) -> str:
    for tag in wanted:
        name = tag.replace("-", "_")
        if name.startswith("zh"):
            return "zh_TW" if any(part in name for part in ("TW", "HK", "Hant")) else "zh_CN"
        if name.split("_")[0] in LANGUAGES:
            return name.split("_")[0]
    return "en"
