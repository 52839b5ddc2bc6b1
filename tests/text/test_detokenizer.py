"""Incremental decoding against decoding all at once."""

from __future__ import annotations

import random

import pytest

from localllm.text.detokenizer import IncrementalDetokenizer


def decode(pieces: list[bytes]) -> list[str]:
    detokenizer = IncrementalDetokenizer()
    return [*(detokenizer.push(piece) for piece in pieces), detokenizer.flush()]


def random_split(data: bytes, rng: random.Random) -> list[bytes]:
    cuts = sorted(rng.sample(range(len(data) + 1), k=rng.randint(0, len(data))))
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]


def test_a_character_cut_in_two_comes_whole() -> None:
    assert decode(["é".encode()[:1], "é".encode()[1:]]) == ["", "é", ""]


def test_an_emoji_of_four_one_byte_tokens_comes_with_the_last() -> None:
    assert decode([bytes([byte]) for byte in "🦙".encode()]) == ["", "", "", "🦙", ""]


def test_an_invalid_byte_becomes_a_replacement_character_and_is_not_lost() -> None:
    assert decode([b"a\xffb"]) == ["a\ufffdb", ""]


def test_what_interrupts_a_character_is_kept() -> None:
    assert decode([b"\xe2\x82", b"a"]) == ["", "\ufffda", ""]


def test_flush_gives_an_unfinished_character_as_a_replacement() -> None:
    assert decode([b"a", b"\xf0\x9f"]) == ["a", "", "\ufffd"]


@pytest.mark.parametrize("seed", range(200))
def test_any_split_of_any_bytes_gives_what_decoding_at_once_gives(seed: int) -> None:
    rng = random.Random(seed)
    text = "".join(rng.choice("aé€🦙\n") for _ in range(20)).encode()
    noise = bytes(rng.randrange(256) for _ in range(rng.randint(0, 8)))
    data = text + noise + text if rng.random() < 0.5 else text

    assert "".join(decode(random_split(data, rng))) == data.decode("utf-8", "replace")


@pytest.mark.parametrize("seed", range(50))
def test_pieces_of_valid_text_never_hold_a_replacement_character(seed: int) -> None:
    rng = random.Random(seed)
    data = "".join(rng.choice("aé€🦙\n") for _ in range(20)).encode()

    assert all("\ufffd" not in piece for piece in decode(random_split(data, rng)))
