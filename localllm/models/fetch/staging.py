"""From the hidden staging folder to where the files belong: all of them appear, or none.

Several renames are not one step. So their list is written first (`moving`, durable); the store
passes over what such a list names, and whoever finds one carries it to its end:

    FOLDER/.fetch-1f2e.../model-00001-of-00002.gguf.part   \\
    FOLDER/.fetch-1f2e.../model-00002-of-00002.gguf.part    > renamed into FOLDER, then the list
    FOLDER/.fetch-1f2e.../moving                           /  and the staging folder go
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import msgspec

from localllm.models.fetch import diskfile

PREFIX = ".fetch-"
_LIST = "moving"
_LOCK = "lock"


class _Move(msgspec.Struct, frozen=True, array_like=True):
    """From a path in the staging folder to one in the folder around it, both with /."""

    source: str
    target: str


def lock(staging: Path) -> int | None:
    """The staging folder, made if need be, for us alone; None where another process is at it."""
    while True:
        staging.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # another has just left and removed it
            return diskfile.open_locked(staging / _LOCK)


def move(staging: Path, moves: Iterable[tuple[str, str]]) -> None:
    """Every source in `staging` becomes its target in the folder around it; then it is gone.

    A death at any moment leaves what `finish` completes. For one who holds the lock.
    """
    content = msgspec.json.encode([_Move(source, target) for source, target in moves])
    diskfile.replace(staging / _LIST, content)
    diskfile.sync_folder(staging)
    finish(staging)


def finish(staging: Path) -> bool:
    """Carries a begun move to its end; False where none was begun. For one who holds the lock."""
    moves = _read(staging)
    if moves is None:
        return False
    folders = set()
    for each in moves:
        target = staging.parent.joinpath(*PurePosixPath(each.target).parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # moved already, before a death
            staging.joinpath(*PurePosixPath(each.source).parts).replace(target)
        folders.add(target.parent)
    for folder in folders:
        diskfile.sync_folder(folder)
    discard(staging)
    return True


def discard(staging: Path) -> None:
    """The staging folder and all that is in it, the list last but for the lock."""
    for path in staging.iterdir() if staging.is_dir() else ():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name not in (_LIST, _LOCK):
            path.unlink(missing_ok=True)
    for name in (_LIST, _LOCK):
        with contextlib.suppress(OSError):  # Windows keeps the lock until it is closed
            (staging / name).unlink()
    with contextlib.suppress(OSError):
        staging.rmdir()


def recover(folder: Path) -> None:
    """Finishes every move in `folder` (and below it) that a death has interrupted."""
    for listed in folder.rglob(f"{PREFIX}*/{_LIST}"):
        with contextlib.suppress(OSError):
            held = lock(listed.parent)
            if held is not None:
                try:
                    finish(listed.parent)
                finally:
                    diskfile.close(held)


def being_moved(folder: Path, folders: Iterable[str]) -> set[Path]:
    """The files in `folder` that are not all there yet; `folders` are the names of those in it."""
    stagings = [folder / name for name in folders if name.startswith(PREFIX)]
    return {
        folder.joinpath(*PurePosixPath(each.target).parts)
        for staging in stagings
        for each in _read(staging) or ()
    }


def _read(staging: Path) -> tuple[_Move, ...] | None:
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode((staging / _LIST).read_bytes(), type=tuple[_Move, ...])
    return None
