"""The server page: the port, who is using it, how fast it goes."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from localllm import paths
from localllm.errors import LocalLLMError
from localllm_ui.qt import prop, settable
from localllm_ui.services.processes import resident
from localllm_ui.viewmodels import snippets, words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm.core import EngineStats
    from localllm.runtime import ActiveRequest
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend
    from localllm_ui.services.told import PortChanged

_EVERY_MS = 500
_POINTS = 120  # a minute
_LOG_BYTES = 40_000
STATES = {
    "loading": "loading the model",
    "queued": "waiting",
    "prefill": "reading",
    "generating": "writing",
}

# title, unit: the plots, in their order.
PLOTS = (
    ("writing", "Tokens written a second"),
    ("reading", "Prompt tokens read a second"),
    ("first", "Time to the first token, s"),
    ("waiting", "Requests waiting"),
    ("cells", "Context cells in use"),
    ("kept", "Prompts kept in memory, MB"),
    ("memory", "Memory of the engines, MB"),
    ("threads", "Threads"),
)
# What fills a plot at least: smaller numbers are low in it.
_LEAST = {"first": 0.2}
_DIGITS = {"writing": 1, "kept": 1, "first": 2}


class Snapshot(msgspec.Struct, frozen=True):
    """`first` holds the seconds to the first token of the answers that began since the last
    snapshot, else of the latest one."""

    active: list[ActiveRequest]
    stats: list[EngineStats]
    first: list[float]
    memory: int


class ServerPage(QObject):
    """`problem` is an error of the port, for a banner."""

    changed = Signal()
    polled = Signal()
    problem = Signal(object)

    def __init__(self, bridge: Bridge, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self._url = ""
        self._wanted = False
        self._requests = KeyedRows("id", self)
        self._points: dict[str, deque[float]] = {
            name: deque([0.0] * _POINTS, _POINTS) for name, _ in PLOTS
        }
        self._log: list[str] = []
        self._looked = 0.0
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self._poll)

    def port_changed(self, told: PortChanged) -> None:
        self._url = told.url
        if told.error is not None:
            self._wanted = False
            self.problem.emit(told.error)
        self.changed.emit()

    @Slot(bool)
    def watch(self, on: bool) -> None:
        """Asks twice a second, while somebody looks."""
        if on:
            self._looked = time.time()
            self._poll()
            self._timer.start()
        else:
            self._timer.stop()

    def _poll(self) -> None:
        self._bridge.call(self._snapshot()).then(self._take)

    async def _snapshot(self) -> Snapshot:
        await self._backend.opened()
        runtime = self._backend.runtime
        stats: list[EngineStats] = []
        loaded = runtime.loaded()
        for model in loaded:
            if model.state == "ready":
                try:
                    stats.append(await runtime.stats(model.name))
                except LocalLLMError:
                    continue  # it went just now
        looked, self._looked = self._looked, time.time()
        first = _since(looked, runtime.first_tokens())
        memory = resident(model.pid for model in loaded)
        return Snapshot(runtime.active(), stats, first, memory)

    def _take(self, now: Snapshot) -> None:
        self._requests.replace([_row(request) for request in now.active])
        for name, value in _values(now).items():
            self._points[name].append(value)
        self.polled.emit()

    # --- what is shown

    def _get_on(self) -> bool:
        return self._wanted

    def _set_on(self, on: bool) -> None:
        self._wanted = on
        self.changed.emit()
        self._bridge.call(self._turn(on))

    on = settable(bool, _get_on, _set_on, notify=changed)

    async def _turn(self, on: bool) -> None:
        await self._backend.opened()
        if on:
            await self._backend.port.open(self._backend.settings)
        else:
            await self._backend.port.close()

    @prop(str, notify=changed)
    def url(self) -> str:
        return self._url

    @prop(str, notify=changed)
    def state(self) -> str:
        if self._url:
            return words.translate("Answers at %1").replace("%1", self._url)
        return words.translate("Opening…") if self._wanted else words.translate("Closed")

    @prop(bool, notify=changed)
    def locked(self) -> bool:
        """Clients need a key."""
        return bool(self._backend.settings.api_key)

    @prop("QVariantList", notify=changed)
    def snippets(self) -> list[dict[str, str]]:
        settings = self._backend.settings
        url = self._url or f"http://{settings.host}:{settings.port}"
        return snippets.for_url(url, bool(settings.api_key))

    @prop(QObject, constant=True)
    def requests(self) -> KeyedRows:
        return self._requests

    @prop("QVariantList", notify=polled)
    def plots(self) -> list[dict[str, Any]]:
        return [
            {
                "title": words.translate(title),
                "points": list(self._points[name]),
                "least": _LEAST.get(name, 1.0),
                "now": words.decimal(self._points[name][-1], _DIGITS.get(name, 0)),
            }
            for name, title in PLOTS
        ]

    @prop(str, notify=polled)
    def log(self) -> str:
        return "\n".join(self._log)

    # --- what a person does

    @Slot(str)
    def cancel(self, request_id: str) -> None:
        async def cancel() -> bool:
            return self._backend.runtime.cancel(request_id)

        self._bridge.call(cancel())

    @Slot()
    def readLog(self) -> None:
        self._bridge.call(_tail()).then(self._take_log)

    def _take_log(self, lines: list[str]) -> None:
        self._log = lines
        self.polled.emit()


def _row(request: ActiveRequest) -> dict[str, Any]:
    seconds = str(round(time.time() - request.started))
    return {
        "id": request.id,
        "client": request.client or words.translate("unknown client"),
        "model": request.model,
        "state": words.translate(STATES[request.state]),
        "since": words.translate("%1 s").replace("%1", seconds),
    }


def _since(looked: float, moments: list[tuple[float, float]]) -> list[float]:
    """What took how long since then, else what came last."""
    newer = [took for when, took in moments if when > looked]
    return newer or [took for _, took in moments[-1:]]


def _values(now: Snapshot) -> dict[str, float]:
    """A point of each plot."""
    stats = now.stats
    return {
        "first": sum(now.first) / len(now.first) if now.first else 0.0,
        "memory": now.memory / 1e6,
        "writing": sum(engine.decode_rate for engine in stats),
        "reading": sum(engine.prefill_rate for engine in stats),
        "waiting": float(sum(engine.waiting for engine in stats)),
        "cells": float(sum(engine.cells_used for engine in stats)),
        "kept": sum(engine.ram_cache_bytes for engine in stats) / 1e6,
        "threads": float(sum(engine.threads for engine in stats)),
    }


async def _tail() -> list[str]:
    import asyncio

    return await asyncio.to_thread(log_tail)


def log_tail() -> list[str]:
    """The last lines of the program's log; engines have logs of their own."""
    file = paths.log_dir() / "app.log"
    if not file.exists():
        return []
    with file.open("rb") as log:
        log.seek(0, 2)
        log.seek(max(0, log.tell() - _LOG_BYTES))
        return log.read().decode(errors="replace").splitlines()[-200:]
