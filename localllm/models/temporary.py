"""Files that are still being written: hidden, beside their target, locked while somebody writes.

    .localllm-<name of the target>-<8 hex digits>.tmp

The one who makes such a file holds an exclusive lock on it, which ends with the process whatever
ends that. So one that can be locked is nobody's any more and may be swept; whoever dies at any
moment leaves the target as it was, or finished.

The file may be written through other descriptors too (native code opens it by its path); it must
only stay the same file.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from localllm import locks
from localllm.errors import Busy, DiskFull, LocalLLMError, ModelError

PREFIX, SUFFIX = ".localllm-", ".tmp"
_NAME_CHARS = 120  # of the target's, so that the whole stays under every file system's limit
_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)

_alive: set[Temporary] = set()


class Temporary:
    """A file that becomes `target` in `finish`, or vanishes at the end of the `with`.

    ModelError where the folder cannot be written to; DiskFull where there is no room for a name.
    """

    def __init__(self, target: Path) -> None:
        self.target = target
        self.path, self._file = _create(target)
        _alive.add(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.discard()

    def finish(self, *, replace: bool) -> None:
        """Its bytes become the target, in one step and durable.

        Busy where the target has appeared and is not to be replaced; the file is then gone.
        """
        os.fsync(self._file)
        if sys.platform == "win32":  # an open file cannot be renamed there
            self._close()
        try:
            _rename(self.path, self.target, replace)
        except OSError as error:
            self.discard()
            raise explained(error, self.target) from error
        self._close()
        _sync_folder(self.target.parent)

    def relock(self) -> None:
        """Another file was renamed to its path: that one is locked from now on, and is what becomes
        the target or vanishes. ModelError where it is not there."""
        try:
            file = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise explained(error, self.path) from error
        locks.try_lock(file)
        os.close(self._file)
        self._file = file

    def discard(self) -> None:
        """Removes it, unless it was finished. Safe to call again, from any thread."""
        if self in _alive:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
            self._close()

    def _close(self) -> None:
        if self in _alive:
            _alive.discard(self)
            os.close(self._file)


def discard_all() -> None:
    """Removes what this process has begun: for one that must end now."""
    for temporary in tuple(_alive):
        with contextlib.suppress(OSError):
            temporary.path.unlink(missing_ok=True)


def sweep(folder: Path) -> list[Path]:
    """Removes what others left in `folder` when they were ended; what it removed.

    Without complaint where the folder cannot be read.
    """
    try:
        found = [path for path in folder.iterdir() if is_temporary(path)]
    except OSError:
        return []
    return [path for path in found if _remove_stale(path)]


def is_temporary(path: Path) -> bool:
    return path.name.startswith(PREFIX) and path.name.endswith(SUFFIX)


def _create(target: Path) -> tuple[Path, int]:
    while True:
        name = f"{PREFIX}{target.name[:_NAME_CHARS]}-{secrets.token_hex(4)}{SUFFIX}"
        path = target.with_name(name)
        try:
            file = os.open(path, _NEW, 0o666)
        except FileExistsError:
            continue
        except OSError as error:
            raise explained(error, target) from error
        # A sweeper may have been first, between the two lines; then it has removed the file.
        if locks.try_lock(file) and os.fstat(file).st_nlink:
            return path, file
        os.close(file)


def _remove_stale(path: Path) -> bool:
    try:
        file = os.open(path, os.O_RDWR)
    except OSError:
        return False
    try:
        if not locks.try_lock(file):
            return False
        if sys.platform == "win32":
            os.close(file)
            file = -1
        path.unlink(missing_ok=True)
        return True
    except OSError:
        return False
    finally:
        if file >= 0:
            os.close(file)


def _rename(path: Path, target: Path, replace: bool) -> None:
    if replace:
        path.replace(target)
    elif sys.platform == "win32":
        path.rename(target)  # fails there where the target exists
    else:
        _rename_new(path, target)


def _rename_new(path: Path, target: Path) -> None:
    """A rename that never replaces. A file system without links gets a check just before."""
    try:
        os.link(path, target)
        path.unlink()
    except FileExistsError:
        raise
    except OSError:
        if target.exists():
            raise FileExistsError(errno.EEXIST, "File exists", str(target)) from None
        path.replace(target)


def explained(error: OSError, target: Path) -> LocalLLMError:
    """What a failure to write `target` means for a person."""
    if isinstance(error, FileExistsError):
        return Busy(
            f"{target} has appeared meanwhile and was left as it is; name another file, or replace "
            "it with --force",
            path=str(target),
        )
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DiskFull(f"There is no room left in {target.parent}", path=str(target.parent))
    return ModelError(
        f"{target} cannot be written: {error.strerror or error}. Name another place for it",
        path=str(target),
    )


def _sync_folder(folder: Path) -> None:
    """The new name itself survives a power cut."""
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
