"""Reading export files that may be large, broken or hostile: bytes in, plain values out.

Nothing here is trusted: sizes are checked before and while reading, nesting ends in an error, and
names inside an archive are only compared, never used as paths.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Any, Self

import msgspec

from localllm.errors import BadRequest

MAX_JSON = 512 << 20
MAX_FILES = 512 << 20  # bytes of pictures and documents taken out of one archive

_CHATGPT = re.compile(r"conversations(-\d+)?\.json")
_LM_STUDIO = re.compile(r".+\.conversation\.json")
_FILE_ID = re.compile(r"file[-_][A-Za-z0-9]+")
# A \uD8xx or \uDCxx without its other half, which JavaScript writes and JSON readers refuse.
_LONE_SURROGATE = re.compile(
    rb"(?<!\\)((?:\\\\)*)(?:(\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    rb"|\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


class Archive:
    """A zip as a ChatGPT export is one: conversations, and files known by their id."""

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, OSError) as error:
            raise BadRequest(f"{path.name} is no readable zip archive: {error}") from error
        self._left = MAX_FILES
        self._by_id: dict[str, zipfile.ZipInfo] = {}
        for member in self._zip.infolist():
            match = _FILE_ID.match(PurePosixPath(member.filename).name)
            if match:
                self._by_id.setdefault(match[0], member)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()

    def documents(self) -> Iterator[tuple[str, Any]]:
        """(name, value) of the JSON files that hold conversations."""
        members = {PurePosixPath(member.filename).name: member for member in self._zip.infolist()}
        names = wanted(list(members))
        if not names:
            raise BadRequest("There is no conversations.json in this archive.")
        for name in names:
            yield name, decode(self._read(members[name], MAX_JSON), name)

    def find(self, file_id: str) -> tuple[str, bytes] | None:
        """Name and bytes of the file with this id; None where it is missing or too much came."""
        member = self._by_id.get(file_id)
        if member is None or member.file_size > self._left:
            return None
        data = self._read(member, self._left)
        self._left -= len(data)
        name = PurePosixPath(member.filename).name
        return name.removeprefix(file_id).lstrip("-_") or name, data

    def _read(self, member: zipfile.ZipInfo, limit: int) -> bytes:
        _check_size(member.filename, member.file_size, limit)
        try:
            with self._zip.open(member) as file:
                data = file.read(limit + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            NotImplementedError,
            RuntimeError,
            EOFError,
        ) as error:
            raise BadRequest(f"{member.filename} in the archive is damaged: {error}") from error
        _check_size(member.filename, len(data), limit)
        return data


def load(path: Path) -> Any:
    """The value of a JSON file."""
    try:
        _check_size(path.name, path.stat().st_size, MAX_JSON)
        return decode(path.read_bytes(), path.name)
    except OSError as error:
        raise BadRequest(f"{path} cannot be read: {error.strerror}.") from error


def wanted(names: list[str]) -> list[str]:
    """Those of the file names that hold conversations, in order."""
    for pattern in (_CHATGPT, _LM_STUDIO):
        found = sorted(name for name in names if pattern.fullmatch(name))
        if found:
            return found
    return []


def decode(data: bytes, name: str) -> Any:
    """Raises BadRequest where it is no JSON."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        try:
            return msgspec.json.decode(data)
        except msgspec.DecodeError:
            mended = _LONE_SURROGATE.sub(_mend, data)
            if mended == data:
                raise
            return msgspec.json.decode(mended)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRequest(f"{name} is no JSON file, or it is damaged: {error}") from error
    except RecursionError as error:
        raise BadRequest(f"{name} is nested too deeply to be an export of chats.") from error


def _mend(match: re.Match[bytes]) -> bytes:
    return match[0] if match[2] else match[1] + rb"\ufffd"


def _check_size(name: str, size: int, limit: int) -> None:
    if size > limit:
        raise BadRequest(
            f"{name} is too large to import: {size >> 20} MB, and at most {limit >> 20} MB can be.",
            size=size,
            limit=limit,
        )
