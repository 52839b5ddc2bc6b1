"""Reads the headers of many files once: cards by path, kept as long as the files stay the same.

What was read is also kept on disk (`cache_dir()/model-cards.msgpack`), so that a folder of a
hundred models is listed in milliseconds. A cache that cannot be read is an empty one.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import msgspec

from localllm import paths
from localllm.errors import LocalLLMError
from localllm.models.header.card import ModelCard
from localllm.models.header.check import inspect
from localllm.models.projector import header_of, projector_of

_FORMAT = 2  # raised when what is kept changes its meaning

Stamp = tuple[int, int]  # mtime in ns and bytes; (0, -1) where there is no file
Fingerprint = tuple[Stamp, ...]  # of each part


class Scan(msgspec.Struct, frozen=True):
    """One model's card, or the words for why there is none.

    `projector` is the path of the one beside it, "" where there is none, `beside` its stamp.
    """

    fingerprint: Fingerprint
    card: ModelCard | None = None
    problem: str | None = None
    projector: str = ""
    beside: Stamp = (0, -1)

    @property
    def size_bytes(self) -> int:
        return sum(max(size, 0) for _, size in self.fingerprint)


class _Kept(msgspec.Struct):
    format: int
    scans: dict[str, Scan]


class Scanner:
    """Threads may share one: a scan done twice costs time, nothing else."""

    def __init__(self) -> None:
        self._scans = _load()
        self._changed = False

    def scan(self, parts: tuple[Path, ...]) -> Scan:
        """The card of the model with these files; read only if one of them, or the projector
        beside them, is not as before."""
        key = str(parts[0])
        fingerprint = tuple(_stamp(part) for part in parts)
        projector = projector_of(parts[0])
        beside = _stamp(projector) if projector else (0, -1)
        path = str(projector or "")
        known = self._scans.get(key)
        if known and (known.fingerprint, known.projector, known.beside) == (
            fingerprint, path, beside,
        ):  # fmt: skip
            return known
        try:
            card = inspect(parts[0], header_of(projector))
            scan = Scan(fingerprint, card=card, projector=path, beside=beside)
        except LocalLLMError as error:
            scan = Scan(fingerprint, problem=error.message, projector=path, beside=beside)
        self._scans[key] = scan
        self._changed = True
        return scan

    def save(self) -> None:
        """Keeps what was read for other processes; without complaint where it cannot be written."""
        if self._changed:
            self._changed = False
            with contextlib.suppress(OSError):
                _write(_cache_file(), msgspec.msgpack.encode(_Kept(_FORMAT, dict(self._scans))))


def _stamp(path: Path) -> Stamp:
    try:
        stat = path.stat()
    except OSError:
        return (0, -1)
    return (stat.st_mtime_ns, stat.st_size)


def _cache_file() -> Path:
    return paths.cache_dir() / "model-cards.msgpack"


def _load() -> dict[str, Scan]:
    try:
        kept = msgspec.msgpack.decode(_cache_file().read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError):
        return {}
    return kept.scans if kept.format == _FORMAT else {}


def _write(path: Path, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
