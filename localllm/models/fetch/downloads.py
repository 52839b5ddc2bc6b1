"""The queue of downloads: some run, others wait in order; it outlives the process.

    downloads = Downloads(file, headers=hub.secrets)
    downloads.start()                       # goes on with what an earlier process had
    id = downloads.add(plan)
    downloads.subscribe(show)               # told of changes, at most some 5 times a second

      queued <-> running -> done            a failed or paused one keeps what has come and
         \\<-> paused <-/ \\-> failed -> queued   goes on from there when resumed

Lives on one asyncio loop and is called from its thread alone; the loop is never blocked: disk and
checksums are threads' work. Where another process owns the queue on disk, this one's downloads are
its own and end with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from localllm import paths
from localllm.errors import BadRequest, LocalLLMError, Offline
from localllm.models.fetch import diskfile, staging
from localllm.models.fetch.bandwidth import Bandwidth
from localllm.models.fetch.fetching import Fetch, Headers
from localllm.models.fetch.offloop import off_loop
from localllm.models.fetch.queue_file import Kept, QueueFile, State
from localllm.models.fetch.queue_item import Download, Item
from localllm.models.fetch.ranges import Pace
from localllm.models.fetch.watchers import Watchers

if TYPE_CHECKING:
    from localllm.models.fetch.http import Web

log = logging.getLogger(__name__)

__all__ = ["Download", "Downloads", "State"]

_NOTES = 5  # words about one download that are kept, the latest


class Downloads:
    """`headers` gives what the host of a URL may be shown (a token), when it is asked.

    `at_once`, `rate` (bytes a second of all together, 0: no limit), `connections` (of a file that
    begins) and `offline` may be set at any time.
    """

    def __init__(
        self,
        file: Path | None = None,
        *,
        headers: Headers | None = None,
        proxy: str = "",
        connections: int = 4,
        rate: int = 0,
        at_once: int = 1,
        offline: bool = False,
        pace: Pace | None = None,
    ) -> None:
        self._file = QueueFile(file or paths.data_dir() / "downloads.json")
        self._headers, self._proxy = headers, proxy
        self._web: Web | None = None
        self._limit = Bandwidth(rate)
        self._pace = pace or Pace()
        self.connections = pace.connections if pace else connections
        self._at_once = at_once
        self._offline = offline
        self._items: list[Item] = []
        self._watchers = Watchers(self._tick)
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = self._owner = self._closed = False
        self._saving: asyncio.Task[None] | None = None
        self._unsaved = False

    def start(self) -> None:
        """Goes on with what an earlier process had, and finishes what it was about to move.

        Until it, nothing is asked of the network; `add` starts too.
        """
        if self._started:
            return
        self._started = True
        self._owner = self._file.own()
        if self._owner:
            self._items = [Item(kept) for kept in self._file.read()]
            self._spawn(off_loop(staging.recover, paths.models_dir()))
        self._changed()

    async def aclose(self) -> None:
        """Stops what runs, keeping what has come, and the queue for the next process."""
        self._closed = True
        running = [item for item in self._items if item.task]
        await asyncio.gather(*[self._stop(item) for item in running])
        self._watchers.close()
        if self._tasks:
            await asyncio.wait(self._tasks)
        self._save()
        if self._saving:
            await self._saving
        if self._web:
            await self._web.aclose()
        self._file.leave()

    # --- what there is

    def list(self) -> tuple[Download, ...]:
        """All, in the order of the queue."""
        shown, position = [], 0
        for item in self._items:
            shown.append(item.shown(position))
            position += item.state != "done"
        return tuple(shown)

    def get(self, id: str) -> Download:
        """BadRequest where there is none of this id."""
        self._find(id)
        return next(download for download in self.list() if download.id == id)

    def subscribe(self, callback: Callable[[tuple[Download, ...]], None]) -> Callable[[], None]:
        """Calls back with `list()` after changes; returns how to stop that."""
        return self._watchers.add(callback)

    async def wait(self, id: str) -> Download:
        """Until it is done, failed or paused, or gone (as it was then)."""
        last = self.get(id)
        while last.state in ("queued", "running"):
            await self._watchers.next()
            item = next((item for item in self._items if item.id == id), None)
            if item is None:
                return last
            last = self.get(id)
        return last

    # --- what a person asks

    def add(self, plan: Fetch) -> str:
        """Its id. A plan for the same files replaces the one that is there, and keeps its id.

        Offline where the network is switched off.
        """
        if self._offline:
            raise _offline()
        self.start()
        item = next((item for item in self._items if item.plan.staging == plan.staging), None)
        if item is None:
            item = Item(Kept(secrets.token_hex(6), plan, "queued"))
            self._items.append(item)
        elif item.state != "running":
            item.plan = plan
            self._queue(item)
        self._changed()
        return item.id

    async def pause(self, id: str) -> None:
        """Returns when it has stopped; what has come is kept. Nothing to do for a done one."""
        item = self._find(id)
        if item.state in ("queued", "running"):
            item.state = "paused"
            self._changed()
            await self._stop(item)

    def resume(self, id: str) -> None:
        """A paused or failed one waits for its turn again. Raises Offline."""
        item = self._find(id)
        if item.state in ("paused", "failed"):
            if self._offline:
                raise _offline()
            self._queue(item)
            self._changed()

    async def cancel(self, id: str, *, keep_partial: bool = False) -> None:
        """It is no longer in the queue, nor what has come on the disk, unless `keep_partial`.

        Files of a done one stay.
        """
        item = self._find(id)
        self._items.remove(item)
        self._changed()
        await self._stop(item)
        if not keep_partial and item.state != "done":
            await off_loop(_discard, item.plan)

    def move_up(self, id: str) -> None:
        self._move(id, -1)

    def move_down(self, id: str) -> None:
        self._move(id, 1)

    @property
    def rate(self) -> int:
        return self._limit.rate

    @rate.setter
    def rate(self, rate: int) -> None:
        self._limit.rate = rate

    @property
    def at_once(self) -> int:
        return self._at_once

    @at_once.setter
    def at_once(self, number: int) -> None:
        """Fewer: those that run go on, the next ones wait."""
        self._at_once = number
        self._changed()

    @property
    def offline(self) -> bool:
        return self._offline

    @offline.setter
    def offline(self, offline: bool) -> None:
        """What runs is queued again, and begins when the network may be used again."""
        self._offline = offline
        for item in self._items:
            if offline and item.state == "running" and item.task:
                item.state = "queued"
                item.task.cancel()
        self._changed()

    # --- inside

    def _find(self, id: str) -> Item:
        for item in self._items:
            if item.id == id:
                return item
        raise BadRequest(f"There is no download {id!r}", param="id")

    def _move(self, id: str, by: int) -> None:
        item = self._find(id)
        at = self._items.index(item)
        self._items.insert(max(at + by, 0), self._items.pop(at))
        self._changed()

    def _queue(self, item: Item) -> None:
        item.state, item.problem = "queued", ""

    def _changed(self) -> None:
        """After every change of a state or of the order."""
        self._pump()
        self._save()
        self._watchers.tell()

    def _pump(self) -> None:
        """Starts the next ones, as many as may run."""
        if self._offline or self._closed or not self._started:
            return
        running = sum(item.state == "running" for item in self._items)
        for item in self._items:
            if running < self._at_once and item.state == "queued":
                item.state, item.problem = "running", ""
                item.task = self._spawn(self._run(item, item.task))
                running += 1

    async def _run(self, item: Item, before: asyncio.Task[None] | None) -> None:
        """A download from here to its end, whatever that is; `before` is its last try."""
        if before:
            await asyncio.wait([before])
        item.run = run = (await off_loop(_engine)).PlanFetch(
            item.plan,
            self._connected(),
            self._limit,
            pace=msgspec.structs.replace(self._pace, connections=self.connections),
            tell=lambda words: self._note(item, words),
            grown=self._watchers.tell,
            reserved=lambda: self._reserved(item),
        )
        item.speed.restart(0)
        try:
            await run.run()
            item.state = "done"
        except LocalLLMError as error:
            self._failed(item, error.message)
        except Exception as error:
            log.exception("The download of %s", item.plan.name)
            self._failed(item, f"This is a bug in localllm: {type(error).__name__}: {error}")
        finally:
            item.ended()
            self._changed()

    def _connected(self) -> Web:
        if self._web is None:
            self._web = _engine().Web(self._headers, self._proxy)
        return self._web

    def _failed(self, item: Item, problem: str) -> None:
        if item.task is asyncio.current_task() and item.state == "running":
            item.state, item.problem = "failed", problem

    def _note(self, item: Item, words: str) -> None:
        log.warning("%s", words)
        item.notes = (*item.notes, words)[-_NOTES:]
        self._watchers.tell()

    def _reserved(self, mine: Item) -> int:
        """Bytes that others which run will still need on the disk."""
        return sum(item.left for item in self._items if item.run and item is not mine)

    def _tick(self) -> tuple[tuple[Download, ...], bool]:
        """What watchers are told, and whether there will soon be more to tell."""
        running = [item for item in self._items if item.run]
        for item in running:
            item.speed.update(item.done)
        return self.list(), bool(running)

    async def _stop(self, item: Item) -> None:
        if item.task and not item.task.done():
            item.task.cancel()
            await asyncio.wait([item.task])

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # --- on disk

    def _save(self) -> None:
        """Soon, in a thread; once for several changes."""
        if self._owner:
            self._unsaved = True
            if self._saving is None or self._saving.done():
                self._saving = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while self._unsaved:
            self._unsaved = False
            await off_loop(self._file.write, tuple(item.kept() for item in self._items))


def _engine() -> Any:
    """Imported when it is first needed, in a thread: the HTTP client takes a while."""
    from localllm.models.fetch import plan as fetch_plan

    return fetch_plan


def _offline() -> Offline:
    return Offline("The network is switched off (offline); switch it on to fetch a model")


def _discard(plan: Fetch) -> None:
    """What has come of it, unless another process is at it; and folders made for it alone."""
    if plan.staging.is_dir() and (held := staging.lock(plan.staging)) is not None:
        staging.discard(plan.staging)
        diskfile.close(held)
    for folder in (Path(plan.folder), Path(plan.folder).parent):
        if paths.models_dir() in folder.parents:
            with contextlib.suppress(OSError):  # not empty: others lie there
                folder.rmdir()
