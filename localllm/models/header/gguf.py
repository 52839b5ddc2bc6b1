"""Reads the header of a GGUF file: what is in it, and how long the file must be.

Format: docs/gguf.md of ggml; limits and checks follow ggml/src/gguf.cpp, so that what passes here
is not refused there for its shape. Nothing a file says is believed before it is bounded: counts,
lengths, types, dimensions, alignment and offsets. Long arrays (vocabularies) are stepped over.

    read_header(path) -> GGUFHeader          NotAModel, ModelTruncated, ModelUnsupported

Bytes come from a `Source`, so that a header can as well be read from afar, a range at a time.
"""

from __future__ import annotations

import math
import re
import struct
from pathlib import Path
from typing import Any

import msgspec

from localllm.errors import ModelError, ModelNotFound, ModelUnsupported, NotAModel
from localllm.models.header.ggml_types import TYPES
from localllm.models.header.source import U32, U64, Cursor, FileSource, Source

VERSIONS = (2, 3)  # the same layout; 3 added big-endian files
DEFAULT_ALIGNMENT = 32

MAX_METADATA = 1 << 16
MAX_TENSORS = 1 << 17
MAX_KEY = (1 << 16) - 1
MAX_STRING = 16 << 20  # a value that is kept; the longest chat templates have some 30 kB
MAX_STRINGS = 1 << 22  # over all arrays of strings; vocabulary and merges stay below 1 << 20
MAX_NAME = 63  # GGML_MAX_NAME - 1
MAX_DIMS = 4  # GGML_MAX_DIMS
MAX_ALIGNMENT = 1 << 20
MAX_ELEMENTS = (1 << 63) - 1
KEPT_NUMBERS = 512  # longer arrays are counted, not read; a number for each layer is kept
KEPT_STRINGS = 256

STRING, ARRAY = 8, 9
_TOKENS = "tokenizer.ggml.tokens"
SCALARS = {  # enum gguf_type -> struct format
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}


class LongArray(msgspec.Struct, frozen=True):
    """An array that was stepped over: how many elements of which GGUF type it has.

    `notable` is the token for filling in code that a vocabulary has, "" where none was seen.
    """

    type_id: int
    count: int
    notable: str = ""


class TensorInfo(msgspec.Struct, frozen=True):
    """A tensor as listed: `shape` with the row length first, `offset` from the data section."""

    name: str
    shape: tuple[int, ...]
    type_id: int
    offset: int

    @property
    def n_elements(self) -> int:
        return math.prod(self.shape)

    @property
    def type_name(self) -> str:
        return TYPES[self.type_id].name

    @property
    def nbytes(self) -> int:
        kind = TYPES[self.type_id]
        return self.n_elements // kind.block * kind.size


class GGUFHeader(msgspec.Struct, frozen=True):
    """Everything before the data section. `file_size` is what the tensors need, in bytes.

    `types` has the GGUF type of each value, for an array that of its elements: `metadata` holds
    Python's own.
    """

    version: int
    metadata: dict[str, Any]
    tensors: tuple[TensorInfo, ...]
    alignment: int
    data_offset: int
    file_size: int
    types: dict[str, int] = {}

    def text(self, key: str) -> str | None:
        value = self.metadata.get(key)
        return value if isinstance(value, str) else None

    def number(self, key: str) -> int | None:
        """The integer under `key`; for a value of each layer, the largest."""
        value = self.metadata.get(key)
        each = value if isinstance(value, tuple) else (value,)
        return max((v for v in each if type(v) is int), default=None)


def read_header(path: str | Path) -> GGUFHeader:
    """The header of the file at `path`. ModelNotFound where there is none; else as `parse`."""
    path = Path(path)
    try:
        with FileSource(path) as source:
            return parse(source)
    except FileNotFoundError:
        raise ModelNotFound(f"There is no file {path}", path=str(path)) from None
    except OSError as error:
        raise ModelError(f"Cannot read {path}: {error.strerror or error}", path=str(path)) from None


