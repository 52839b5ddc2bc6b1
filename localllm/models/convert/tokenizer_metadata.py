"""The `tokenizer.*` entries of a GGUF header, collected in order before they are written.

As in llama.cpp's converter an entry that is set again keeps its place, and empty texts and lists
are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Protocol

KEY = "tokenizer.ggml."
CHAT_TEMPLATE = "tokenizer.chat_template"
CHAT_TEMPLATES = "tokenizer.chat_templates"


class TokenType(IntEnum):
    """llama_token_type."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


class Writer(Protocol):
    """What takes the entries: gguf.GGUFWriter, or anything with these of its methods.

    `add_array` takes str as strings, int as INT32, float as FLOAT32 and bytes as UINT8.
    """

    def add_string(self, key: str, val: str) -> None: ...
    def add_uint32(self, key: str, val: int) -> None: ...
    def add_bool(self, key: str, val: bool) -> None: ...
    def add_array(self, key: str, val: Sequence[Any]) -> None: ...


class Metadata:
    """Keys with their values: str, bool, int (as UINT32), list or bytes."""

    def __init__(self) -> None:
        self.entries: dict[str, Any] = {}

    def set(self, name: str, value: str | bool | int | list[Any] | bytes) -> None:
        """`name` without its `tokenizer.ggml.`."""
        self.put(KEY + name, value)

    def put(self, key: str, value: str | bool | int | list[Any] | bytes) -> None:
        if isinstance(value, bool | int) or value:
            self.entries[key] = value

    def write(self, writer: Writer) -> None:
        for key, value in self.entries.items():
            if isinstance(value, bool):
                writer.add_bool(key, value)
            elif isinstance(value, int):
                writer.add_uint32(key, value)
            elif isinstance(value, str):
                writer.add_string(key, value)
            else:
                writer.add_array(key, value)
