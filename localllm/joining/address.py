"""Where a running localllm can be joined: one file for each that runs, in the data folder.

The file holds a secret and is for its owner's eyes alone (0600 in a folder of 0700). One that a
killed program left behind does no harm: nobody proves at that port to know the secret, and whoever
finds that out removes it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from pathlib import Path

import msgspec

from localllm import __version__, paths

_SECRET_BYTES = 32


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """A door at 127.0.0.1:`port`. `what` is "app" or "server"; `secret` is 64 hex digits."""

    pid: int
    port: int
    what: str
    secret: str
    version: str = __version__


def new(port: int, what: str) -> Address:
    """This process's, with a fresh secret."""
    return Address(pid=os.getpid(), port=port, what=what, secret=secrets.token_hex(_SECRET_BYTES))


def announce(address: Address) -> Path:
    """Writes the file, whole and readable by this person alone. OSError where that fails."""
    file = _folder() / f"{address.pid}-{address.port}.json"
    part = file.with_suffix(".part")
    part.unlink(missing_ok=True)
    handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "wb") as out:
        out.write(msgspec.json.encode(address))
    return part.replace(file)


def forget(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)


def found() -> list[tuple[Path, Address]]:
    """What is announced, the newest first. A file that cannot be read, or that somebody else could
    have written, is none."""
    read = [(file, _read(file)) for file in sorted(_folder().glob("*.json"), key=_age)]
    return [(file, address) for file, address in read if address is not None]


def _folder() -> Path:
    folder = paths.data_dir() / "running"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _age(file: Path) -> float:
    try:
        return -file.stat().st_mtime
    except OSError:
        return 0.0


def _read(file: Path) -> Address | None:
    try:
        with file.open("rb") as source:
            if not _mine(os.fstat(source.fileno())):
                return None
            return msgspec.json.decode(source.read(), type=Address)
    except (OSError, msgspec.MsgspecError):
        return None


def _mine(status: os.stat_result) -> bool:
    if sys.platform == "win32":
        return True  # the profile's folder is closed to others
    return status.st_uid == os.getuid() and not status.st_mode & 0o077