def parse(source: Source) -> GGUFHeader:
    """The header in `source`. NotAModel, ModelTruncated (inside the header) or ModelUnsupported.

    That the data section is complete is not asked here: compare `file_size` with the source's.
    """
    cursor = Cursor(source)
    version = _version(cursor)
    n_tensors = cursor.count("tensors", MAX_TENSORS)
    n_metadata = cursor.count("metadata entries", MAX_METADATA)
    metadata, types = _metadata(cursor, n_metadata)
    alignment = _alignment(cursor, metadata)
    tensors = tuple(_tensor(cursor) for _ in range(n_tensors))
    data_offset = _padded(cursor.pos, alignment) if tensors else cursor.pos
    return GGUFHeader(
        version=version,
        metadata=metadata,
        tensors=tensors,
        alignment=alignment,
        data_offset=data_offset,
        file_size=data_offset + _data_size(cursor, tensors, alignment),
        types=types,
    )


def _version(cursor: Cursor) -> int:
    magic = cursor.source.read(0, 4)[:4]
    if magic != b"GGUF":
        begins = f"begins with {magic!r}" if magic else "is empty"
        raise NotAModel(f"{cursor.name} is not a GGUF model: it {begins}", name=cursor.name)
    cursor.skip(4)
    version = int(cursor.unpack(U32)[0])
    if version and version & 0xFFFF == 0:  # 3 read in the other byte order is 0x03000000
        raise ModelUnsupported(
            f"{cursor.name} was made for big-endian computers; "
            "a little-endian copy of the model is needed",
            name=cursor.name,
        )
    if version not in VERSIONS:
        raise ModelUnsupported(
            f"{cursor.name} has GGUF version {version}; versions {VERSIONS[0]} to {VERSIONS[-1]} "
            "can be read. " + ("Get a newer localllm" if version > 3 else "Get a newer file"),
            name=cursor.name,
            version=version,
        )
    return version


def _metadata(cursor: Cursor, count: int) -> tuple[dict[str, Any], dict[str, int]]:
    metadata: dict[str, Any] = {}
    types: dict[str, int] = {}
    for _ in range(count):
        key = cursor.identifier("key", MAX_KEY)
        if key in metadata:
            raise cursor.damaged(f"the key {key!r} is there twice")
        types[key], metadata[key] = _value(cursor, key)
    return metadata, types


def _value(cursor: Cursor, key: str) -> tuple[int, Any]:
    """(type, value); of an array the type of its elements."""
    (kind,) = cursor.unpack(U32)
    if kind == STRING:
        return kind, cursor.string(f"the value of {key}", MAX_STRING).decode(errors="replace")
    if kind in SCALARS:
        return kind, cursor.unpack(struct.Struct("<" + SCALARS[kind]))[0]
    if kind != ARRAY:
        raise cursor.damaged(f"{key} has the unknown type {kind}")
    (kind,) = cursor.unpack(U32)
    (count,) = cursor.unpack(U64)
    return kind, _array(cursor, key, kind, count)


def _array(cursor: Cursor, key: str, kind: int, count: int) -> Any:
    if kind == STRING:
        return _strings(cursor, key, count)
    if kind not in SCALARS:
        raise cursor.damaged(f"{key} is an array of type {kind}")  # nesting: llama.cpp has none
    one = struct.calcsize("<" + SCALARS[kind])
    cursor.require(count * one)
    if count > KEPT_NUMBERS:
        cursor.skip(count * one)
        return LongArray(kind, count)
    return cursor.unpack(struct.Struct(f"<{count}{SCALARS[kind]}"))


