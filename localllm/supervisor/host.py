"""One model's engine over its restarts.

    loading -> ready -> (it died) restarting -> ready ... -> unloaded
            \\-> failed          \\-> failed, after too many deaths in a short time

A failed host stays failed; who wants to try again makes a new one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec

from localllm import core
from localllm.errors import EngineDied, EngineError, LocalLLMError
from localllm.models.store import InstalledModel
from localllm.supervisor.process import EngineProcess, Progress

log = logging.getLogger(__name__)

State = Literal["loading", "ready", "restarting", "failed", "unloaded"]
StartEngine = Callable[[Progress], Awaitable[EngineProcess]]


class LoadedModel(msgspec.Struct, frozen=True):
    """A model that has an engine, or had one. `progress` 0..1 of its loading; `pid` 0: no process.

    `active` counts requests, those that wait for the load too. `error` says why it is "failed".
    "unloaded" is the last that is heard of a model that was let go.
    """

    name: str
    path: str
    state: State
    progress: float
    info: core.ModelInfo | None
    pid: int
    active: int
    error: str = ""


class Restarts(msgspec.Struct, frozen=True):
    """The first restart is at once, each further one in the window waits twice as long as the
    last. After `limit` deaths within `window_s` it is left alone until the window has passed."""

    limit: int = 4
    window_s: float = 120.0
    backoff_s: float = 1.0


DEFAULT_RESTARTS = Restarts()


class Host:
    """Owns the engine of one model. All methods on the loop's thread.

    `users` counts those who need it (enter, leave); it is never closed for room while it has any.
    `blocked_until` (of `time.monotonic`): after too many deaths, no new try before.
    `outgoing`: it takes no new users until another model had its turn. `on_change` hears of every
    state and progress, `on_idle` when the last user left.
    """

    def __init__(
        self,
        model: InstalledModel,
        start: StartEngine,
        *,
        on_change: Callable[[Host], None],
        on_idle: Callable[[Host], None],
        restarts: Restarts = DEFAULT_RESTARTS,
    ) -> None:
        self.model = model
        self.state: State = "loading"
        self.progress = 0.0
        self.error: LocalLLMError | None = None
        self.blocked_until = 0.0
        self.users = 0
        self.used = time.monotonic()
        self.outgoing = False
        self._start = start
        self._on_change = on_change
        self._on_idle = on_idle
        self._restarts = restarts
        self._deaths: list[float] = []
        self._process: EngineProcess | None = None
        self._turned = asyncio.Event()  # set for a moment at each change of state
        self._task = asyncio.create_task(self._run(), name=f"engine of {model.name}")

    @property
    def process(self) -> EngineProcess | None:
        """The running engine, if there is one right now."""
        process = self._process
        return process if process is not None and not process.ended.done() else None

    async def ready(self) -> EngineProcess:
        """The running engine, once it is there. Raises why there is none."""
        while (process := self.process) is None:
            if self.error is not None:
                raise type(self.error)(self.error.message, **self.error.detail)
            await self._turned.wait()
        return process

    async def steady(self) -> None:
        """Until it is neither loading nor restarting: its memory is then all taken, or all free."""
        while self.state in ("loading", "restarting"):
            await self._turned.wait()

    def enter(self) -> None:
        self.users += 1

    def leave(self) -> None:
        self.users -= 1
        self.used = time.monotonic()
        if self.users == 0:
            self._on_idle(self)

    async def close(self) -> None:
        """Ends the engine, also one that is loading. Who waits for it gets an error."""
        process = self.process
        self._task.cancel()
        await asyncio.wait([self._task])
        self._end("unloaded", EngineDied(f"{self.model.name} was unloaded"))
        if process is not None:
            await process.close()

    def snapshot(self) -> LoadedModel:
        process = self.process
        return LoadedModel(
            name=self.model.name,
            path=self.model.path,
            state=self.state,
            progress=self.progress,
            info=process.info if process else None,
            pid=process.pid if process else 0,
            active=self.users,
            error=self.error.message if self.error else "",
        )

    async def _run(self) -> None:
        self._on_change(self)  # before the process has said a word, which may take a while
        try:
            while True:
                died = await self._live()
                await self._pause(died)
        except LocalLLMError as error:
            self._end("failed", error)
        except Exception:
            log.exception("the supervisor of %s failed", self.model.name)
            words = f"{self.model.name} cannot be run: an internal error, which is in the log"
            self._end("failed", EngineError(words))

    async def _live(self) -> EngineDied:
        """One engine from start to death. Raises where the model does not load."""
        try:
            process = await self._start(self._progressed)
        except EngineDied as error:
            if self.state == "loading":
                raise
            return error
        self._process = process
        self._become("ready", 1.0)
        return await asyncio.shield(process.ended)

    async def _pause(self, died: EngineDied) -> None:
        """Until the next try. Raises when there were too many."""
        now = time.monotonic()
        rule = self._restarts
        self._deaths = [then for then in self._deaths if then > now - rule.window_s] + [now]
        if len(self._deaths) >= rule.limit:
            self.blocked_until = self._deaths[0] + rule.window_s
            raise EngineDied(
                f"The engine of {self.model.name} ended {len(self._deaths)} times within "
                f"{now - self._deaths[0]:.0f} seconds and is not started again for now. "
                f"The last time: {died.message}",
                deaths=len(self._deaths),
                retry_after=round(self.blocked_until - now),
            )
        self._become("restarting", 0.0)
        again = len(self._deaths) - 1
        await asyncio.sleep(rule.backoff_s * 2 ** (again - 1) if again else 0)

    def _progressed(self, progress: float) -> None:
        self.progress = progress
        self._on_change(self)

    def _become(self, state: State, progress: float) -> None:
        self.state, self.progress = state, progress
        self._turned.set()
        self._turned.clear()
        self._on_change(self)

    def _end(self, state: State, error: LocalLLMError) -> None:
        self._process, self.error = None, error
        self._become(state, self.progress)
