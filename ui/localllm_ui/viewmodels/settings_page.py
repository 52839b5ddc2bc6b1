"""The preferences page: every row of SETTINGS, by area.

A setting is checked by its own `parse` and written to config.toml; what the environment sets is
shown and cannot be changed here. `apply` takes what was changed into use, the window's own apart:
these are in use at once.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QObject, Signal, Slot

from localllm import settings_file
from localllm.settings import SETTINGS, Setting
from localllm_ui.preferences import LANGUAGES, WINDOW, Preferences
from localllm_ui.qt import prop
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend

_BY_NAME = {setting.name: setting for setting in SETTINGS}
# Where a choice for tests has no place.
HIDDEN = frozenset({"engine", "debug"})
AREAS = {
    "window": "Window",
    "general": "General",
    "server": "Server",
    "models": "Models",
    "engine": "Engine",
}
# Where the value is seen rather than known.
SLIDERS = frozenset({"font_size"})
# Choices as people read them; others are words of the trade, the same in every language.
WORDS = {"system": "As the system", "light": "Light", "dark": "Dark"}


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
        self._pending: dict[str, Any] = {}  # kept in the file, not in use yet
        self._errors: dict[str, str] = {}
        self._areas = KeyedRows("area", self)
        self._rows = {area: KeyedRows("name", self) for area in AREAS}
        self.changed.connect(self._show)
        preferences.changed.connect(self.changed)
        self._show()

    def _show(self) -> None:
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
    def areas(self) -> KeyedRows:
        return self._areas

    @prop(bool, notify=changed)
    def waiting(self) -> bool:
        """Something was changed that is not in use yet."""
        return bool(self._pending) and not self._errors

    @prop(bool, notify=changed)
    def reloads(self) -> bool:
        """What was changed loads the model anew."""
        return any(_BY_NAME[name].reload for name in self._pending)

    @Slot(str, "QVariant")
    def set(self, name: str, value: Any) -> None:
        """Checks and keeps it; what concerns the window is in use at once."""
        setting = _BY_NAME[name]
        try:
            # QML's numbers are all of one kind.
            parsed = setting.parse(int(value) if isinstance(value, float) else value)
            self._take(name, parsed)
        except ValueError:
            self._errors[name] = words.translate("It must be %1.").replace("%1", setting.allowed)
        except OSError as error:
            self._errors[name] = str(error)
        else:
            self._errors.pop(name, None)
        self.changed.emit()

    def _take(self, name: str, value: Any) -> None:
        if name in WINDOW:
            self._preferences.set(name, value)
            return
        self._pending.pop(name, None)
        if value != getattr(self._backend.settings, name):
            self._pending[name] = value
        settings_file.save({name: value})

    @Slot()
    def apply(self) -> None:
        settings = msgspec.structs.replace(self._backend.settings, **self._pending)
        self._bridge.call(self._backend.apply(settings)).then(self._applied)

    def _applied(self, _: None) -> None:
        self._pending.clear()
        self.changed.emit()
        self.applied.emit()

    def _setting(self, row: Setting) -> dict[str, Any]:
        value = self._value(row.name)
        kind = "slider" if row.name in SLIDERS else row.kind
        return {
            "name": row.name,
            "label": words.translate(words.label(row.name)),
            "help": words.translate(row.help),
            "kind": kind,
            "value": _text(row, value) if kind in ("text", "number", "list") else value,
            "low": row.low,
            "high": row.high or 0,
            "standard": _text(row, row.default),
            "choices": [{"value": choice, "text": _choice(choice)} for choice in row.choices],
            "secret": row.secret,
            "reload": row.reload,
            "fixed": row.env if os.environ.get(row.env) else "",
            "error": self._errors.get(row.name, ""),
        }

    def _value(self, name: str) -> Any:
        if name in WINDOW:
            return self._preferences.get(name)
        return self._pending.get(name, getattr(self._backend.settings, name))


def _choice(choice: str) -> str:
    return words.translate(WORDS[choice]) if choice in WORDS else LANGUAGES.get(choice, choice)


def _text(row: Setting, value: object) -> str:
    """A value as a person would type it."""
    if isinstance(value, tuple):
        return row.separator.join(str(item) for item in value)
    names = {number: word for word, number in row.words.items()}
    return str(names.get(value, value) if isinstance(value, int) else value)
