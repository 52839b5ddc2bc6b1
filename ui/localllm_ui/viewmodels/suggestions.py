"""Three models to begin with that fit this computer. The hub is asked on a click, not before."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from localllm.models.memory import machine
from localllm_ui.qt import prop
from localllm_ui.services.memory import of_fit
from localllm_ui.services.suggesting import Suggestion, fit_of, suggested
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.hub import HubService


class Suggestions(QObject):
    """`queued`: one is on its way."""

    changed = Signal()
    queued = Signal(str)
    failed = Signal(object, object)  # the error, and what tries again

    def __init__(self, bridge: Bridge, hub: HubService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._hub = bridge, hub
        self._found: tuple[Suggestion, ...] = ()
        self._room = machine.Room(0)
        self._asked: set[str] = set()
        self._rows = KeyedRows("repo", self)

    @Slot()
    def look(self) -> None:
        """What fits into the memory that is free now."""
        self._bridge.call(asyncio.to_thread(_look)).then(self._take)

    def _take(self, found: tuple[machine.Room, tuple[Suggestion, ...]]) -> None:
        self._room, self._found = found
        self._show()

    def _show(self) -> None:
        self._rows.replace([self._row(one) for one in self._found])
        self.changed.emit()

    @Slot(str)
    def fetch(self, repo: str) -> None:
        """Asks the hub for what it really has, and puts that into the queue of downloads."""
        one = next(each for each in self._found if each.repo == repo)
        self._asked.add(repo)
        self._show()
        call = self._bridge.call(self._hub.fetch(repo, one.quantization))
        call.then(lambda _: self._queued(one)).catch(lambda error: self._failed(one, error))

    def _queued(self, one: Suggestion) -> None:
        self._done(one)
        self.queued.emit(one.name)

    def _failed(self, one: Suggestion, error: Exception) -> None:
        self._done(one)
        self.failed.emit(error, lambda: self.fetch(one.repo))

    def _done(self, one: Suggestion) -> None:
        self._asked.discard(one.repo)
        self._show()

    @prop(QObject, constant=True)
    def rows(self) -> KeyedRows:
        return self._rows

    def _row(self, one: Suggestion) -> dict[str, Any]:
        memory = of_fit(fit_of(one, self._room))
        return {
            "repo": one.repo,
            "name": one.name,
            "reason": words.translate(one.reason),
            "size": f"≈ {words.size(one.bytes)}",
            "licence": one.licence,
            "terms": one.terms,
            "fit": memory.fit,
            "takes": words.size(memory.needs),
            "busy": one.repo in self._asked,
        }


def _look() -> tuple[machine.Room, tuple[Suggestion, ...]]:
    room = machine.room()
    return room, suggested(room)
