"""A file of saved KV: which tokens it belongs to, and its bytes, so that damage is noticed.

    bytes        content, little endian
    8            magic, with the version of this layout
    16           key: what the KV depends on beside its tokens (model, settings, library)
    4, 4, 8      start, stop: its tokens are [start, stop) of a sequence; size of the KV in bytes
    32           SHA-256 of the KV
    4 * stop     all tokens from the first one on, int32
    32           SHA-256 of everything up to here
    size         the KV

Everything that is needed to take a file in stands before the KV, so an index is made from the
beginnings of files. A file is written under another name first and then renamed. It is not synced
to the disk: what a power cut damages does not bear its checksum and is computed again.
"""

from __future__ import annotations

import hashlib
import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from localllm.engine.radix import State, Tokens

_MAGIC = b"LLMKV\x00\x00\x01"
_FIXED = struct.Struct("<8s16sIIQ32s")
_DIGEST_BYTES = 32

# No context is longer, so a header that says more is damaged.
_MOST_TOKENS = 1 << 26

# Only its owner reads what was talked about.
_MODE = 0o600


class DamagedFile(Exception):
    """Not a file of KV of this key, or not as it was written."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the KV of a file is; `digest` its SHA-256."""

    tokens: Tokens
    start: int
    size: int
    digest: bytes
    offset: int  # where the KV begins


def write(path: Path, key: bytes, tokens: Tokens, start: int, state: State) -> int:
    """Writes a file with the KV of `tokens` from `start` on; returns its size. Raises OSError,
    without leaving anything."""
    data = state.data
    digest = hashlib.sha256(data).digest()
    head = _FIXED.pack(_MAGIC, key, start, len(tokens), len(data), digest)
    head += tokens.astype("<i4").tobytes()
    head += hashlib.sha256(head).digest()
    partial = path.with_suffix(f".{os.getpid()}.part")
    try:
        with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _MODE), "wb") as file:
            file.write(head)
            file.write(data)
        os.replace(partial, path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    return len(head) + len(data)


def read_header(path: Path, key: bytes) -> Header:
    """Raises DamagedFile, or OSError where it cannot be read."""
    with path.open("rb") as file:
        return _read_header(file, key)


def read(path: Path, key: bytes, tokens: Tokens, start: int) -> State:
    """The KV of `tokens` from `start` on. Raises DamagedFile where the file holds anything else,
    OSError where it cannot be read."""
    with path.open("rb") as file:
        header = _read_header(file, key)
        if header.start != start or not np.array_equal(header.tokens, tokens):
            raise DamagedFile("other tokens")
        state = np.fromfile(file, np.uint8, header.size)
    if hashlib.sha256(state.data).digest() != header.digest:
        raise DamagedFile("another checksum")
    return state


def _read_header(file: BinaryIO, key: bytes) -> Header:
    fixed = file.read(_FIXED.size)
    if len(fixed) != _FIXED.size:
        raise DamagedFile("too short")
    magic, found_key, start, stop, size, digest = _FIXED.unpack(fixed)
    if magic != _MAGIC:
        raise DamagedFile("another kind of file")
    if found_key != key:
        raise DamagedFile("of another model or other settings")
    if not start < stop <= _MOST_TOKENS:
        raise DamagedFile(f"tokens {start} to {stop}")
    ids = file.read(4 * stop)
    if hashlib.sha256(fixed + ids).digest() != file.read(_DIGEST_BYTES):
        raise DamagedFile("a header with another checksum")
    offset = file.tell()
    if os.fstat(file.fileno()).st_size != offset + size:
        raise DamagedFile("not as long as it says")
    return Header(np.frombuffer(ids, "<i4").astype(np.int32), start, size, digest, offset)
