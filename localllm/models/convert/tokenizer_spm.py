"""Reads a SentencePiece model (tokenizer.model): its pieces and the switches that GGUF carries.

Format: sentencepiece_model.proto of SentencePiece, in the wire format of protocol buffers. Of the
message ModelProto only these fields are read, all else is stepped over:

    1 pieces (repeated)   1 piece, 2 score (float), 3 type (enum, NORMAL by default)
    2 trainer_spec        3 model_type (1 UNIGRAM, 2 BPE, ...)
    3 normalizer_spec     2 precompiled_charsmap, 3 add_dummy_prefix, 4 remove_extra_whitespaces

A file that SentencePiece itself refuses (a piece twice, an empty one, none for unknown text) is
refused here too. No length in the file is believed before it is held against what is left.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import msgspec

from localllm.errors import ModelError, ModelUnsupported, NotAModel
from localllm.models.convert.tokenizer_files import MAX_TOKENS
from localllm.models.units import human_bytes

MAX_BYTES = 64 << 20  # the largest published one has 5 MB
UNIGRAM, BPE = 1, 2
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6

_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


class Piece(msgspec.Struct, frozen=True):
    text: str
    score: float = 0.0
    type: int = NORMAL


class SentencePieceModel(msgspec.Struct, frozen=True):
    """`pieces` in the order of their ids."""

    pieces: tuple[Piece, ...]
    model_type: int = UNIGRAM
    precompiled_charsmap: bytes = b""
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True


def read(path: Path) -> SentencePieceModel:
    """The model in a file. NotAModel where it is none, ModelError where it cannot be read."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise ModelUnsupported(
                f"{path} has {human_bytes(size)}; up to {human_bytes(MAX_BYTES)} are read"
            )
        raw = path.read_bytes()
    except OSError as error:
        raise ModelError(f"Cannot read {path}: {error.strerror or error}") from None
    try:
        return parse(raw)
    except (ValueError, struct.error) as error:
        raise NotAModel(f"{path} is no SentencePiece model: {error}", path=str(path)) from None


def parse(raw: bytes) -> SentencePieceModel:
    """The model in `raw`. ValueError says what is wrong with it."""
    pieces: list[Piece] = []
    model_type: int | float | bytes = UNIGRAM
    normalizer = b""
    for field, value in _fields(raw):
        if field == 1 and isinstance(value, bytes):
            pieces.append(_piece(value, len(pieces)))
            if len(pieces) > MAX_TOKENS:
                raise ValueError(f"it has more than {MAX_TOKENS:,} pieces")
        elif field == 2 and isinstance(value, bytes):
            model_type = dict(_fields(value)).get(3, model_type)
        elif field == 3 and isinstance(value, bytes):
            normalizer += value  # parts of one message, as protocol buffers merge them
    _check(pieces)
    switches = dict(_fields(normalizer))
    charsmap = switches.get(2)
    return SentencePieceModel(
        pieces=tuple(pieces),
        model_type=model_type if isinstance(model_type, int) else UNIGRAM,
        precompiled_charsmap=charsmap if isinstance(charsmap, bytes) else b"",
        add_dummy_prefix=bool(switches.get(3, True)),
        remove_extra_whitespaces=bool(switches.get(4, True)),
    )


def _piece(raw: bytes, number: int) -> Piece:
    text, score, kind = "", 0.0, NORMAL
    for field, value in _fields(raw):
        if field == 1 and isinstance(value, bytes):
            try:
                text = value.decode()
            except UnicodeDecodeError:
                raise ValueError(f"piece {number} is not UTF-8 text") from None
        elif field == 2 and isinstance(value, float):
            score = value
        elif field == 3 and isinstance(value, int):
            kind = value
    if not NORMAL <= kind <= BYTE:
        raise ValueError(f"piece {number} has the unknown type {kind}")
    return Piece(text, score, kind)


def _check(pieces: list[Piece]) -> None:
    if not any(piece.type == UNKNOWN for piece in pieces):
        raise ValueError("it has no piece for unknown text" if pieces else "it has no pieces")
    seen: set[str] = set()
    for number, piece in enumerate(pieces):
        if not piece.text:
            raise ValueError(f"piece {number} is empty")
        if piece.text in seen:
            raise ValueError(f"the piece {piece.text[:40]!r} is there twice")
        seen.add(piece.text)


def _fields(raw: bytes) -> Iterator[tuple[int, int | float | bytes]]:
    """(number, value) of each field of a message: int, float (32 bits) or bytes."""
    position = 0
    while position < len(raw):
        tag, position = _varint(raw, position)
        field, wire = tag >> 3, tag & 7
        value: int | float | bytes
        if wire == _VARINT:
            value, position = _varint(raw, position)
        elif wire == _LENGTH:
            size, position = _varint(raw, position)
            value, position = _taken(raw, position, size)
        elif wire == _FIXED32:
            part, position = _taken(raw, position, 4)
            (value,) = struct.unpack("<f", part)
        elif wire == _FIXED64:
            value, position = _taken(raw, position, 8)
        else:
            raise ValueError(f"field {field} has the wire type {wire}")
        yield field, value


def _varint(raw: bytes, position: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if position >= len(raw):
            raise ValueError("it ends in the middle of a number")
        byte = raw[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
    raise ValueError("a number in it is too long")


def _taken(raw: bytes, position: int, size: int) -> tuple[bytes, int]:
    if size > len(raw) - position:
        raise ValueError(f"a length of {size:,} bytes goes beyond its end")
    return raw[position : position + size], position + size
