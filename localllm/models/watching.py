"""Notices when model files come, go or change, whoever did it.

    watch = watch_folders(store.folders, callback)      on a running loop; callback on that loop
    await watch.aclose()

The system tells of changes (inotify, FSEvents, ReadDirectoryChangesW, through watchfiles); where it
cannot, folders are looked through every few seconds. Nothing is told before it has been quiet for
half a second, so that a copy of a large file is told once or a few times, not a thousand.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

from localllm.models.header.parts import SUFFIX

log = logging.getLogger(__name__)

QUIET_S = 0.5
LONGEST_S = 5.0  # of changes without a pause, until they are told all the same
_LOOK_MS = 2000  # for folders that appear or go, and where nothing tells of changes


class Watch:
    """Lives on the loop that it was made on. An error of `callback` is logged, not raised."""

    def __init__(self, folders: Iterable[Path], callback: Callable[[], None]) -> None:
        self._folders = tuple(dict.fromkeys(Path(folder) for folder in folders))
        self._callback = callback
        self._stop = asyncio.Event()
        self._changed = asyncio.Event()
        self._tasks = (
            asyncio.create_task(self._listen(), name="watch models"),
            asyncio.create_task(self._tell(), name="tell of models"),
        )

    async def aclose(self) -> None:
        """Nothing is told afterwards. Twice is fine."""
        self._stop.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        there: tuple[Path, ...] | None = None
        while not self._stop.is_set():
            now = await asyncio.to_thread(_existing, self._folders)
            if there is not None and now != there:
                self._changed.set()
            there = now
            if not there:
                await asyncio.sleep(_LOOK_MS / 1000)
                continue
            async for relevant in self._changes(there):
                if relevant:
                    self._changed.set()
                elif await asyncio.to_thread(_existing, self._folders) != there:
                    break  # one came or went: begin again with what is there

    async def _changes(self, folders: tuple[Path, ...]) -> AsyncIterator[bool]:
        """True for changes of model files, False every few seconds without one."""
        import watchfiles

        options = {"watch_filter": None, "step": 50, "debounce": 400, "rust_timeout": _LOOK_MS}
        for polling in (False, True):
            try:
                async for changes in watchfiles.awatch(
                    *folders,
                    stop_event=self._stop,
                    yield_on_timeout=True,
                    force_polling=polling or None,
                    poll_delay_ms=_LOOK_MS,
                    ignore_permission_denied=True,
                    **options,  # type: ignore[arg-type]
                ):
                    yield any(_concerns(Path(path), folders) for _, path in changes)
                return
            except (OSError, RuntimeError) as error:  # no more watches, a folder that went
                log.info("watching %s: %s", ", ".join(map(str, folders)), error)
        await asyncio.sleep(_LOOK_MS / 1000)
        yield False

    async def _tell(self) -> None:
        while True:
            await self._changed.wait()
            await self._quiet()
            try:
                self._callback()
            except Exception:
                log.exception("a watcher of the models failed")

    async def _quiet(self) -> None:
        """Until nothing has changed for a while, or it goes on for too long."""
        end = asyncio.get_running_loop().time() + LONGEST_S
        while self._changed.is_set() and asyncio.get_running_loop().time() < end:
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), QUIET_S)
        self._changed.clear()


def watch_folders(folders: Iterable[Path], callback: Callable[[], None]) -> Watch:
    """Folders that are not there yet are noticed when they come."""
    return Watch(folders, callback)


def _existing(folders: tuple[Path, ...]) -> tuple[Path, ...]:
    return tuple(folder for folder in folders if folder.is_dir())


def _concerns(path: Path, folders: tuple[Path, ...]) -> bool:
    """A GGUF file, one of Ollama's without a suffix, or a folder that may hold some; not what is
    hidden: unfinished downloads and conversions are."""
    for folder in folders:
        if path.is_relative_to(folder):
            below = path.relative_to(folder).parts
            hidden = any(part.startswith(".") for part in below)
            return not hidden and (path.suffix.lower() == SUFFIX or _plain(path))
    return False


def _plain(path: Path) -> bool:
    """Without a suffix that says it is something else."""
    return not path.suffix or path.suffix[1:2].isdigit() or path.is_dir()
