"""How many bytes a GGUF file takes, from what will be in it: exact, before one is written.

    | magic, version, counts: 24 | entries | tensor infos | padding | data, each tensor padded |

Layout: `gguf_write` of ggml/src/gguf.cpp.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from localllm.models.header.gguf import (
    MAX_KEY,
    MAX_METADATA,
    MAX_STRINGS,
    MAX_TENSORS,
    VERSIONS,
)
from localllm.models.header.source import U32, U64, Cursor, FileSource

_HEAD_BYTES = 24
_STRING, _ARRAY = 8, 9
_SCALAR_BYTES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}


class PlannedTensor(msgspec.Struct, frozen=True):
    """`nbytes` of data; `n_dims` without trailing ones, as ggml counts them."""

    name: str
    n_dims: int
    nbytes: int


def entry_sizes(path: Path) -> dict[str, int]:
    """Bytes of each metadata entry of the file, key and type included.

    Only for a file whose header was read before (`gguf`), which has checked it.
    """
    with FileSource(path) as source:
        cursor = Cursor(source)
        cursor.skip(4)
        if cursor.unpack(U32)[0] not in VERSIONS:
            raise cursor.damaged("its version changed while it was read")
        cursor.count("tensors", MAX_TENSORS)
        sizes: dict[str, int] = {}
        for _ in range(cursor.count("metadata entries", MAX_METADATA)):
            begin = cursor.pos
            key = cursor.identifier("key", MAX_KEY)
            _skip_value(cursor)
            sizes[key] = cursor.pos - begin
    return sizes


def file_bytes(
    entries: Mapping[str, int], tensors: Sequence[PlannedTensor], alignment: int = 32
) -> int:
    """Of a file with metadata entries of these sizes and these tensors."""
    infos = sum(_info_bytes(tensor) for tensor in tensors)
    head = _HEAD_BYTES + sum(entries.values()) + infos
    return _padded(head, alignment) + sum(_padded(each.nbytes, alignment) for each in tensors)


def text_entry_bytes(key: str, value: str) -> int:
    return _key_bytes(key) + U64.size + len(value.encode())


def number_entry_bytes(key: str) -> int:
    """Of a u32, an f32 or an i32."""
    return _key_bytes(key) + 4


def _key_bytes(key: str) -> int:
    return U64.size + len(key.encode()) + U32.size


def _info_bytes(tensor: PlannedTensor) -> int:
    return _text_bytes([tensor.name]) + struct.calcsize(f"<I{tensor.n_dims}QIQ")


def _text_bytes(texts: Iterable[str]) -> int:
    return sum(U64.size + len(text.encode()) for text in texts)


def _skip_value(cursor: Cursor) -> None:
    (kind,) = cursor.unpack(U32)
    if kind == _STRING:
        cursor.skip_strings(1)
    elif kind in _SCALAR_BYTES:
        cursor.skip(_SCALAR_BYTES[kind])
    elif kind == _ARRAY:
        _skip_array(cursor)
    else:
        raise cursor.damaged(f"an entry has the unknown type {kind}")


def _skip_array(cursor: Cursor) -> None:
    (kind,) = cursor.unpack(U32)
    (count,) = cursor.unpack(U64)
    if kind == _STRING:
        if count > MAX_STRINGS:
            raise cursor.damaged(f"an entry claims {count:,} strings")
        cursor.skip_strings(int(count))
    elif kind in _SCALAR_BYTES:
        cursor.skip(_SCALAR_BYTES[kind] * int(count))
    else:
        raise cursor.damaged(f"an entry is an array of type {kind}")


def _padded(n: int, alignment: int) -> int:
    return -(-n // alignment) * alignment
