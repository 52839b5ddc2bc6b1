"""Bytes of a file wherever it lies, and a cursor that walks through them without trusting them."""

from __future__ import annotations

import contextlib
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from localllm.errors import ModelTruncated, NotAModel
from localllm.models.units import exact_bytes

U32 = struct.Struct("<I")
U64 = struct.Struct("<Q")
Watch = Callable[[bytes, int, int], None]
_BLOCK = 1 << 20
_PAST_END = (struct.error, IndexError, OverflowError)  # what unpack_from says of an offset there


class Source(Protocol):
    """Random access to the bytes of a file, wherever it lies."""

    @property
    def name(self) -> str:
        """What to call it in a message."""

    @property
    def size(self) -> int:
        """Bytes of the whole file."""

    def read(self, offset: int, n: int) -> bytes:
        """`n` bytes from `offset` or more, as they are at hand; fewer only where the file ends."""


class FileSource:
    """A local file, open as long as the `with` lasts."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self.name = path.name
        self.size = os.fstat(self._file.fileno()).st_size

    def __enter__(self) -> FileSource:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def read(self, offset: int, n: int) -> bytes:
        self._file.seek(offset)
        return self._file.read(max(n, _BLOCK))


class Cursor:
    """Walks forward through a source, a large block at a time."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.name = source.name
        self.strings = 0  # elements of all arrays of strings so far
        self._size = source.size
        self._block = b""
        self._begin = 0  # where the block lies in the source
        self._at = 0  # the position inside it

    @property
    def pos(self) -> int:
        return self._begin + self._at

    def damaged(self, how: str) -> NotAModel:
        return NotAModel(f"{self.name} is damaged: {how}", name=self.name)

    def require(self, n: int) -> None:
        """ModelTruncated where fewer than `n` bytes are left."""
        needed = self.pos + n
        if needed > self._size:
            raise ModelTruncated(
                f"{self.name} ends inside its header: it has {exact_bytes(self._size)}, the header "
                f"alone takes {needed:,} or more. The file was not copied or fetched to its end; "
                "fetch it again",
                name=self.name,
                has=self._size,
                needs=needed,
            )

    def unpack(self, layout: struct.Struct) -> tuple[Any, ...]:
        self._fill(layout.size)
        values = layout.unpack_from(self._block, self._at)
        self._at += layout.size
        return values

    def count(self, what: str, limit: int) -> int:
        (n,) = self.unpack(U64)
        if n > limit:
            raise self.damaged(f"it claims {n:,} {what}")
        return int(n)

    def string(self, what: str, limit: int) -> bytes:
        (n,) = self.unpack(U64)
        if n > limit:
            raise self.damaged(f"{what} claims a length of {n:,} bytes")
        self._fill(n)
        self._at += n
        return self._block[self._at - n : self._at]

    def identifier(self, what: str, limit: int) -> str:
        raw = self.string(f"a {what}", limit)
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            raise self.damaged(f"a {what} is no text: {raw[:40]!r}") from None
        if not text:
            raise self.damaged(f"a {what} is empty")
        if "\0" in text:  # which would end it in C, and make two of one name
            raise self.damaged(f"a {what} has a zero in it: {text[:40]!r}")
        return text

    def skip(self, n: int) -> None:
        self.require(n)
        self._at += n

    def skip_strings(self, count: int, watch: Watch | None = None) -> None:
        """Steps over `count` strings. A million of them is what a header's time goes into, so the
        loop takes eight a turn, and leaves the end of a block to the exception.

        `watch` is shown each run of them that lies in one block: (block, begin, end).
        """
        unpack, size = U64.unpack_from, U64.size
        while count:
            self._fill(size)
            block, at, done = self._block, self._at, 0
            with contextlib.suppress(*_PAST_END):
                for _ in range(count // 8):
                    a = at + unpack(block, at)[0] + size
                    a += unpack(block, a)[0] + size
                    a += unpack(block, a)[0] + size
                    a += unpack(block, a)[0] + size
                    a += unpack(block, a)[0] + size
                    a += unpack(block, a)[0] + size
                    a += unpack(block, a)[0] + size
                    at = a + unpack(block, a)[0] + size
                    done += 8
            with contextlib.suppress(*_PAST_END):
                while done < count:
                    at += unpack(block, at)[0] + size
                    done += 1
            count -= done
            self.require(at - self._at)
            if watch is not None:
                watch(block, self._at, at)
            self._at = at

    def _fill(self, n: int) -> None:
        """Makes the next `n` bytes lie whole in the block."""
        if self._at + n <= len(self._block):
            return
        self.require(n)
        self._begin, self._at = self.pos, 0
        self._block = self.source.read(self._begin, n)
        if len(self._block) < n:  # it shrank since its size was taken
            self._size = self._begin + len(self._block)
            self.require(n)
