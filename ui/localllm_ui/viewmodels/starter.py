"""The starter model, where it did not come with the program."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from localllm.errors import Forbidden
from localllm.models import starter
from localllm_ui.qt import prop

if TYPE_CHECKING:
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend


class Starter(QObject):
    """`fetched`: it is here now."""

    changed = Signal()
    fetched = Signal()

    def __init__(self, bridge: Bridge, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self._fetching = -1.0
        self._missing = False

    def look(self) -> None:
        self._bridge.call(asyncio.to_thread(starter.find)).then(self._found)

    def _found(self, path: object) -> None:
        self._missing = path is None
        self.changed.emit()

    @prop(bool, notify=changed)
    def missing(self) -> bool:
        return self._missing

    @prop(float, notify=changed)
    def fetching(self) -> float:
        """0..1 of what is being fetched; -1: nothing is."""
        return self._fetching

    @Slot()
    def fetch(self) -> None:
        """A person asked for it: nothing here calls out by itself."""
        self._progress(0, None)
        self._bridge.call(self._pull()).then(self._pulled).catch(self._not_pulled)

    async def _pull(self) -> None:
        from localllm.models.fetch.pull import pull_starter

        if self._backend.settings.offline:
            raise Forbidden("localllm is set to stay offline: switch that off to fetch a model.")
        progress = partial(self._bridge.post, self._progress)
        await asyncio.to_thread(pull_starter, progress)

    def _progress(self, done: int, total: int | None) -> None:
        self._fetching = done / total if total else 0.0
        self.changed.emit()

    def _pulled(self, _: object) -> None:
        self._fetching, self._missing = -1.0, False
        self.changed.emit()
        self.fetched.emit()

    def _not_pulled(self, error: Exception) -> None:
        self._fetching = -1.0
        self.changed.emit()
        self._bridge.failed.emit(error)
