"""Searching the hub. Nothing is sent before a person types; then soon after the last letter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from localllm.errors import LocalLLMError
from localllm_ui.qt import prop, settable
from localllm_ui.services.hub import HubService, host_of
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm.models.hub.types import SearchHit
    from localllm_ui.bridge import Bridge, Call
    from localllm_ui.services.backend import Backend

_TYPING_MS = 450


class HubSearch(QObject):
    """`state` is "" before a search, then "busy", "found", "nothing" or "failed" (`problem`)."""

    changed = Signal()
    queryChanged = Signal()

    def __init__(
        self, bridge: Bridge, backend: Backend, hub: HubService, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge, self._backend, self._hub = bridge, backend, hub
        self._query, self._state, self._problem = "", "", ""
        self._running: Call[tuple[SearchHit, ...]] | None = None
        self._rows = KeyedRows("repo", self)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self.search)

    def _get_query(self) -> str:
        return self._query

    def _set_query(self, text: str) -> None:
        if text == self._query:
            return
        self._query = text
        self.queryChanged.emit()
        if text.strip() and not self.offline:
            self._typing.start()
        else:
            self._drop()
            self._now("")

    query = settable(str, _get_query, _set_query, notify=queryChanged)

    @Slot()
    def search(self) -> None:
        """Asks now."""
        self._drop()
        if self.offline:
            return
        self._now("busy")
        self._running = self._bridge.call(self._hub.search(self._query.strip()))
        self._running.then(self._found).catch(self._failed)

    def _drop(self) -> None:
        """Forgets what is on its way."""
        self._typing.stop()
        if self._running is not None:
            self._running.cancel()
            self._running = None

    def _found(self, hits: tuple[SearchHit, ...]) -> None:
        self._rows.replace([_row(hit) for hit in hits])
        self._now("found" if hits else "nothing")

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, LocalLLMError):
            self._bridge.failed.emit(error)
        self._now("failed", error.message if isinstance(error, LocalLLMError) else str(error))

    def _now(self, state: str, problem: str = "") -> None:
        if state in ("", "nothing", "failed"):
            self._rows.replace([])
        self._state, self._problem = state, problem
        self.changed.emit()

    @prop(QObject, constant=True)
    def rows(self) -> KeyedRows:
        return self._rows

    @prop(str, notify=changed)
    def state(self) -> str:
        return self._state

    @prop(str, notify=changed)
    def problem(self) -> str:
        return self._problem

    @prop(bool, notify=changed)
    def offline(self) -> bool:
        return self._backend.settings.offline

    @prop(str, notify=changed)
    def host(self) -> str:
        """Where a search goes to."""
        return host_of(self._backend.settings.hub_endpoint)


def _row(hit: SearchHit) -> dict[str, Any]:
    return {
        "repo": hit.repo,
        "downloads": words.large(hit.downloads),
        "likes": words.large(hit.likes),
        "size": hit.size_label,
        "licence": hit.licence,
        "architecture": hit.architecture,
        "gated": bool(hit.gated),
    }
