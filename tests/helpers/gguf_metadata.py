"""All metadata of a GGUF file, long arrays too: what the reader of models/ steps over.

Written for tests, from the format's description (docs/gguf.md of ggml), with no check of its
own: what reads a vocabulary here must not be what is tested.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, BinaryIO

_SCALARS = {
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
_STRING, _ARRAY = 8, 9


def read_metadata(path: Path) -> dict[str, Any]:
    """Key -> value, in the file's order. Arrays are lists; strings that are no UTF-8 raise."""
    with path.open("rb") as file:
        assert file.read(4) == b"GGUF"
        _version, _tensors, count = _unpack(file, "IQQ")
        return {_text(file): _value(file, *_unpack(file, "I")) for _ in range(count)}


def _unpack(file: BinaryIO, layout: str) -> tuple[Any, ...]:
    layout = "<" + layout
    return struct.unpack(layout, file.read(struct.calcsize(layout)))


def _text(file: BinaryIO) -> str:
    return file.read(*_unpack(file, "Q")).decode()


def _value(file: BinaryIO, kind: int) -> Any:
    if kind == _STRING:
        return _text(file)
    if kind != _ARRAY:
        return _unpack(file, _SCALARS[kind])[0]
    kind, count = _unpack(file, "IQ")
    if kind == _STRING:
        return [_text(file) for _ in range(count)]
    return list(_unpack(file, f"{count}{_SCALARS[kind]}"))
