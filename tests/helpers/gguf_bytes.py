"""Builds GGUF files byte by byte: small ones that are right, and ones that are wrong on purpose."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any

SCALARS = {
    "u8": (0, "B"),
    "u16": (2, "H"),
    "u32": (4, "I"),
    "i32": (5, "i"),
    "f32": (6, "f"),
    "u64": (10, "Q"),
}
STRING, ARRAY, BOOL = 8, 9, 7

DEFAULT_METADATA: dict[str, Any] = {
    "general.architecture": "llama",
    "general.name": "Tiny",
    "llama.context_length": 2048,
}
DEFAULT_TENSORS: tuple[tuple[str, tuple[int, ...], int, int], ...] = (
    ("token_embd.weight", (32, 4), 0, 512),  # F32
    ("blk.0.attn_q.weight", (32, 32), 3, 640),  # Q4_1: 20 bytes for 32 elements
)


def text(value: str | bytes) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(raw)) + raw


def scalar(kind: str, value: float) -> bytes:
    """A typed value, where the type that Python suggests is not the one wanted."""
    type_id, layout = SCALARS[kind]
    return struct.pack("<I" + layout, type_id, value)


def value_bytes(value: Any) -> bytes:
    """Type and value of a metadata entry; bytes are taken as they are."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return struct.pack("<I", STRING) + text(value)
    if isinstance(value, bool):
        return struct.pack("<IB", BOOL, value)
    if isinstance(value, int):
        return scalar("u32", value)
    if isinstance(value, float):
        return scalar("f32", value)
    return _array(value)


def _array(values: Sequence[Any]) -> bytes:
    if values and isinstance(values[0], str):
        body = b"".join(text(v) for v in values)
        return struct.pack("<IIQ", ARRAY, STRING, len(values)) + body
    return struct.pack("<IIQ", ARRAY, 4, len(values)) + struct.pack(f"<{len(values)}I", *values)


def tensor_info(name: str, shape: Sequence[int], type_id: int, offset: int) -> bytes:
    layout = f"<I{len(shape)}QIQ"
    return text(name) + struct.pack(layout, len(shape), *shape, type_id, offset)


def gguf(
    metadata: Mapping[str, Any] = DEFAULT_METADATA,
    tensors: Sequence[tuple[str, Sequence[int], int, int]] = DEFAULT_TENSORS,
    *,
    version: int = 3,
    alignment: int = 32,
    n_metadata: int | None = None,
    n_tensors: int | None = None,
    entries: bytes | None = None,
    infos: bytes | None = None,
) -> bytes:
    """A whole file. `tensors` are (name, shape, type id, bytes); offsets follow from them.

    `entries` and `infos` replace the encoded sections, `n_*` the counts, with whatever is wanted.
    """
    if entries is None:
        entries = b"".join(text(key) + value_bytes(value) for key, value in metadata.items())
    described, data = b"", b""
    for name, shape, type_id, nbytes in tensors:
        data += b"\0" * (-len(data) % alignment)
        described += tensor_info(name, shape, type_id, len(data))
        data += bytes(nbytes)
    head = b"GGUF" + struct.pack(
        "<IQQ",
        version,
        len(tensors) if n_tensors is None else n_tensors,
        len(metadata) if n_metadata is None else n_metadata,
    )
    head += entries + (described if infos is None else infos)
    return head + b"\0" * (-len(head) % alignment) + data


def part(number: int, count: int, metadata: Mapping[str, Any] = {}) -> bytes:
    """Part `number` (from 0) of a model cut into `count` files, with two tensors in each."""
    said = {
        "split.no": scalar("u16", number),
        "split.count": scalar("u16", count),
        "split.tensors.count": scalar("i32", len(DEFAULT_TENSORS) * count),
    }
    own = [(f"{number}.{name}", *rest) for name, *rest in DEFAULT_TENSORS]
    return gguf({**DEFAULT_METADATA, **said, **metadata}, own)
