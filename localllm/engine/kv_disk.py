"""Saved KV on disk: files, and the thread that writes and removes them.

    folder / key / name.kv      one block (see kv_file); the name is a hash of its tokens
                 / about.json   which model it is, for people
                 / lock         held by the engine that writes here
                 / cleared      touched by who clears this folder while an engine runs

The key is what KV depends on beside its tokens, so engines of other models or settings do not see
these files. Of several engines with one key the first writes and removes; the others only read, and
miss what is gone meanwhile. The budget is for all keys together: who starts removes what was not
used for longest from the folders that nobody holds.

`write`, `remove` and `news` never wait, except that the first `news` gives the index of earlier
files a moment to be made. `read` reads. All four belong to the loop thread.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import threading
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import msgspec

from localllm.engine import kv_file
from localllm.engine.kv_file import DamagedFile
from localllm.engine.kv_folder import ABOUT, CLEARED, SUFFIX, files_in, try_lock
from localllm.engine.kv_saved import Found, News, Scan, Written
from localllm.engine.radix import State, Tokens

log = logging.getLogger(__name__)

AUTO = -1
_AUTO_BYTES = 8 << 30
_AUTO_SHARE = 8  # at most this part of what the disk has free

# Bytes that may wait to be written: they stay in memory until they are.
_QUEUE_BYTES = 512 << 20

# The first question waits so long for the index: a thousand files take a tenth of it.
_INDEX_SECONDS = 1.0

# However much other models keep, one may keep this part of the budget.
_LEAST_SHARE = 4


class KvDisk:
    """`budget` in bytes for all of `folder`; AUTO takes a part of the free disk. `about` is what
    people are told of this key. Files are made for their owner alone."""

    def __init__(self, folder: Path, key: bytes, about: dict[str, Any], budget: int) -> None:
        self.budget = budget
        self.damaged = 0
        self.writes = False  # known once the index is made
        self._root = folder
        self._folder = folder / key.hex()
        self._key = key
        self._about = about
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._news: deque[News] = deque()
        self._queued = 0
        self._counting = threading.Lock()
        self._indexed = threading.Event()
        self._waited = False
        self._lock: int | None = None
        self._cleared = self._cleared_at()
        self._jobs.put(self._open)
        self._thread = threading.Thread(target=self._work, name="kv-disk", daemon=True)
        self._thread.start()

    # --- loop thread ------------------------------------------------------------------------------

    def write(self, tokens: Tokens, start: int, state: State) -> str | None:
        """Lets a file be written and says its name; None where too much waits already."""
        with self._counting:
            if not self._indexed.is_set() or self._queued + state.nbytes > _QUEUE_BYTES:
                return None
            self._queued += state.nbytes
        name = _name(tokens, start)
        self._jobs.put(lambda: self._write(name, tokens, start, state))
        return name

    def read(self, name: str, tokens: Tokens, start: int) -> State | None:
        """What was written, or None where the file is gone or damaged; that is removed."""
        path = self._folder / name
        try:
            state = kv_file.read(path, self._key, tokens, start)
        except DamagedFile as error:
            self._is_damaged(path, error)
            return None
        except OSError as error:
            log.info("%s cannot be read: %s", path, error)
            return None
        self._jobs.put(lambda: _touch(path))
        return state

    def remove(self, name: str) -> None:
        """Lets a file be removed."""
        self._jobs.put(lambda: self._unlink(self._folder / name))

    def news(self) -> Iterable[News]:
        """What happened since the last time; None: all was cleared from outside."""
        if not self._waited:
            self._waited = True
            self._indexed.wait(_INDEX_SECONDS)
        if (cleared := self._cleared_at()) != self._cleared:
            self._cleared = cleared
            self._news.append(None)
        while self._news:
            yield self._news.popleft()

    def close(self, seconds: float) -> None:
        """Writes what waits, for so long at most, and ends the thread."""
        self._jobs.put(None)
        self._thread.join(seconds)

    # --- its own thread ---------------------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception:
                log.exception("a bug over files of KV")
        if self._lock is not None:
            os.close(self._lock)

    def _open(self) -> None:
        """Takes the folder, makes room where all keys together have too much, makes the index."""
        found: list[Found] = []
        try:
            self._take_folder()
            if self.budget == AUTO:
                self.budget = _auto_budget(self._root)
            others = _make_room(self._root, self._folder, self.budget)
            self.budget = max(self.budget - others, self.budget // _LEAST_SHARE)
            found = self._index()
        except OSError as error:
            log.warning("no KV is kept on disk: %s", error)
            self.writes = False
        self._news.append(Scan(tuple(found), self.budget if self.writes or found else 0))
        self._indexed.set()

    def _take_folder(self) -> None:
        self._root.mkdir(parents=True, exist_ok=True)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._lock = try_lock(self._folder)
        self.writes = self._lock is not None
        if self.writes:
            (self._folder / ABOUT).write_bytes(msgspec.json.encode(self._about))
        else:
            log.info("another engine writes to %s: this one only reads there", self._folder)

    def _index(self) -> list[Found]:
        found = []
        for path in self._folder.iterdir():
            if path.suffix == ".part":
                self._unlink(path)
            if path.suffix != SUFFIX:
                continue
            try:
                header = kv_file.read_header(path, self._key)
                stat = path.stat()
            except DamagedFile as error:
                self._is_damaged(path, error)
            except OSError as error:
                log.info("%s cannot be read: %s", path, error)
            else:
                found.append(
                    Found(path.name, header.tokens, header.start, stat.st_size, stat.st_mtime)
                )
        return found

    def _write(self, name: str, tokens: Tokens, start: int, state: State) -> None:
        size = 0
        try:
            if self.writes:
                size = kv_file.write(self._folder / name, self._key, tokens, start, state)
        except OSError as error:
            log.warning("%d tokens cannot be kept on disk: %s", len(tokens) - start, error)
        with self._counting:
            self._queued -= state.nbytes
        self._news.append(Written(name, size))

    def _unlink(self, path: Path) -> None:
        if self.writes:
            _unlink(path)

    def _is_damaged(self, path: Path, error: DamagedFile) -> None:
        self.damaged += 1
        log.warning("%s is not used: %s", path, error)
        self._unlink(path)

    def _cleared_at(self) -> int:
        try:
            return os.stat(self._folder / CLEARED).st_mtime_ns
        except OSError:
            return 0


def _name(tokens: Tokens, start: int) -> str:
    digest = hashlib.blake2b(tokens.tobytes(), digest_size=16, salt=start.to_bytes(16, "little"))
    return digest.hexdigest() + SUFFIX


def _touch(path: Path) -> None:
    try:
        os.utime(path)
    except OSError as error:
        log.debug("%s: %s", path, error)


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("%s cannot be removed: %s", path, error)


def _auto_budget(root: Path) -> int:
    kept = sum(size for _, size, _ in _files_of(root))
    return min(_AUTO_BYTES, (shutil.disk_usage(root).free + kept) // _AUTO_SHARE)


def _files_of(root: Path) -> list[tuple[Path, int, float]]:
    return [file for folder in root.iterdir() if folder.is_dir() for file in files_in(folder)]


def _make_room(root: Path, own: Path, budget: int) -> int:
    """Removes files of other keys, the longest unused first, until all together fit the budget;
    returns the bytes that these still have."""
    files = _files_of(root)
    excess = sum(size for _, size, _ in files) - budget
    others = sorted((f for f in files if f[0].parent != own), key=lambda file: file[2])
    kept = sum(size for _, size, _ in others)
    held: dict[Path, int | None] = {}
    for path, size, _ in others:
        if excess <= 0:
            break
        if path.parent not in held:
            held[path.parent] = try_lock(path.parent)
        if held[path.parent] is not None:
            _unlink(path)
            excess -= size
            kept -= size
    for handle in held.values():
        if handle is not None:
            os.close(handle)
    return kept
