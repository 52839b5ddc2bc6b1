"""The unfinished half of a download: `NAME.part`, and `NAME.part.map`, which says what is in it.

The map never counts a byte that is not in the file, whatever ends the process or the computer:

    line 1       a snapshot: whose bytes they are, and the runs that are known to be on the disk
    other lines  runs written since, each appended after its bytes were written

A killed process leaves what it wrote in the system's page cache, so its lines hold. A computer that
loses power does not, and may even keep the map and lose the bytes. So every SYNC_BYTES or SYNC_S
the file is synced *before* a snapshot of it is written, synced and renamed over the map; and a
map that is read after another boot of the computer counts its snapshot alone. Syncing each chunk
instead would halve the speed of a slow disk and save nothing but those last moments.

Each run carries the CRC-32 of its bytes as they came. When the checksum of the whole file is
wrong, that tells bytes which the disk has changed from bytes which came wrong.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import zlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from localllm.errors import Busy
from localllm.models.fetch import diskfile
from localllm.models.fetch.ranges import Range, Ranges

SYNC_BYTES = 256 << 20
SYNC_S = 10.0
_READ = 1 << 20
_FORMAT = 1


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whose bytes they are. `validator` is a strong ETag, "" where the server gave none.

    `size` in bytes, None where it is not known (yet).
    """

    url: str = ""
    validator: str = ""
    sha256: str | None = None
    size: int | None = None


class Run(msgspec.Struct, frozen=True, array_like=True):
    """Bytes `begin` to `end` as one connection brought them, with their CRC-32."""

    begin: int
    end: int
    crc: int


class _Snapshot(msgspec.Struct, frozen=True):
    origin: Origin
    boot: str
    runs: tuple[Run, ...]
    verified: str | None = None  # SHA-256 that the whole file was found to have
    format: int = _FORMAT


