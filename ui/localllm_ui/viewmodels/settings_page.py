"""The preferences page: the window's own, then every row of SETTINGS, by area.

A setting is checked by its own `parse` and written to config.toml; what the environment sets is
shown and cannot be changed here. `apply` takes what was changed into use.
"""

from __future__ import annotations

import os
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from localllm.errors import LocalLLMError
from localllm.settings import SETTINGS, Setting, Settings, load_settings
from localllm_ui import settings_file
from localllm_ui.bridge import Bridge
from localllm_ui.preferences import LANGUAGES, PREFERENCES, Preference, Preferences
from localllm_ui.qt import prop
from localllm_ui.services.backend import Backend
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

_BY_NAME = {setting.name: setting for setting in SETTINGS}
# Where a choice for tests has no place.
HIDDEN = frozenset({"engine", "debug"})
AREAS = {"general": "General", "server": "Server", "models": "Models", "engine": "Engine"}
WORDS = {
    "theme": "Appearance",
    "font_size": "Font size",
    "language": "Language",
    "port_on_start": "Open the port when the app starts",
    "stay_in_tray": "Keep running in the tray when the window is closed",
    "start_at_login": "Start when I log in",
    "system": "As the system",
    "light": "Light",
    "dark": "Dark",
}


class SettingsPage(QObject):
    changed = Signal()
    applied = Signal()

    def __init__(
        self,
        bridge: Bridge,
        backend: Backend,
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self._preferences = preferences
        self._values = backend.settings
        self._errors: dict[str, str] = {}
        self._window = KeyedRows("name", self)
        self._areas = KeyedRows("area", self)
        self._rows = {area: KeyedRows("name", self) for area in AREAS}
        self.changed.connect(self._show)
        preferences.changed.connect(self.changed)
        self._show()

    def show(self, settings: Settings) -> None:
        self._values = settings
        self.changed.emit()

    def _show(self) -> None:
        self._window.replace([self._preference(row) for row in PREFERENCES if row.kind != "hidden"])
        for area, rows in self._rows.items():
            shown = [row for row in SETTINGS if row.area == area and row.name not in HIDDEN]
            rows.replace([self._setting(row) for row in shown])
        self._areas.replace(
            [
                {"area": area, "title": words.translate(title), "rows": self._rows[area]}
                for area, title in AREAS.items()
            ]
        )

    @prop(QObject, constant=True)
    def window(self) -> KeyedRows:
        return self._window

    @prop(QObject, constant=True)
    def areas(self) -> KeyedRows:
        return self._areas

    @prop(bool, notify=changed)
    def waiting(self) -> bool:
        """Something was changed that is not in use yet."""
        return self._values != self._backend.settings and not self._errors

    @prop(bool, notify=changed)
    def reloads(self) -> bool:
        """What was changed loads the model anew."""
        now = self._backend.settings
        return any(
            row.reload and getattr(now, row.name) != getattr(self._values, row.name)
            for row in SETTINGS
        )

    @Slot(str, "QVariant")
    def setPreference(self, name: str, value: Any) -> None:
        self._preferences.set(name, value)

    @Slot(str, "QVariant")
    def set(self, name: str, value: Any) -> None:
        setting = _BY_NAME[name]
        try:
            parsed = setting.parse(value)
            settings_file.write({name: None if parsed == setting.default else parsed})
            self._values = load_settings()
        except ValueError:
            self._errors[name] = words.translate("It must be %1.").replace("%1", setting.allowed)
        except LocalLLMError as error:
            self._errors[name] = error.message
        except OSError as error:
            self._errors[name] = str(error)
        else:
            self._errors.pop(name, None)
        self.changed.emit()

    @Slot()
    def apply(self) -> None:
        self._bridge.call(self._backend.apply(self._values)).then(self._applied)

    def _applied(self, _: None) -> None:
        self.changed.emit()
        self.applied.emit()

    def _preference(self, row: Preference) -> dict[str, Any]:
        return {
            "name": row.name,
            "label": words.translate(WORDS[row.name]),
            "kind": row.kind,
            "value": self._preferences.get(row.name),
            "low": row.low,
            "high": row.high,
            "choices": [{"value": choice, "text": _choice(choice)} for choice in row.choices],
        }

    def _setting(self, row: Setting) -> dict[str, Any]:
        value = getattr(self._values, row.name)
        return {
            "name": row.name,
            "label": words.translate(label(row.name)),
            "help": words.translate(row.help),
            "kind": row.kind,
            "value": value if row.kind in ("switch", "choice") else _text(row, value),
            "standard": _text(row, row.default),
            "choices": [{"value": choice, "text": choice} for choice in row.choices],
            "secret": row.secret,
            "reload": row.reload,
            "fixed": row.env if os.environ.get(row.env) else "",
            "error": self._errors.get(row.name, ""),
        }


def label(name: str) -> str:
    """A setting's name as words, in English."""
    return name.replace("_", " ").capitalize()


def _choice(choice: str) -> str:
    return LANGUAGES.get(choice) or words.translate(WORDS[choice])


def _text(row: Setting, value: object) -> str:
    """A value as a person would type it."""
    if isinstance(value, tuple):
        return row.separator.join(str(item) for item in value)
    names = {number: word for word, number in row.words.items()}
    return str(names.get(value, value) if isinstance(value, int) else value)
