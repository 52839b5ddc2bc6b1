"""A model's header as a file of its own, with a hole where the weights would be.

llama.cpp opens such a file without its weights and says what it would take, before a byte of them
is fetched. The vocabulary is left out ("none", which llama.cpp knows): only its size matters, and
reading a large one takes longer than all the rest. Parts become one file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from localllm.errors import DiskFull, ModelError
from localllm.models.header.gguf import (
    ARRAY,
    DEFAULT_ALIGNMENT,
    SCALARS,
    STRING,
    GGUFHeader,
    TensorInfo,
)
from localllm.models.memory.shape import shape_of
from localllm.models.units import human_bytes

_U32 = 4
_KEPT = "tokenizer.ggml.token_type_count"  # the size of a tensor of BERT's


def write_stub(path: Path, headers: Sequence[GGUFHeader]) -> None:
    """A file that llama.cpp takes for the model with these headers, as long as no weight is read.

    On file systems that know holes it takes some kilobytes. DiskFull where it cannot be made.
    """
    tensors = [tensor for header in headers for tensor in header.tensors]
    entries = list(_entries(headers))
    infos, size = _infos(tensors)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(entries))
    head += b"".join(entries) + infos
    head += bytes(-len(head) % DEFAULT_ALIGNMENT)
    try:
        with path.open("wb") as file:
            file.write(head)
            file.truncate(len(head) + size)
    except OSError as error:
        raise DiskFull(
            f"A file of {human_bytes(len(head) + size)} with a hole in it cannot be made in "
            f"{path.parent}: {error.strerror or error}",
            path=str(path),
        ) from error


def _entries(headers: Sequence[GGUFHeader]) -> Iterator[bytes]:
    first = headers[0]
    architecture = first.text("general.architecture") or ""
    for key, value in first.metadata.items():
        wanted = key.startswith((f"{architecture}.", "general.")) and key != "general.alignment"
        if (wanted or key == _KEPT) and (encoded := _value(first.types[key], value)):
            yield _text(key) + encoded
    yield _text("tokenizer.ggml.model") + struct.pack("<I", STRING) + _text("none")
    size = f"{architecture}.vocab_size"
    if size not in first.metadata:
        yield _text(size) + struct.pack("<II", _U32, shape_of(headers).vocab)


def _value(kind: int, value: Any) -> bytes:
    """Type and value as they were; b"" for a long array, which no memory depends on."""
    if isinstance(value, str):
        return struct.pack("<I", STRING) + _text(value)
    if isinstance(value, tuple):
        return _array(kind, value)
    if kind in SCALARS and isinstance(value, int | float):
        return struct.pack("<I" + SCALARS[kind], kind, value)
    return b""


def _array(kind: int, values: tuple[Any, ...]) -> bytes:
    head = struct.pack("<IIQ", ARRAY, kind, len(values))
    if kind == STRING:
        return head + b"".join(_text(value) for value in values)
    return head + struct.pack(f"<{len(values)}{SCALARS[kind]}", *values)


def _infos(tensors: Sequence[TensorInfo]) -> tuple[bytes, int]:
    """Their entries, one behind the other, and the bytes of them all."""
    found, at = [], 0
    for tensor in tensors:
        layout = f"<I{len(tensor.shape)}QIQ"
        found.append(
            _text(tensor.name)
            + struct.pack(layout, len(tensor.shape), *tensor.shape, tensor.type_id, at)
        )
        at += -(-tensor.nbytes // DEFAULT_ALIGNMENT) * DEFAULT_ALIGNMENT
    if at > 1 << 62:
        raise ModelError(f"The model's tensors take {human_bytes(at)}, more than any file")
    return b"".join(found), at


def _text(text: str) -> bytes:
    raw = text.encode(errors="replace")
    return struct.pack("<Q", len(raw)) + raw
