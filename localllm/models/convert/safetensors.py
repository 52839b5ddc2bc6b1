"""Reads safetensors: where each tensor lies, and rows of it as numbers.

Format: eight bytes with the header's length, a JSON object name -> {dtype, shape, data_offsets},
then the data. Nothing in the header is believed before it is bounded. Data is read, not mapped:
memory stays as large as one piece, and a file that becomes shorter meanwhile is an error instead
of a dead process.
"""

from __future__ import annotations

import math
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from localllm.errors import ModelError, ModelTruncated, ModelUnsupported, NotAModel
from localllm.models.units import human_bytes

MAX_HEADER = 100_000_000  # as in the format's own library
MAX_DIMS = 8
_MAX_DIMENSION = 1 << 48

# Bytes of an element. Those without a numpy type are known, so that they can be named.
SIZES = {
    "F64": 8,
    "F32": 4,
    "F16": 2,
    "BF16": 2,
    "I64": 8,
    "I32": 4,
    "I16": 2,
    "I8": 1,
    "U64": 8,
    "U32": 4,
    "U16": 2,
    "U8": 1,
    "BOOL": 1,
    "F8_E4M3": 1,
    "F8_E5M2": 1,
    "F8_E8M0": 1,
}
_NUMPY = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "BF16": "<u2",
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "i1",
    "U8": "u1",
    "BOOL": "u1",
}


class TensorRef(msgspec.Struct, frozen=True):
    """A tensor where it lies: `shape` as torch prints it, `offset` and `nbytes` in the file."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    path: Path
    offset: int
    nbytes: int

    @property
    def row(self) -> int:
        """Elements of a row: the last dimension. A vector's rows are its numbers."""
        return self.shape[-1] if len(self.shape) > 1 else 1

    @property
    def rows(self) -> int:
        return math.prod(self.shape[:-1]) if len(self.shape) > 1 else math.prod(self.shape)


class _Entry(msgspec.Struct):
    dtype: str
    shape: list[int]
    data_offsets: tuple[int, int]


def read_header(path: Path) -> tuple[TensorRef, ...]:
    """Every tensor of a file, sorted by name.

    NotAModel where it is no safetensors file, ModelTruncated where it ends too early,
    ModelUnsupported for an element type nobody here knows.
    """
    try:
        size = path.stat().st_size
        with open(path, "rb") as file:
            raw = _raw_header(file, path, size)
    except OSError as error:
        raise ModelError(f"Cannot read {path}: {error.strerror or error}", path=str(path)) from None
    data = 8 + len(raw)
    found = [_tensor(path, name, entry, data, size) for name, entry in _entries(path, raw)]
    return tuple(sorted(found, key=lambda tensor: tensor.name))


def _raw_header(file: BinaryIO, path: Path, size: int) -> bytes:
    first = file.read(8)
    if len(first) < 8:
        raise ModelTruncated(f"{path} has {size} bytes and is no safetensors file", path=str(path))
    length = int.from_bytes(first, "little")
    if length > MAX_HEADER:
        raise NotAModel(
            f"{path} is no safetensors file: it begins with {first!r}",
            path=str(path),
            header=length,
        )
    if 8 + length > size:
        raise ModelTruncated(
            f"{path} is cut short: its header alone needs {human_bytes(8 + length)}, the file has "
            f"{human_bytes(size)}. Fetch it again",
            path=str(path),
        )
    return file.read(length)


def _entries(path: Path, raw: bytes) -> list[tuple[str, _Entry]]:
    try:
        items = msgspec.json.decode(raw, type=dict[str, msgspec.Raw]).items()
        return [
            (name, msgspec.json.decode(entry, type=_Entry))
            for name, entry in items
            if name != "__metadata__"
        ]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotAModel(
            f"{path} is no safetensors file: its header cannot be read ({error})", path=str(path)
        ) from None


def _tensor(path: Path, name: str, entry: _Entry, data: int, size: int) -> TensorRef:
    what = f"{path}: the tensor {name!r}"
    if entry.dtype not in SIZES:
        raise ModelUnsupported(f"{what} has elements of type {entry.dtype!r}, which are not known")
    if len(entry.shape) > MAX_DIMS or any(not 0 <= n <= _MAX_DIMENSION for n in entry.shape):
        raise NotAModel(f"{what} has the impossible shape {entry.shape}")
    begin, end = entry.data_offsets
    wanted = math.prod(entry.shape) * SIZES[entry.dtype]
    if begin < 0 or end - begin != wanted:
        raise NotAModel(
            f"{what} of shape {entry.shape} needs {wanted} bytes, its header gives it "
            f"{end - begin} (from {begin} to {end})"
        )
    if data + end > size:
        raise ModelTruncated(
            f"{path} is cut short: the tensor {name!r} ends at byte {data + end:,}, the file has "
            f"{size:,}. Fetch it again",
            path=str(path),
            missing=data + end - size,
        )
    return TensorRef(name, entry.dtype, tuple(entry.shape), path, data + begin, wanted)


class Shards:
    """Open files, to read rows from. Close it, or leave its `with`."""

    def __init__(self) -> None:
        self._files: dict[Path, BinaryIO] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for file in self._files.values():
            file.close()
        self._files.clear()

    def rows(self, tensor: TensorRef, start: int, stop: int) -> NDArray[Any]:
        """Rows start..stop as they are stored, shape (stop - start, tensor.row).

        BF16 comes as its 16 bits in uint16. ModelTruncated where the file has become shorter.
        """
        kind = np.dtype(_NUMPY[tensor.dtype])
        out = np.empty((stop - start, tensor.row), kind)
        if out.size:
            self._fill(tensor, tensor.offset + start * tensor.row * kind.itemsize, out)
        return out

    def _fill(self, tensor: TensorRef, offset: int, out: NDArray[Any]) -> None:
        view = out.reshape(-1).view(np.uint8).data
        try:
            file = self._open(tensor.path)
            file.seek(offset)
            while view:
                got = file.readinto(view)  # type: ignore[attr-defined]
                if not got:
                    raise ModelTruncated(
                        f"{tensor.path} became shorter while it was read; fetch it again",
                        path=str(tensor.path),
                    )
                view = view[got:]
        except OSError as error:
            raise ModelError(
                f"Cannot read {tensor.path}: {error.strerror or error}", path=str(tensor.path)
            ) from None

    def _open(self, path: Path) -> BinaryIO:
        if path not in self._files:
            self._files[path] = open(path, "rb", buffering=0)  # noqa: SIM115 (closed in __exit__)
        return self._files[path]


def readable(dtype: str) -> bool:
    """Whether rows of this type can be had as plain numbers."""
    return dtype in _NUMPY
