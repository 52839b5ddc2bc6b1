"""Length-prefixed msgpack on the pipe between a parent and its engine.

    | length: 4 bytes, little endian | msgpack of one core.Command or core.Reply |

`FrameDecoder` is pure: bytes in, messages out, for a parent that reads the pipe with asyncio.
`FrameReader` and `FrameWriter` do it synchronously on file descriptors. A FrameDecoder and a
FrameReader belong to one thread; a FrameWriter may be used from several, a frame is never cut by
another.

A broken frame cannot be skipped, since nothing marks where the next one begins: whoever meets an
EngineError here ends the connection.
"""

from __future__ import annotations

import os
import struct
import sys
import threading
from typing import Any, Generic, TypeVar

import msgspec

from localllm.errors import EngineError

MAX_FRAME_BYTES = 256 * 2**20

_HEADER = struct.Struct("<I")
_READ_BYTES = 1 << 20

T = TypeVar("T")


def encode_frame(message: msgspec.Struct) -> bytes:
    """One message, ready to send. Raises EngineError where it is larger than MAX_FRAME_BYTES."""
    buffer = bytearray(_HEADER.size)
    _encode_into(msgspec.msgpack.Encoder(), message, buffer)
    return bytes(buffer)


def _encode_into(encoder: msgspec.msgpack.Encoder, message: Any, buffer: bytearray) -> None:
    encoder.encode_into(message, buffer, _HEADER.size)
    size = len(buffer) - _HEADER.size
    _check_size(size)
    _HEADER.pack_into(buffer, 0, size)


def _check_size(size: int) -> None:
    if size > MAX_FRAME_BYTES:
        raise EngineError(
            f"A frame of {size} bytes is over the limit of {MAX_FRAME_BYTES}: either the message "
            "is too large, or the pipe carries something else than frames.",
            size=size,
            limit=MAX_FRAME_BYTES,
        )


class FrameDecoder(Generic[T]):
    """Cuts a stream of bytes into messages of one type (a union of structs, such as core.Reply)."""

    def __init__(self, message_type: Any) -> None:
        self._decoder: msgspec.msgpack.Decoder[T] = msgspec.msgpack.Decoder(message_type)
        self._buffer = bytearray()

    def feed(self, data: bytes | memoryview) -> list[T]:
        """The messages that `data` completes, in order. Raises EngineError for a frame over the
        limit, or one that is no message of the type."""
        self._buffer += data
        messages: list[T] = []
        start = 0
        while (end := self._frame_end(start)) is not None:
            messages.append(self._decode(start + _HEADER.size, end))
            start = end
        if start:
            del self._buffer[:start]
        return messages

    def finish(self) -> None:
        """To be called at the end of the stream. Raises EngineError where it cut a frame."""
        if self._buffer:
            raise EngineError(
                f"The pipe ended in the middle of a frame: {len(self._buffer)} bytes of it came."
            )

    def _frame_end(self, start: int) -> int | None:
        if len(self._buffer) < start + _HEADER.size:
            return None
        (size,) = _HEADER.unpack_from(self._buffer, start)
        _check_size(size)
        end = start + _HEADER.size + int(size)
        return end if end <= len(self._buffer) else None

    def _decode(self, start: int, end: int) -> T:
        with memoryview(self._buffer) as view, view[start:end] as payload:
            try:
                return self._decoder.decode(payload)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise EngineError(
                    f"A frame of {end - start} bytes is no message: {error}"
                ) from error


class FrameReader(Generic[T]):
    """Reads messages from a file descriptor, blocking."""

    def __init__(self, fd: int, message_type: Any) -> None:
        _make_binary(fd)
        self._fd = fd
        self._decoder: FrameDecoder[T] = FrameDecoder(message_type)
        self._ready: list[T] = []

    def read(self) -> T | None:
        """The next message; None at the end of the stream. Raises EngineError as FrameDecoder."""
        while not self._ready:
            data = os.read(self._fd, _READ_BYTES)
            if not data:
                self._decoder.finish()
                return None
            self._ready = self._decoder.feed(data)
        return self._ready.pop(0)


class FrameWriter:
    """Writes messages to a file descriptor, blocking while the pipe is full."""

    def __init__(self, fd: int) -> None:
        _make_binary(fd)
        self._fd = fd
        self._encoder = msgspec.msgpack.Encoder()
        self._buffer = bytearray(_HEADER.size)
        self._lock = threading.Lock()

    def write(self, message: msgspec.Struct) -> None:
        """Sends one message, whole. Raises OSError where the other side is gone, EngineError
        (and sends nothing) where the message is over the limit."""
        with self._lock:
            _encode_into(self._encoder, message, self._buffer)
            with memoryview(self._buffer) as rest:
                sent = 0
                while sent < len(rest):
                    sent += os.write(self._fd, rest[sent:])


def _make_binary(fd: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(fd, os.O_BINARY)
