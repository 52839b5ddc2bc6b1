"""Importance matrices in files: read in llama.cpp's two formats, written in the newer one.

    GGUF      <tensor>.in_sum2 (columns, matrices) F32 and <tensor>.counts (1, matrices) F32;
              general.type "imatrix", imatrix.datasets, imatrix.chunk_count, imatrix.chunk_size
    legacy    int32 entries, then for each: int32 length, name, int32 chunks, int32 n, float32[n];
              perhaps int32 chunks, int32 length, dataset; all little-endian

Sources: tools/imatrix/imatrix.cpp and common/imatrix-loader.cpp of the pinned llama.cpp. Counts and
lengths are bounded by what the file holds before anything is allocated.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from localllm.errors import ModelError, ModelNotFound, ModelTruncated, NotAModel
from localllm.models.header.gguf import (
    DEFAULT_ALIGNMENT,
    MAX_NAME,
    GGUFHeader,
    TensorInfo,
    read_header,
)
from localllm.models.quantization.importance import Floats, ImportanceMatrix, Sums
from localllm.models.temporary import Temporary, explained
from localllm.models.units import human_bytes

KIND = "imatrix"
_SUMS, _COUNTS = ".in_sum2", ".counts"
_F32 = 0

MAX_BYTES = 4 << 30  # those of the largest models take 1 to 2 GB
MAX_ENTRIES = 1 << 17
MAX_TEXT = 1 << 16
_MOST_ROWS = 2**53


def read(path: Path | str) -> ImportanceMatrix:
    """The matrix in a file of either format.

    Raises ModelNotFound; NotAModel for what is no importance matrix, or a damaged one;
    ModelTruncated; ModelError where the file cannot be read.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(0)
            if size > MAX_BYTES:
                raise _wrong(path, f"it has {human_bytes(size)}")
            if file.read(4) == b"GGUF":
                return _read_gguf(path, file, read_header(path), size)
            file.seek(0)
            return _Legacy(path, file, size).read()
    except FileNotFoundError:
        raise ModelNotFound(f"There is no importance matrix {path}", path=str(path)) from None
    except OSError as error:
        raise ModelError(f"Cannot read {path}: {error.strerror or error}", path=str(path)) from None


def write(matrix: ImportanceMatrix, target: Path | str, *, replace: bool = False) -> None:
    """A GGUF file that llama.cpp reads, there only when it is complete.

    Raises Busy where there is one already, unless it may `replace` it; DiskFull, ModelError.
    """
    target = Path(target)
    tensors = list(_tensors(matrix.counted_in(_chunk_size(matrix))))
    with Temporary(target) as temporary:
        try:
            with temporary.path.open("r+b") as file:
                _write_gguf(file, matrix, tensors)
        except OSError as error:
            raise explained(error, target) from error
        temporary.finish(replace=replace)


# --- GGUF ----------------------------------------------------------------------------------------


def _read_gguf(path: Path, file: BinaryIO, header: GGUFHeader, size: int) -> ImportanceMatrix:
    by_name = {info.name: info for info in header.tensors}
    names = [name.removesuffix(_SUMS) for name in by_name if name.endswith(_SUMS)]
    if not names:
        raise _wrong(path, "it is a GGUF file without one, perhaps a model")
    if size < header.file_size:
        raise ModelTruncated(
            f"{path.name} has {size:,} bytes, but needs {header.file_size:,}: it was not copied or "
            "fetched to its end",
            has=size,
            needs=header.file_size,
        )
    tensors = {}
    for name in names:
        counts = by_name.get(name + _COUNTS)
        if counts is None:
            raise _wrong(path, f"{name} has sums but no counts")
        sums = _floats(path, file, header, by_name[name + _SUMS])
        tensors[name] = _checked(path, name, sums, _floats(path, file, header, counts))
    datasets = header.metadata.get("imatrix.datasets")
    return ImportanceMatrix(
        tensors,
        tuple(map(str, datasets)) if isinstance(datasets, tuple) else (),
        header.number("imatrix.chunk_count") or 0,
        _read_chunk_size(path, header),
        name=path.name,
    )


def _read_chunk_size(path: Path, header: GGUFHeader) -> int:
    size = header.number("imatrix.chunk_size")
    if size is None or size < 1:
        raise _wrong(path, "it does not say how long its chunks are (imatrix.chunk_size)")
    return size


def _floats(path: Path, file: BinaryIO, header: GGUFHeader, info: TensorInfo) -> Floats:
    if info.type_id != _F32:
        raise _wrong(path, f"{info.name} is {info.type_name} instead of F32")
    file.seek(header.data_offset + info.offset)
    values = np.frombuffer(file.read(info.nbytes), "<f4").astype(np.float32)
    if len(values) != info.n_elements:
        raise ModelTruncated(f"{path.name} ends inside {info.name}")
    return values


