"""One runtime for every face: models found, loaded when needed, asked, and let go.

    async with Runtime(settings) as runtime:
        async with await runtime.submit(request, "smollm2") as stream:
            async for event in stream: ...

A Runtime, and every Stream of it, lives on one asyncio loop: made, used and closed on that loop's
thread. Whoever is on another thread (Qt) crosses with `loop.call_soon_threadsafe` or
`asyncio.run_coroutine_threadsafe`. Nothing here blocks that loop for long or loads llama.cpp.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, TypeVar

import msgspec

from localllm import core
from localllm.errors import Cancelled
from localllm.models.fetch.downloads import Download, Downloads
from localllm.models.store import InstalledModel, Store
from localllm.models.watching import Watch, watch_folders
from localllm.settings import Settings
from localllm.supervisor.host import DEFAULT_RESTARTS, Host, LoadedModel, Restarts
from localllm.supervisor.jobs import Job, Jobs, JobState, JobView
from localllm.supervisor.launch import Launch
from localllm.supervisor.mailbox import Mailbox
from localllm.supervisor.stream import Stream, StreamEvent
from localllm.supervisor.supervisor import Supervisor

__all__ = [
    "ActiveRequest",
    "Download",
    "Downloads",
    "InstalledModel",
    "Job",
    "JobState",
    "JobView",
    "LoadedModel",
    "ModelSpec",
    "Runtime",
    "Stream",
    "StreamEvent",
    "run",
]

if TYPE_CHECKING:
    from localllm.models.fetch.fetching import Headers
    from localllm.models.hub.client import Hub

T = TypeVar("T")
ModelSpec = str | InstalledModel | None  # None and "" are the default model


class ActiveRequest(msgspec.Struct, frozen=True):
    """A request that runs or waits. `started` in seconds since the epoch."""

    id: str
    client: str
    model: str
    started: float
    state: Literal["loading", "queued", "prefill", "generating"]


class ModelStore(Protocol):
    """What the runtime asks of a store; see models.store.Store. Called from other threads too."""

    def list(self) -> tuple[InstalledModel, ...]: ...

    def resolve(self, spec: str | None) -> InstalledModel: ...

    def find(self, name: str) -> InstalledModel: ...

    @property
    def folders(self) -> tuple[Path, ...]: ...


class FakeStore:
    """The store of `--engine fake`: one model that needs no file, beside those that are here."""

    MODEL = InstalledModel(name="fake", path="fake.gguf", size_bytes=0, architecture="fake")

    def __init__(self, installed: Store, *, default: str = "") -> None:
        self._installed = installed
        self._default = default

    def list(self) -> tuple[InstalledModel, ...]:
        return (self.MODEL, *self._installed.list())

    def resolve(self, spec: str | None) -> InstalledModel:
        spec = spec or self._default or self.MODEL.name
        return self.MODEL if spec == self.MODEL.name else self._installed.resolve(spec)

    def find(self, name: str) -> InstalledModel:
        name = name or self._default or self.MODEL.name
        return self.MODEL if name == self.MODEL.name else self._installed.find(name)

    @property
    def folders(self) -> tuple[Path, ...]:
        return self._installed.folders


class _Waiting(msgspec.Struct, frozen=True):
    """A request whose model is not ready; cancelling `task` ends its wait."""

    shown: ActiveRequest
    task: asyncio.Task[Host]


class Runtime:
    """Made inside a running loop, closed by `aclose` or `async with`: then every engine is gone.

    `jobs` runs long tasks (convert, quantize, measure) in processes of their own. `downloads` is
    the queue of models being fetched; it asks nothing of the network before `start` or `add`.
    `store`, `launch` and `jobs` replace those that the settings describe, `restarts` the default.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        store: ModelStore | None = None,
        launch: Launch | None = None,
        restarts: Restarts = DEFAULT_RESTARTS,
        jobs: Jobs | None = None,
    ) -> None:
        self.settings = settings
        self.jobs = jobs or Jobs(settings)
        self._hub: Hub | None = None
        self.downloads = _downloads(settings, self._secrets)
        self.store = store or _store(settings)
        self._supervisor = Supervisor(
            settings, self._model_changed, launch=launch, restarts=restarts
        )
        self._waiting: dict[str, _Waiting] = {}
        self._watchers: list[Callable[[LoadedModel], None]] = []
        self._known: dict[tuple[str, bool], InstalledModel] = {}
        self._folders_watched: Watch | None = None
        self._models_watchers: list[Callable[[], None]] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Ends every engine, job and download. Streams that still run end with EngineDied."""
        if self._folders_watched is not None:
            await self._folders_watched.aclose()
        closing = (self._supervisor.close(), self.jobs.close(), self.downloads.aclose())
        await asyncio.gather(*closing)

    # --- requests

    async def submit(self, request: core.Request, model: ModelSpec = None) -> Stream:
        """The request's stream, once its model is ready; what runs is ended by closing it.

        Raises ModelNotFound, a ModelError, EngineDied, Cancelled (by `cancel`, while the model
        was loading), or ValueError for an id in use. What is wrong with the request itself
        (ContextExceeded, QueueFull, ...) is raised by the stream.
        """
        installed = await self.resolve(model)
        host = await self._enter(request, installed)
        try:
            process = await host.ready()
            mailbox = process.submit(request, host.leave)
        except BaseException:
            host.leave()
            raise
        return Stream(installed, process, mailbox)

    async def count_tokens(self, prompt: core.Prompt, model: ModelSpec = None) -> int:
        """Tokens that the prompt takes, template included. Loads the model; raises as `submit`."""
        host = await self._supervisor.acquire(await self.resolve(model))
        try:
            return await (await host.ready()).count_tokens(prompt)
        finally:
            host.leave()

    def active(self) -> list[ActiveRequest]:
        """Every request that runs or waits, the oldest first."""
        running = [
            ActiveRequest(id, box.client, host.model.name, box.started, _state(box))
            for host in self._supervisor.hosts()
            if host.process is not None
            for id, box in host.process.requests.items()
        ]
        waiting = [waiting.shown for waiting in self._waiting.values()]
        return sorted(running + waiting, key=lambda request: request.started)

    def cancel(self, request_id: str) -> bool:
        """Ends a request of anybody's; its asker gets Cancelled. False where there is none."""
        waiting = self._waiting.get(request_id)
        if waiting is not None:
            return waiting.task.cancel()
        error = Cancelled("This request was ended at the computer that answers it")
        processes = [host.process for host in self._supervisor.hosts() if host.process is not None]
        return any(process.cancel(request_id, error) for process in processes)

    # --- models

    def models(self) -> list[InstalledModel]:
        """Every model on this computer, by name. Looks through folders: milliseconds, or more."""
        return list(self.store.list())

    async def resolve(self, model: ModelSpec = None, *, paths: bool = True) -> InstalledModel:
        """The model that is meant. Without `paths` by name alone, for clients at the port.

        Raises ModelNotFound, which says what there is.
        """
        if isinstance(model, InstalledModel):
            return model
        key = (model or "", paths)
        known = self._known.get(key)
        if known is not None and self._supervisor.serving(known) is not None:
            return known  # spares a look at the disk for each request
        found = await asyncio.to_thread(self.store.resolve if paths else self.store.find, key[0])
        self._known[key] = found
        return found

    async def load(self, model: ModelSpec = None) -> core.ModelInfo:
        """Loads a model now, also one that was given up after crashes; raises as `submit`."""
        host = await self._supervisor.acquire(await self.resolve(model), again=True)
        try:
            return (await host.ready()).info
        finally:
            host.leave()

    async def unload(self, model: ModelSpec = None, *, force: bool = False) -> None:
        """Raises Busy where requests run on it, unless `force`: these then get EngineDied."""
        await self._supervisor.unload(await self.resolve(model), force=force)

    def loaded(self) -> list[LoadedModel]:
        """Models that have an engine or failed to get one, the longest unused first."""
        return [host.snapshot() for host in self._supervisor.hosts()]

    async def stats(self, model: ModelSpec = None) -> core.EngineStats:
        """Never loads: raises ModelNotFound where the model is not ready."""
        return await self._supervisor.process(await self.resolve(model)).stats()

    def first_tokens(self) -> list[tuple[float, float]]:
        """The latest first tokens of answers: when each came (seconds since the epoch), and how
        many seconds after it was asked for."""
        processes = [host.process for host in self._supervisor.hosts() if host.process is not None]
        return sorted(moment for process in processes for moment in process.first_tokens)

    def on_load_progress(self, callback: Callable[[LoadedModel], None]) -> Callable[[], None]:
        """Calls back at every change of a model's state and progress; returns how to stop that."""
        self._watchers.append(callback)
        return lambda: self._watchers.remove(callback)

    def on_models_change(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls back when model files came, went or changed on this computer, soon after it was
        quiet again; `models()` then has them. Returns how to stop that."""
        self._models_watchers.append(callback)
        if self._folders_watched is None:
            self._folders_watched = watch_folders(self.store.folders, self._files_changed)
        return lambda: self._models_watchers.remove(callback)

    async def look_in(self, settings: Settings) -> None:
        """Takes model folders, default model and aliases of these settings; all else, and what is
        loaded, stays as it is."""
        self.store = _store(settings)
        if self._folders_watched is not None:
            await self._folders_watched.aclose()
            self._folders_watched = watch_folders(self.store.folders, self._files_changed)
        self._files_changed()

    def token_changed(self) -> None:
        """The hub's token was kept or forgotten: downloads look for it anew."""
        self._hub = None

    # --- inside

    def _secrets(self, url: str) -> Mapping[str, str]:
        """Called from downloads' threads."""
        from localllm.models.hub.client import hub_of

        hub = self._hub = self._hub or hub_of(self.settings)
        return hub.secrets(url)

    def _files_changed(self) -> None:
        self._known.clear()
        for watcher in list(self._models_watchers):
            watcher()

    def _model_changed(self, model: LoadedModel) -> None:
        for watcher in list(self._watchers):
            watcher(model)

    async def _enter(self, request: core.Request, model: InstalledModel) -> Host:
        host = self._supervisor.serving(model)
        if host is not None and host.process is not None:
            host.enter()
            return host
        return await self._wait_for(request, model)

    async def _wait_for(self, request: core.Request, model: InstalledModel) -> Host:
        if request.id in self._waiting:
            raise ValueError(f"request id {request.id} is in use")
        task = asyncio.create_task(self._supervisor.acquire(model))
        shown = ActiveRequest(request.id, request.client, model.name, time.time(), "loading")
        self._waiting[request.id] = _Waiting(shown, task)
        try:
            return await task
        except asyncio.CancelledError:
            if _went_well(task):  # in the very moment when the asker went away
                task.result().leave()
            if (asking := asyncio.current_task()) and asking.cancelling():
                raise
            raise Cancelled(f"This request was ended while {model.name} was loading") from None
        finally:
            del self._waiting[request.id]


def _went_well(task: asyncio.Task[Host]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


def _store(settings: Settings) -> ModelStore:
    if settings.engine == "fake":
        installed = msgspec.structs.replace(settings, model="")
        return FakeStore(Store.of(installed), default=settings.model)
    return Store.of(settings)


def _downloads(settings: Settings, headers: Headers) -> Downloads:
    return Downloads(
        headers=headers,
        proxy=settings.proxy,
        connections=settings.download_connections,
        rate=settings.download_rate,
        at_once=settings.downloads_at_once,
        offline=settings.offline,
    )


def _state(mailbox: Mailbox) -> Literal["queued", "prefill", "generating"]:
    match mailbox.last:
        case None | core.Queued():
            return "queued"
        case core.Prefill():
            return "prefill"
        case _:
            return "generating"


def run(main: Coroutine[Any, Any, T]) -> T:
    """As asyncio.run, on uvloop where there is one: about half the cost of an event."""
    if sys.platform == "win32":
        return asyncio.run(main)
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(main)
