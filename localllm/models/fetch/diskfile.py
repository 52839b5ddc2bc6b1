"""Files as downloads need them: locked, written at any place by several threads, made durable.

Everything here blocks: call it from worker threads. A file is its descriptor, an int.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from functools import cache
from pathlib import Path

from localllm import locks

_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_seeking = threading.Lock()  # where the place to read from is shared by all threads


def open_locked(path: Path) -> int | None:
    """The file at `path`, made if need be and locked for us alone; None where another has it.

    The lock ends with the descriptor or the process, whatever ends that.
    """
    while True:
        file = os.open(path, _FLAGS, 0o644)
        if not locks.try_lock(file):
            os.close(file)
            return None
        # Whoever held the lock may have renamed or removed the file before we got it.
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(file), path.stat()):
                return file
        os.close(file)


def open_to_append(path: Path) -> int:
    return os.open(path, _FLAGS | os.O_APPEND, 0o644)


def close(file: int) -> None:
    os.close(file)


def size(file: int) -> int:
    return os.fstat(file).st_size


def write_at(file: int, at: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        written = _write_at(file, at, rest)
        rest, at = rest[written:], at + written


def read_at(file: int, at: int, n: int) -> bytes:
    """Up to `n` bytes; fewer at the end of the file."""
    if sys.platform == "win32":
        with _seeking:
            os.lseek(file, at, os.SEEK_SET)
            return os.read(file, n)
    return os.pread(file, n, at)


def append(file: int, line: bytes) -> None:
    """In one write: a part of it counts as nothing (see the checks of its reader)."""
    if os.write(file, line) != len(line):
        raise OSError(28, "No space left on device")


def sync(file: int) -> None:
    """Returns when what was written is on the disk, not only on its way."""
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):  # not every file system there has it
            fcntl.fcntl(file, fcntl.F_FULLFSYNC)
            return
    getattr(os, "fdatasync", os.fsync)(file)


def sync_folder(folder: Path) -> None:
    """The names in it survive a power cut. Without complaint where that cannot be asked for."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def replace(path: Path, content: bytes) -> None:
    """The file's new content: at every moment, the old one or all of this."""
    new = path.with_name(path.name + ".new")
    file = os.open(new, _FLAGS | os.O_TRUNC, 0o644)
    try:
        write_at(file, 0, content)
        sync(file)
    finally:
        os.close(file)
    new.replace(path)


@cache
def boot() -> str:
    """Names the time since this computer was started: another one after each start."""
    with contextlib.suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    import psutil

    return str(int(psutil.boot_time()))


def _write_at(file: int, at: int, data: memoryview) -> int:
    if sys.platform == "win32":
        with _seeking:
            os.lseek(file, at, os.SEEK_SET)
            return os.write(file, data)
    return os.pwrite(file, data, at)
