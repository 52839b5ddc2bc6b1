"""The folder of saved KV as a whole: what lies there for which model, and clearing it.

For any process, also while engines run: these keep a lock on the folder of their key, and forget
what they had when its `cleared` is touched.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import msgspec

from localllm import locks

SUFFIX = ".kv"
ABOUT = "about.json"
CLEARED = "cleared"
_LOCK = "lock"


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept for one model as it was loaded. `used` in seconds since the epoch; `held`: an
    engine that runs has it."""

    folder: Path
    model: str
    kv_type: str
    entries: int
    size: int
    used: float
    held: bool


class _About(msgspec.Struct):
    model: str = ""
    kv_type: str = ""


def kept(root: Path) -> list[Kept]:
    """All there is, the latest used first."""
    found = [_kept(path.parent) for path in root.glob(f"*/{_LOCK}")]
    return sorted(found, key=lambda one: -one.used)


def clear(one: Kept) -> int:
    """Removes the files; returns how many bytes are free again. Raises OSError."""
    freed = 0
    for path, size, _ in files_in(one.folder):
        path.unlink(missing_ok=True)
        freed += size
    handle = try_lock(one.folder)
    if handle is None:
        (one.folder / CLEARED).touch()
    else:
        os.close(handle)
        shutil.rmtree(one.folder)
    return freed


def _kept(folder: Path) -> Kept:
    try:
        about = msgspec.json.decode((folder / ABOUT).read_bytes(), type=_About)
    except (OSError, msgspec.DecodeError):
        about = _About()
    handle = try_lock(folder)
    if handle is not None:
        os.close(handle)
    files = files_in(folder)
    return Kept(
        folder,
        about.model or folder.name,
        about.kv_type,
        len(files),
        sum(size for _, size, _ in files),
        max((used for _, _, used in files), default=0.0),
        handle is None,
    )


def files_in(folder: Path) -> list[tuple[Path, int, float]]:
    """The files of one key: path, size in bytes, last use."""
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        try:
            stat = path.stat()
        except OSError:
            continue  # removed meanwhile
        found.append((path, stat.st_size, stat.st_mtime))
    return found


def try_lock(folder: Path) -> int | None:
    """The open lock file of a key's folder, which holds it until it is closed; None where another
    process holds it."""
    handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    if locks.try_lock(handle):
        return handle
    os.close(handle)
    return None
