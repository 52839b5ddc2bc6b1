"""The unfinished half of a download: `NAME.part` beside the target, and what it is a part of.

Owns the open file, its lock and the running checksum. The final name appears only in `finish`.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from types import TracebackType

import msgspec

from localllm.errors import Busy

_READ = 1 << 20


class Origin(msgspec.Struct, frozen=True):
    """Where the bytes came from. `validator` is a strong ETag, "" where the server gave none."""

    url: str
    validator: str = ""


class Partial:
    """Bytes 0..size of a file, appended to. Busy where another process has it open."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._path = target.with_name(target.name + ".part")
        self._origin_path = target.with_name(target.name + ".part.json")
        self._file = self._path.open("ab+", buffering=0)  # chunks are large
        try:
            _lock(self._file.fileno())
        except OSError:
            self._file.close()
            raise Busy(f"{target.name} is being fetched by another process") from None
        self._sha256 = hashlib.sha256()
        self._hashed = 0
        self.size = os.fstat(self._file.fileno()).st_size
        self.origin = self._read_origin()

    def __enter__(self) -> Partial:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._file.close()
        if self.size == 0:
            self._forget()

    def append(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]
        if self._hashed == self.size:
            self._sha256.update(data)
            self._hashed += len(data)
        self.size += len(data)

    def restart(self, origin: Origin) -> None:
        """Throws away what there is; the bytes to come are `origin`'s."""
        self._file.truncate(0)
        self._sha256, self._hashed, self.size = hashlib.sha256(), 0, 0
        self.origin = origin
        self._origin_path.write_bytes(msgspec.json.encode(origin))

    def sha256(self) -> str:
        """Of all bytes there are, hexadecimal; what an earlier process wrote is read again."""
        self._file.seek(self._hashed)
        while data := self._file.read(_READ):
            self._sha256.update(data)
            self._hashed += len(data)
        return self._sha256.hexdigest()

    def finish(self) -> None:
        """The bytes become the target, in one step and durable."""
        os.fsync(self._file.fileno())
        self._file.close()
        self._path.replace(self._target)
        self._origin_path.unlink(missing_ok=True)

    def _read_origin(self) -> Origin | None:
        try:
            return msgspec.json.decode(self._origin_path.read_bytes(), type=Origin)
        except (OSError, msgspec.MsgspecError):
            return None

    def _forget(self) -> None:
        self._path.unlink(missing_ok=True)
        self._origin_path.unlink(missing_ok=True)


def _lock(handle: int) -> None:
    """An exclusive lock that ends with the file or the process. OSError where it is taken."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