def _strings(cursor: Cursor, key: str, count: int) -> LongArray | tuple[str, ...]:
    cursor.strings += count
    if cursor.strings > MAX_STRINGS:
        raise cursor.damaged(f"{key} claims {count:,} strings, more than any vocabulary")
    cursor.require(count * U64.size)
    if count > KEPT_STRINGS:
        finder = _Finder() if key == _TOKENS else None
        cursor.skip_strings(count, finder)
        return LongArray(STRING, count, finder.found if finder else "")
    what = f"a string of {key}"
    return tuple(cursor.string(what, MAX_STRING).decode(errors="replace") for _ in range(count))


class _Finder:
    """Looks for a token by which llama.cpp knows that a model fills in (llama-vocab.cpp)."""

    _HINT = b"fim"  # three bytes are found many times faster than a pattern
    _TOKEN = re.compile(
        rb"(.)\0{7}(<\|fim_suffix\|>|<fim-suffix>|<fim_suffix>|"
        rb"<\xef\xbd\x9cfim\xe2\x96\x81hole\xef\xbd\x9c>)",
        re.DOTALL,
    )
    _REACH = 24  # bytes of a token and its length around the hint

    def __init__(self) -> None:
        self.found = ""

    def __call__(self, block: bytes, begin: int, end: int) -> None:
        at = begin - 1
        while not self.found and (at := block.find(self._HINT, at + 1, end)) >= 0:
            match = self._TOKEN.search(block, max(at - self._REACH, begin), at + self._REACH)
            if match and match[1][0] == len(match[2]):
                self.found = match[2].decode()


def _alignment(cursor: Cursor, metadata: dict[str, Any]) -> int:
    alignment = metadata.get("general.alignment", DEFAULT_ALIGNMENT)
    if type(alignment) is not int or not 0 < alignment <= MAX_ALIGNMENT:
        raise cursor.damaged(f"its alignment is {alignment!r}")
    if alignment & (alignment - 1):
        raise cursor.damaged(f"its alignment {alignment} is no power of two")
    return alignment


def _tensor(cursor: Cursor) -> TensorInfo:
    name = cursor.identifier("tensor name", MAX_NAME)
    (n_dims,) = cursor.unpack(U32)
    if n_dims > MAX_DIMS:
        raise cursor.damaged(f"the tensor {name} has {n_dims} dimensions")
    shape = cursor.unpack(struct.Struct(f"<{n_dims}Q"))
    type_id, offset = cursor.unpack(struct.Struct("<IQ"))
    if type_id not in TYPES:
        raise ModelUnsupported(
            f"{cursor.name}: the tensor {name} has type {type_id}, which this version does not "
            "know; a newer localllm may",
            name=cursor.name,
            tensor=name,
            type=type_id,
        )
    if math.prod(shape) > MAX_ELEMENTS or any(n > MAX_ELEMENTS for n in shape):
        raise cursor.damaged(f"the tensor {name} has the impossible shape {shape}")
    if (shape[0] if shape else 1) % TYPES[type_id].block:
        raise cursor.damaged(
            f"a row of the tensor {name} has {shape[0] if shape else 1} elements, "
            f"no multiple of the {TYPES[type_id].block} in a block of {TYPES[type_id].name}"
        )
    return TensorInfo(name=name, shape=shape, type_id=type_id, offset=offset)


def _data_size(cursor: Cursor, tensors: tuple[TensorInfo, ...], alignment: int) -> int:
    """Bytes from the data section's begin to the last tensor's end; tensors lie back to back."""
    names: set[str] = set()
    begin = end = 0
    for tensor in tensors:
        if tensor.name in names:
            raise cursor.damaged(f"the tensor {tensor.name} is there twice")
        names.add(tensor.name)
        if tensor.offset != begin:
            raise cursor.damaged(
                f"the tensor {tensor.name} lies at {tensor.offset}, it should at {begin}"
            )
        end = begin + tensor.nbytes
        begin = _padded(end, alignment)
    return end


def _padded(n: int, alignment: int) -> int:
    return -(-n // alignment) * alignment
