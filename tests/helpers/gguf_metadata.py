"""All metadata of a GGUF file, long arrays too: what the reader of models/ steps over.

Written for tests, from the format's description (docs/gguf.md of ggml), with no check of its
own: what reads a vocabulary here must not be what is tested.
"""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import Any

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
_LENGTH = struct.Struct("<Q")


def read_metadata(path: Path) -> dict[str, Any]:
    """Key -> value, in the file's order. Arrays are lists; strings that are no UTF-8 raise."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        cursor = _Cursor(data)
        magic, _version, _tensors, count = cursor.unpack("4sIQQ")
        assert magic == b"GGUF"
        return {cursor.text(): cursor.value(*cursor.unpack("I")) for _ in range(count)}


class _Cursor:
    def __init__(self, data: mmap.mmap) -> None:
        self.data = data
        self.position = 0

    def unpack(self, layout: str) -> tuple[Any, ...]:
        values = struct.unpack_from("<" + layout, self.data, self.position)
        self.position += struct.calcsize("<" + layout)
        return values

    def text(self) -> str:
        (size,) = _LENGTH.unpack_from(self.data, self.position)
        begin = self.position + _LENGTH.size
        self.position = begin + size
        return self.data[begin : self.position].decode()

    def value(self, kind: int) -> Any:
        if kind == _STRING:
            return self.text()
        if kind != _ARRAY:
            return self.unpack(_SCALARS[kind])[0]
        kind, count = self.unpack("IQ")
        if kind == _STRING:
            return [self.text() for _ in range(count)]
        return list(self.unpack(f"{count}{_SCALARS[kind]}"))