class Partial:
    """Bytes of a file, written in any order. Busy where another has it open.

    All that touches the disk is for worker threads: opening, `read`, `write` and what changes or
    checks the whole. Several may `write` at once, each to a run of its own.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self._path = target.with_name(target.name + ".part")
        self._map_path = target.with_name(target.name + ".part.map")
        file = diskfile.open_locked(self._path)
        if file is None:
            raise Busy(f"{target.name} is being fetched by another process")
        self._file = file
        self._map = -1
        self._map_lock = threading.Lock()  # of the map and of what it says
        self._syncing = threading.Lock()
        self._unsynced, self._synced_at = 0, time.monotonic()
        self.origin = Origin()
        self.verified: str | None = None
        self._set_runs(())
        try:
            self._take_over(_read_map(self._map_path))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    # --- what is there

    @property
    def done(self) -> int:
        """Bytes that are there, wherever they lie."""
        return self._done

    @property
    def prefix(self) -> int:
        """Bytes that are there from the begin on."""
        return self._prefix

    def gaps(self, size: int) -> list[Range]:
        """What is missing of the first `size` bytes."""
        with self._map_lock:
            return self._ranges.gaps(size)

    def read(self, at: int, size: int) -> bytes:
        return diskfile.read_at(self._file, at, size)

    # --- what comes

    def write(self, begin: int, at: int, data: bytes) -> None:
        """Puts `data` to `at`, as the next of the run that began at `begin`; then counts it."""
        diskfile.write_at(self._file, at, data)
        before = self._runs[begin].crc if at > begin else 0
        run = Run(begin, at + len(data), zlib.crc32(data, before))
        with self._map_lock:
            diskfile.append(self._map, _line(run))
            self._count(run)
            self._unsynced += len(data)
        if self._unsynced >= SYNC_BYTES or time.monotonic() - self._synced_at >= SYNC_S:
            self.sync(wait=False)

    def sync(self, *, wait: bool = True) -> None:
        """What is there now survives a power cut. `wait` False leaves it to one who is at it."""
        if not self._syncing.acquire(blocking=wait):
            return
        try:
            self._unsynced, self._synced_at = 0, time.monotonic()
            synced = dict(self._runs)
            diskfile.sync(self._file)
            with self._map_lock:
                self._write_map(synced)
        finally:
            self._syncing.release()

    def restart(self, origin: Origin) -> None:
        """Throws away what there is; the bytes to come are `origin`'s."""
        self.origin, self.verified = origin, None
        with self._map_lock:
            self._set_runs(())
            self._write_map({})
        os.ftruncate(self._file, 0)

    def learn(self, origin: Origin) -> None:
        """More is known of where the bytes come from; they stay."""
        if origin != self.origin:
            self.origin = origin
            self.sync()

    # --- whether it is right

    def damaged(self) -> list[Run]:
        """The runs that are not on the disk as they came."""
        return [run for run in self._runs.values() if self._crc(run) != run.crc]

    def drop(self, runs: Iterable[Run]) -> None:
        """Their bytes count as missing again."""
        gone = {run.begin for run in runs}
        with self._map_lock:
            self._set_runs(run for run in self._runs.values() if run.begin not in gone)
        self.sync()

    def mark_verified(self, sha256: str) -> None:
        """The whole file is there and durable, and has this checksum."""
        os.ftruncate(self._file, self.done)
        self.verified = sha256
        self.sync()

    # --- its end

    def finish(self) -> None:
        """The bytes, marked verified before, become the target in one step."""
        if sys.platform == "win32":  # an open file cannot be renamed there
            self._close_files()
        self._path.replace(self.target)
        diskfile.sync_folder(self.target.parent)
        self._close_files()
        self._map_path.unlink(missing_ok=True)

    def close(self) -> None:
        """Keeps what has come; leaves nothing where nothing has. Safe to call again."""
        if self._file < 0:
            return
        if self._done or self.verified:
            self._close_files()
            return
        if sys.platform != "win32":  # still locked, so that nobody's new file is taken away
            self._forget()
        self._close_files()
        if sys.platform == "win32":
            self._forget()

    # --- inside

    def _take_over(self, found: tuple[_Snapshot, list[Run]] | None) -> None:
        """What an earlier process left, as far as the file has it."""
        if found is None:
            return
        size = diskfile.size(self._file)
        believed = _believed(found)
        there = [run for run in believed if 0 <= run.begin < run.end <= size]
        self.origin = found[0].origin
        self.verified = found[0].verified if len(there) == len(believed) else None
        self._set_runs(there)
        self.sync()

    def _set_runs(self, runs: Iterable[Run]) -> None:
        self._runs: dict[int, Run] = {}
        self._ranges = Ranges()
        self._done = self._prefix = 0
        for run in runs:
            self._count(run)

    def _count(self, run: Run) -> None:
        self._runs[run.begin] = run
        self._ranges.add(run.begin, run.end)
        self._done, self._prefix = self._ranges.total, self._ranges.prefix

    def _crc(self, run: Run) -> int:
        crc, at = 0, run.begin
        while at < run.end and (data := self.read(at, min(_READ, run.end - at))):
            crc = zlib.crc32(data, crc)
            at += len(data)
        return crc

    def _write_map(self, synced: dict[int, Run]) -> None:
        """The whole map anew: `synced` as the snapshot, what came since as lines."""
        snapshot = _Snapshot(self.origin, diskfile.boot(), (*synced.values(),), self.verified)
        later = [run for run in self._runs.values() if synced.get(run.begin) != run]
        if self._map >= 0:
            os.close(self._map)
        try:
            diskfile.replace(self._map_path, _head(snapshot) + b"".join(map(_line, later)))
        finally:
            self._map = diskfile.open_to_append(self._map_path)

    def _close_files(self) -> None:
        for file in (self._file, self._map):
            if file >= 0:
                os.close(file)
        self._file = self._map = -1

    def _forget(self) -> None:
        self._map_path.unlink(missing_ok=True)
        self._path.unlink(missing_ok=True)


def _head(snapshot: _Snapshot) -> bytes:
    return _checked(msgspec.json.encode(snapshot))


def _line(run: Run) -> bytes:
    """Begins with the newline, so that half a line cannot spoil the next."""
    return b"\n" + _checked(msgspec.json.encode(run))


def _checked(content: bytes) -> bytes:
    return b"%08x %b" % (zlib.crc32(content), content)


def kept(target: Path) -> int:
    """Bytes of `target` that an earlier try has left, without opening them; about, for a plan."""
    found = _read_map(target.with_name(target.name + ".part.map"))
    return Ranges((run.begin, run.end) for run in _believed(found)).total if found else 0


def _read_map(path: Path) -> tuple[_Snapshot, list[Run]] | None:
    """None where there is none, or none that holds. A line that is not whole is passed over."""
    try:
        head, *lines = path.read_bytes().split(b"\n")
        snapshot = msgspec.json.decode(_content(head), type=_Snapshot)
        whole = [content for line in lines if (content := _content(line))]
        runs = [msgspec.json.decode(content, type=Run) for content in whole]
    except (OSError, msgspec.MsgspecError):
        return None
    return (snapshot, runs) if snapshot.format == _FORMAT else None


def _believed(found: tuple[_Snapshot, list[Run]]) -> tuple[Run, ...]:
    """All of it; after another boot what was synced."""
    snapshot, later = found
    return (*snapshot.runs, *(later if snapshot.boot == diskfile.boot() else ()))


def _content(line: bytes) -> bytes:
    """What is behind the check; b"" where it does not fit."""
    check, _, content = line.partition(b" ")
    return content if check == b"%08x" % zlib.crc32(content) else b""
