"""SentencePiece models, byte by byte: what is read, and every way in which they can be wrong."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest
from helpers.sentencepiece_bytes import (
    UNIGRAM,
    Piece,
    block,
    number,
    piece,
    sentencepiece_model,
    varint,
)

from localllm.errors import LocalLLMError, ModelError, ModelUnsupported, NotAModel
from localllm.models.convert import tokenizer_spm
from localllm.models.convert.tokenizer_spm import parse, read

PIECES: list[Piece] = [("<unk>", 0.0, 2), ("<s>", 0.0, 3), ("\u2581a", -1.5, 1), ("<0x0A>", 0.0, 6)]


def test_pieces_keep_text_score_and_type() -> None:
    found = parse(sentencepiece_model(PIECES)).pieces
    assert [(p.text, p.score, p.type) for p in found] == PIECES


def test_the_switches_of_the_normalizer_are_read() -> None:
    raw = sentencepiece_model(
        PIECES, model_type=UNIGRAM, charsmap=b"\0\1\2", dummy_prefix=False, remove_whitespaces=True
    )
    found = parse(raw)
    assert (found.model_type, found.precompiled_charsmap) == (UNIGRAM, b"\0\1\2")
    assert (found.add_dummy_prefix, found.remove_extra_whitespaces) == (False, True)


def test_fields_that_are_left_out_have_the_formats_defaults() -> None:
    found = parse(block(1, block(1, b"<unk>") + number(3, 2)) + block(1, block(1, b"a")))
    assert found.pieces[1] == tokenizer_spm.Piece("a", 0.0, 1)
    assert (found.model_type, found.add_dummy_prefix, found.remove_extra_whitespaces) == (
        UNIGRAM,
        True,
        True,
    )


def test_fields_that_are_not_known_are_stepped_over() -> None:
    unknown = number(15, 7) + block(99, b"xyz") + varint(77 << 3 | 1) + bytes(8)
    assert len(parse(unknown + sentencepiece_model(PIECES) + unknown).pieces) == len(PIECES)


UNKNOWN = piece("<unk>", 0.0, 2)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"", "no pieces"),
        (piece("a", 0.0, 1), "no piece for unknown text"),
        (UNKNOWN + piece("a", 0.0, 1) * 2, "'a' is there twice"),
        (UNKNOWN + piece("", 0.0, 1), "piece 1 is empty"),
        (UNKNOWN + piece(b"\xff\xfe", 0.0, 1), "piece 1 is not UTF-8"),
        (UNKNOWN + piece("a", 0.0, 9), "unknown type 9"),
        (UNKNOWN + varint(1 << 3 | 2) + varint(1 << 62), "beyond its end"),
        (UNKNOWN + block(1, varint(1 << 3 | 2) + varint(100) + b"a"), "beyond its end"),
        (UNKNOWN + varint(1 << 3 | 2), "middle of a number"),
        (UNKNOWN + b"\xff" * 20, "too long"),
        (UNKNOWN + varint(5 << 3 | 3), "wire type 3"),
        (UNKNOWN + varint(2 << 3 | 5) + b"\0\0", "beyond its end"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, raw: bytes, why: str) -> None:
    path = tmp_path / "tokenizer.model"
    path.write_bytes(raw)
    with pytest.raises(NotAModel, match=why):
        read(path)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.model"
    with path.open("wb") as file:
        file.truncate(tokenizer_spm.MAX_BYTES + 1)
    with pytest.raises(ModelUnsupported, match="up to 67"):
        read(path)


def test_a_file_that_is_not_there_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="Cannot read"):
        read(tmp_path / "tokenizer.model")


def test_a_message_in_place_of_a_number_costs_no_memory() -> None:
    """A charsmap that is a number must not become so many zero bytes."""
    raw = sentencepiece_model(PIECES) + block(3, number(2, 1 << 60))
    assert parse(raw).precompiled_charsmap == b""


def test_damaged_bytes_end_in_words_or_in_a_model(tmp_path: Path) -> None:
    whole = sentencepiece_model(PIECES * 1 + [(f"t{i}", -float(i), 1) for i in range(50)])
    chance = random.Random(4)
    path = tmp_path / "tokenizer.model"
    for _ in range(400):
        raw = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        path.write_bytes(raw[: chance.randint(1, len(raw))])
        try:
            found = read(path)
        except LocalLLMError:
            continue
        assert all(p.text for p in found.pieces)


def test_scores_are_thirty_two_bits_wide() -> None:
    (found,) = parse(piece("<unk>", 0.1, 2)).pieces
    assert found.score == struct.unpack("<f", struct.pack("<f", 0.1))[0]
