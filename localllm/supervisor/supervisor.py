"""Which models are loaded: on demand, within a number and within memory.

- A model is loaded when it is first needed; all who need it meanwhile share that one load.
- Beyond `max_models` the longest unused model that is idle is unloaded. A busy one never is:
  a further model is loaded beside it if memory permits, and as soon as there is an idle one the
  number is kept again.
- Where memory does not permit, the further model waits until a busy one is idle. Requests for
  that one which come later wait behind it, so two models in turn are both served.
- What could not fit with every other model gone is refused at once, and nothing is unloaded.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from localllm.errors import Busy, EngineDied, ModelNotFound
from localllm.models.header.check import check_loadable
from localllm.models.store import InstalledModel
from localllm.settings import Settings, engine_options
from localllm.supervisor import budget
from localllm.supervisor.host import DEFAULT_RESTARTS, Host, LoadedModel, Restarts
from localllm.supervisor.launch import Launch, engine_launch
from localllm.supervisor.process import EngineProcess, Progress

log = logging.getLogger(__name__)


class Supervisor:
    """Owns every engine process. All methods on one loop's thread; `close` at the end.

    `on_change` hears of each state and progress of a model. `launch` and `restarts` replace what
    the settings and the default say.
    """

    def __init__(
        self,
        settings: Settings,
        on_change: Callable[[LoadedModel], None],
        *,
        launch: Launch | None = None,
        restarts: Restarts = DEFAULT_RESTARTS,
    ) -> None:
        self._settings = settings
        self._changed = on_change
        self._launch = launch or engine_launch(settings)
        self._restarts = restarts
        self._hosts: dict[str, Host] = {}  # by the model's path
        self._admission = asyncio.Lock()
        self._idle = asyncio.Event()
        self._closing: set[asyncio.Task[None]] = set()
        self._watched: set[Host] = set()
        self._closed = False

    def serving(self, model: InstalledModel) -> Host | None:
        """The host that a request for this model may enter now; it may still be loading."""
        host = self._hosts.get(model.path)
        return host if host and host.state != "failed" and not host.outgoing else None

    async def acquire(self, model: InstalledModel, *, again: bool = False) -> Host:
        """The model's host, ready, and entered: the caller leaves it when done.

        `again` tries anew what was given up after too many deaths. Raises ModelTooLarge, what is
        wrong with the file, or why its engine does not run.
        """
        host = self.serving(model)
        if host is not None:
            host.enter()
        else:
            async with self._admission:
                host = self.serving(model) or await self._admit(model, again)
                host.enter()
        try:
            await host.ready()
        except BaseException:
            host.leave()
            raise
        return host

    def hosts(self) -> list[Host]:
        """Every model that has an engine or failed to, the longest unused first."""
        return sorted(self._hosts.values(), key=lambda host: host.used)

    def process(self, model: InstalledModel) -> EngineProcess:
        """Raises ModelNotFound where no engine runs it."""
        host = self._hosts.get(model.path)
        if host is None or host.process is None:
            raise ModelNotFound(f"{model.name} is not loaded")
        return host.process

    async def unload(self, model: InstalledModel, *, force: bool = False) -> None:
        """Ends the model's engine, if it has one. Busy where requests run on it, unless `force`:
        these then get EngineDied."""
        host = self._hosts.get(model.path)
        if host is None:
            return
        if host.users and not force:
            raise Busy(f"{model.name} is at work on {host.users} requests", active=host.users)
        await self._close(host)

    async def close(self) -> None:
        """Ends every engine, and lets none start any more."""
        self._closed = True
        for host in list(self._hosts.values()):
            self._begin_close(host)
        if self._closing:
            await asyncio.wait(self._closing)

    # --- letting a model in

    async def _admit(self, model: InstalledModel, again: bool) -> Host:
        failed = self._hosts.get(model.path)
        if failed and failed.error and failed.blocked_until > time.monotonic() and not again:
            raise type(failed.error)(failed.error.message, **failed.error.detail)
        needs = await self._needs(model)
        await self._make_room(model, needs)
        if self._closed:
            raise EngineDied(f"{model.name} is not loaded: localllm is closing")
        host = Host(
            model,
            self._starter(model),
            on_change=lambda host: self._changed(host.snapshot()),
            on_idle=self._on_idle,
            restarts=self._restarts,
        )
        self._hosts[model.path] = host
        return host

    def _starter(self, model: InstalledModel) -> Callable[[Progress], Awaitable[EngineProcess]]:
        options = engine_options(self._settings, model.path)
        return lambda on_progress: EngineProcess.start(
            self._launch, model.name, options, on_progress
        )

    async def _needs(self, model: InstalledModel) -> budget.Needs | None:
        """None where memory is not checked. Raises what is wrong with the file."""
        if self._settings.engine == "fake":
            return None
        await asyncio.to_thread(check_loadable, model.path)
        if not self._settings.memory_check:
            return None
        options = engine_options(self._settings, model.path)
        return await asyncio.to_thread(budget.needs_of, model, options)

    async def _make_room(self, model: InstalledModel, needs: budget.Needs | None) -> None:
        while True:
            if needs:  # so that what is measured then is what there is
                await asyncio.gather(*(host.steady() for host in self.hosts()))
            if self._closing:
                await asyncio.wait(self._closing)
            others = [host for host in self.hosts() if host.state != "failed"]
            idle = [host for host in others if not host.users]
            over = len(others) >= self._settings.max_models
            fits = needs is None or _fits(model, needs, others)
            if fits and not (over and idle):
                return
            if idle:
                await self._close(idle[0])
            else:
                await self._until_idle(others)

    async def _until_idle(self, busy: list[Host]) -> None:
        """Until one of them is; meanwhile they take no new requests."""
        log.info("waiting until one of %d busy models is idle", len(busy))
        self._idle.clear()
        for host in busy:
            host.outgoing = True
        try:
            await self._idle.wait()
        finally:
            for host in busy:
                host.outgoing = False

    # --- letting models go

    def _on_idle(self, host: Host) -> None:
        self._idle.set()
        asyncio.get_running_loop().call_soon(self._keep_number)
        if self._settings.idle_unload and host not in self._watched:
            self._watch(host, self._settings.idle_unload)

    def _keep_number(self) -> None:
        """Unloads what was loaded beside a busy model, beyond the number, and is idle by now."""
        alive = [host for host in self.hosts() if host.state != "failed"]
        surplus = len(alive) - self._settings.max_models
        for host in [host for host in alive if not host.users][: max(0, surplus)]:
            self._begin_close(host)

    def _watch(self, host: Host, seconds: float) -> None:
        """One timer for each host, however often it is used."""
        self._watched.add(host)
        asyncio.get_running_loop().call_later(seconds, self._unload_unused, host)

    def _unload_unused(self, host: Host) -> None:
        self._watched.discard(host)
        if host.users or self._hosts.get(host.model.path) is not host:
            return
        left = host.used + self._settings.idle_unload - time.monotonic()
        if left > 0:
            self._watch(host, left)
        else:
            log.info("unloading %s: nobody uses it", host.model.name)
            self._begin_close(host)

    def _begin_close(self, host: Host) -> asyncio.Task[None]:
        """At once out of the table, so that nobody enters it any more; its process in a while."""
        if self._hosts.get(host.model.path) is host:
            del self._hosts[host.model.path]
        task = asyncio.create_task(host.close(), name=f"close {host.model.name}")
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
        return task

    async def _close(self, host: Host) -> None:
        # Shielded: who asked for another model may go away, the engine ends all the same.
        await asyncio.shield(self._begin_close(host))


def _fits(model: InstalledModel, needs: budget.Needs, others: list[Host]) -> bool:
    """Raises ModelTooLarge where it would not, even with all the others gone."""
    free = budget.available_bytes()
    freeable = sum(budget.freed_by(host.process.pid) for host in others if host.process)
    if needs.total > free + freeable:
        raise budget.too_large(model, needs, free, freeable)
    return needs.total <= free
