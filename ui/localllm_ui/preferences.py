"""What concerns the window alone, kept in window.ini beside config.toml.

What the runtime needs to know too is in localllm.settings; the preferences page shows both.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from PySide6.QtCore import QLocale, QObject, QSettings, Signal

from localllm import paths

LANGUAGES = {
    "system": "",
    "en": "English",
    "zh_CN": "简体中文",
    "zh_TW": "繁體中文",
    "de": "Deutsch",
}


class Preference(msgspec.Struct, frozen=True):
    name: str
    kind: Literal["choice", "switch", "number", "hidden"]
    default: Any
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0


PREFERENCES: tuple[Preference, ...] = (
    Preference("theme", "choice", "system", ("system", "light", "dark")),
    Preference("font_size", "number", 15, low=12, high=24),
    Preference("language", "choice", "system", tuple(LANGUAGES)),
    Preference("port_on_start", "switch", False),
    Preference("stay_in_tray", "switch", False),
    Preference("start_at_login", "switch", False),
    Preference("sidebar", "hidden", True),
    Preference("welcomed", "hidden", False),
    Preference("last_model", "hidden", ""),
)
_BY_NAME = {preference.name: preference for preference in PREFERENCES}


class Preferences(QObject):
    changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        file = paths.config_dir() / "window.ini"
        self._kept = QSettings(str(file), QSettings.Format.IniFormat, self)

    def get(self, name: str) -> Any:
        """The value, or the default where the file has none that fits."""
        preference = _BY_NAME[name]
        value: Any = self._kept.value(name, preference.default)
        if isinstance(preference.default, bool):
            return value in (True, "true")
        if isinstance(preference.default, int):
            number = int(value) if str(value).isdecimal() else preference.default
            return max(preference.low, min(preference.high, number))
        fits = not preference.choices or value in preference.choices
        return value if fits else preference.default

    def set(self, name: str, value: Any) -> None:
        if self.get(name) != value:
            self._kept.setValue(name, value)
            self.changed.emit(name)

    def language(self) -> str:
        """The language to show: the chosen one, or what the system speaks, if it is there."""
        chosen = self.get("language")
        if chosen != "system":
            return str(chosen)
        return _best(QLocale.system().uiLanguages())


def _best(wanted: list[str]) -> str:
    for tag in wanted:
        name = tag.replace("-", "_")
        if name.startswith("zh"):
            return "zh_TW" if any(part in name for part in ("TW", "HK", "Hant")) else "zh_CN"
        if name.split("_")[0] in LANGUAGES:
            return name.split("_")[0]
    return "en"
