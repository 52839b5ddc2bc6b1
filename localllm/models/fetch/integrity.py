"""Whether a model's files are whole, and still what they were when they came.

    verify(path) -> Integrity      structure by the headers, content by SHA-256 where one is known

A checksum is known of what localllm fetched (the manifest beside it), of the starter model, and of
stores that name files by it: Ollama's (blobs/sha256-...) and Hugging Face's cache (blobs/...).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import msgspec

from localllm.errors import LocalLLMError, ModelNotFound
from localllm.models import starter
from localllm.models.fetch.fetching import manifest_of
from localllm.models.header.check import headers_of
from localllm.models.header.gguf import GGUFHeader
from localllm.models.header.parts import parts_of
from localllm.models.units import exact_bytes

_READ = 1 << 20
_NAMED_BY_CONTENT = re.compile(r"(?:sha256-)?(?P<sha256>[0-9a-f]{64})")

Progress = Callable[[int, int | None], None]  # bytes read, bytes in all


class FileIntegrity(msgspec.Struct, frozen=True, omit_defaults=True):
    """`sha256` as it is, "" where it was not read; `expected` and `known_by` where one is known."""

    path: str
    size: int
    sha256: str = ""
    expected: str = ""
    known_by: str = ""
    problem: str = ""


class Integrity(msgspec.Struct, frozen=True, omit_defaults=True):
    """`structure` is what is wrong with the model as a whole, "" where nothing is.

    `tensors` all lie within their files, of which `unused` bytes at the end belong to none.
    """

    files: tuple[FileIntegrity, ...]
    structure: str = ""
    tensors: int = 0
    unused: int = 0

    @property
    def problems(self) -> tuple[str, ...]:
        found = (self.structure, *(file.problem for file in self.files))
        return tuple(problem for problem in found if problem)


class _Known(msgspec.Struct, frozen=True):
    sha256: str
    size: int | None
    by: str


def verify(
    path: str | Path, *, content: bool = True, progress: Progress | None = None
) -> Integrity:
    """Of the model that `path` is a file of, with what was fetched together with it.

    `content` False reads headers only. ModelNotFound where there is no such file; whatever else is
    wrong is in the result. An exception out of `progress` ends it.
    """
    path = Path(path)
    parts = parts_of(path)
    if not any(part.is_file() for part in parts):
        raise ModelNotFound(f"There is no file {path}", path=str(path))
    files = {part.absolute(): _known(part) for part in parts} | _together(path)
    total = sum(file.stat().st_size for file in files if file.is_file())
    reading = _Reading(total if content else 0, progress if content else None)
    checked = tuple(_check(file, known, content, reading) for file, known in files.items())
    try:
        headers = headers_of(path)
    except LocalLLMError as error:
        return Integrity(checked, structure=error.message)
    return Integrity(checked, "", *_bounds(parts, headers))


def _bounds(parts: tuple[Path, ...], headers: tuple[GGUFHeader, ...]) -> tuple[int, int]:
    """How many tensors lie within their files (`headers_of` has seen to it), bytes behind them."""
    sizes = (part.stat().st_size for part in parts)
    unused = sum(size - header.file_size for size, header in zip(sizes, headers, strict=True))
    return sum(len(header.tensors) for header in headers), unused


def _together(path: Path) -> dict[Path, _Known | None]:
    """What the manifest says came with the file: projectors, parts; as they should be."""
    found = manifest_of(path)
    if found is None:
        return {}
    folder, manifest = found
    return {
        folder.joinpath(*file.path.split("/")): _Known(file.sha256, file.size, "its manifest")
        for file in manifest.files
    }


def _known(path: Path) -> _Known | None:
    """By what is not beside the file: its name, or that it is the starter model."""
    named = _NAMED_BY_CONTENT.fullmatch(path.resolve().name)
    if named:
        return _Known(named["sha256"], None, "its name")
    if path.name == starter.FILE_NAME and path in (starter.in_package(), starter.target()):
        return _Known(starter.SHA256, starter.SIZE, "the starter model")
    return None


def _check(path: Path, known: _Known | None, content: bool, reading: _Reading) -> FileIntegrity:
    expected, by = (known.sha256, known.by) if known else ("", "")
    if not path.is_file():
        problem = f"{path.name} is missing"
        return FileIntegrity(str(path), 0, "", expected, by, problem)
    size, sha256, problem = path.stat().st_size, "", ""
    try:
        sha256 = reading.sha256(path) if content else ""
    except OSError as error:
        problem = f"{path.name} cannot be read: {error.strerror or error}"
    if known and known.size not in (None, size):
        problem = (
            f"{path.name} has {exact_bytes(size)}, it came with {exact_bytes(known.size or 0)}"
        )
    elif known and sha256 and sha256 != known.sha256:
        problem = f"{path.name} is not what it was: its SHA-256 is {sha256}, not {known.sha256}"
    return FileIntegrity(str(path), size, sha256, expected, by, problem)


class _Reading:
    def __init__(self, total: int, progress: Progress | None) -> None:
        self._done = 0
        self._total = total
        self._progress = progress

    def sha256(self, path: Path) -> str:
        digest = hashlib.sha256()
        with path.open("rb", buffering=0) as file:
            while data := file.read(_READ):
                digest.update(data)
                self._done += len(data)
                if self._progress:
                    self._progress(self._done, self._total)
        return digest.hexdigest()