def _checked(path: Path, name: str, sums: Floats, counts: Floats) -> Sums:
    if not len(counts) or not len(sums) or len(sums) % len(counts):
        raise _wrong(path, f"{name} has {len(sums):,} sums for {len(counts):,} counts")
    if not np.isfinite(sums).all() or (sums < 0).any():
        raise _wrong(path, f"{name} has sums of squares that are negative or no numbers")
    if not ((counts >= 0) & (counts < _MOST_ROWS)).all():
        raise _wrong(path, f"{name} has counts that are negative or no numbers")
    return Sums(sums, np.rint(counts).astype(np.int64))


def _chunk_size(matrix: ImportanceMatrix) -> int:
    return matrix.chunk_size or 512  # what older files were most often made with


def _tensors(matrix: ImportanceMatrix) -> Iterator[tuple[str, tuple[int, ...], Floats]]:
    """(name, shape with the row length first, values), in the order of the file."""
    for name in sorted(matrix.tensors):
        sums = matrix.tensors[name]
        n = len(sums.counts)
        for suffix, values in ((_SUMS, sums.values), (_COUNTS, sums.counts.astype(np.float32))):
            if len((name + suffix).encode()) > MAX_NAME:
                raise ModelError(f"The tensor name {name} is too long for a file", tensor=name)
            shape = (len(values) // n, n) if n > 1 else (len(values),)
            yield name + suffix, shape, values


def _write_gguf(
    file: BinaryIO,
    matrix: ImportanceMatrix,
    tensors: list[tuple[str, tuple[int, ...], Floats]],
) -> None:
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), 4)
    head += _text("general.type") + struct.pack("<I", 8) + _text(KIND)
    head += _text("imatrix.datasets") + struct.pack("<IIQ", 9, 8, len(matrix.datasets))
    head += b"".join(map(_text, matrix.datasets))
    head += _text("imatrix.chunk_count") + struct.pack("<II", 4, matrix.chunk_count)
    head += _text("imatrix.chunk_size") + struct.pack("<II", 4, _chunk_size(matrix))
    offset = 0
    for name, shape, values in tensors:
        head += _text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, _F32, offset)
        offset += _padded(values.nbytes)
    file.write(head + b"\0" * (_padded(len(head)) - len(head)))
    for _, _, values in tensors:
        data = values.astype("<f4").tobytes()
        file.write(data + b"\0" * (_padded(len(data)) - len(data)))


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def _padded(n: int) -> int:
    return -(-n // DEFAULT_ALIGNMENT) * DEFAULT_ALIGNMENT


# --- the older format ---------------------------------------------------------------------------


class _Legacy:
    """Values are means times chunks, the count is that of chunks: their quotient is the mean, as
    in the newer format, but rows are not known."""

    def __init__(self, path: Path, file: BinaryIO, size: int) -> None:
        self._path = path
        self._file = file
        self._size = size

    def read(self) -> ImportanceMatrix:
        entries = self._number()
        if not 1 <= entries <= MAX_ENTRIES:
            raise _wrong(self._path, f"it would have {entries:,} entries")
        tensors: dict[str, Sums] = {}
        for _ in range(entries):
            name, sums = self._entry()
            if name in tensors:
                raise _wrong(self._path, f"{name} is there twice")
            tensors[name] = sums
        chunks, datasets = self._trailer()
        return ImportanceMatrix(tensors, datasets, chunks, 0, name=self._path.name)

    def _entry(self) -> tuple[str, Sums]:
        name = self._string()
        chunks, n = self._number(), self._number()
        if n < 1 or 4 * n > self._left():
            raise _wrong(self._path, f"{name} claims {n:,} values")
        values = np.frombuffer(self._file.read(4 * n), "<f4").astype(np.float32)
        counts = np.array([max(chunks, 1)], np.float32)
        return name, _checked(self._path, name, values, counts)

    def _trailer(self) -> tuple[int, tuple[str, ...]]:
        """Files of before 2024 end without it."""
        if self._left() < 4:
            return 0, ()
        chunks = max(0, self._number())
        return chunks, (self._string(),) if self._left() > 4 else ()

    def _number(self) -> int:
        if self._left() < 4:
            raise _wrong(self._path, "it ends in the middle of an entry")
        return int(struct.unpack("<i", self._file.read(4))[0])

    def _string(self) -> str:
        length = self._number()
        if not 1 <= length <= min(MAX_TEXT, self._left()):
            raise _wrong(self._path, f"a name in it would have {length:,} bytes")
        try:
            return self._file.read(length).decode()
        except UnicodeDecodeError:
            raise _wrong(self._path, "a name in it is no text") from None

    def _left(self) -> int:
        return self._size - self._file.tell()


def _wrong(path: Path, why: str) -> NotAModel:
    return NotAModel(
        f"{path.name} is not an importance matrix, or a damaged one: {why}. `localllm imatrix` "
        "makes one",
        path=str(path),
    )
