"""Builds SentencePiece models (tokenizer.model) byte by byte, in the protocol buffers' format."""

from __future__ import annotations

import struct
from collections.abc import Iterable

UNIGRAM, BPE = 1, 2

Piece = tuple[str | bytes, float, int]  # text, score, type as sentencepiece_model.proto numbers it


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def single(field: int, value: float) -> bytes:
    return varint(field << 3 | 5) + struct.pack("<f", value)


def block(field: int, content: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(content)) + content


def piece(text: str | bytes, score: float, kind: int) -> bytes:
    raw = text.encode() if isinstance(text, str) else text
    return block(1, block(1, raw) + single(2, score) + (number(3, kind) if kind != 1 else b""))


def sentencepiece_model(
    pieces: Iterable[Piece],
    *,
    model_type: int = BPE,
    charsmap: bytes = b"",
    dummy_prefix: bool = True,
    remove_whitespaces: bool = False,
) -> bytes:
    """A whole model: TrainerSpec says byte_fallback where one of the pieces is a byte (type 6)."""
    listed = list(pieces)
    trainer = number(3, model_type) + number(35, any(kind == 6 for _, _, kind in listed))
    normalizer = block(1, b"identity") + (block(2, charsmap) if charsmap else b"")
    normalizer += number(3, dummy_prefix) + number(4, remove_whitespaces)
    return b"".join(piece(*p) for p in listed) + block(2, trainer) + block(3, normalizer)
