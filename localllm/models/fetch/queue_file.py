"""The queue of downloads as it lies on disk, so that another start of the app goes on with it.

One process owns it at a time, by a lock beside it. It holds plans and states, never a token.
"""

from __future__ import annotations

import contextlib
import logging
from pathlib import Path
from typing import Literal

import msgspec

from localllm.models.fetch import diskfile
from localllm.models.fetch.fetching import Fetch

log = logging.getLogger(__name__)

State = Literal["queued", "running", "paused", "failed", "done"]
_FORMAT = 1


class Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """One download. `done` of `total` bytes, as far as was known when it was written."""

    id: str
    plan: Fetch
    state: State
    done: int = 0
    total: int | None = None
    problem: str = ""
    notes: tuple[str, ...] = ()


class _Content(msgspec.Struct, frozen=True):
    downloads: tuple[Kept, ...]
    format: int = _FORMAT


class QueueFile:
    """`own` first. Methods block: `write` is for a worker thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: int | None = None

    def own(self) -> bool:
        """False where another process has it: it is neither to be read nor written then."""
        self._lock = diskfile.open_locked(self._path.with_name(self._path.name + ".lock"))
        return self._lock is not None

    def read(self) -> tuple[Kept, ...]:
        """Nothing where there is none; one that cannot be read is put aside."""
        try:
            content = msgspec.json.decode(self._path.read_bytes(), type=_Content)
        except FileNotFoundError:
            return ()
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            log.warning("The list of downloads cannot be read and begins anew: %s", error)
            with contextlib.suppress(OSError):
                self._path.replace(self._path.with_name(self._path.name + ".damaged"))
            return ()
        return content.downloads if content.format == _FORMAT else ()

    def write(self, downloads: tuple[Kept, ...]) -> None:
        """At every moment, the old list or all of this. A full disk is a warning in the log."""
        try:
            diskfile.replace(self._path, msgspec.json.encode(_Content(downloads)))
        except OSError as error:
            log.warning("The list of downloads cannot be written: %s", error.strerror or error)

    def leave(self) -> None:
        if self._lock is not None:
            diskfile.close(self._lock)
            self._lock = None
