"""Which bytes are there, and who fetches which: by arithmetic over sets of numbers."""

from __future__ import annotations

import itertools
import random

import pytest

from localllm.models.fetch.ranges import MAX_PIECE, MIN_PIECE, Piece, Pieces, Ranges, piece_size


@pytest.mark.parametrize("seed", range(20))
def test_ranges_are_the_set_of_their_bytes(seed: int) -> None:
    chance = random.Random(seed)
    ranges, bytes_there = Ranges(), set[int]()
    for _ in range(40):
        begin = chance.randrange(200)
        end = begin + chance.randrange(0, 25)
        ranges.add(begin, end)
        bytes_there |= set(range(begin, end))
        intervals = list(ranges)
        assert {b for begin, end in intervals for b in range(begin, end)} == bytes_there
        assert all(a[1] < b[0] for a, b in itertools.pairwise(intervals))
        assert ranges.total == len(bytes_there)
        missing = {b for begin, end in ranges.gaps(180) for b in range(begin, end)}
        assert missing == set(range(180)) - bytes_there
        prefix = next(n for n in range(500) if n not in bytes_there)
        assert ranges.prefix == prefix


def fetched(piece: Piece, n: int) -> None:
    assert piece.end is not None
    piece.at = min(piece.at + n, piece.end)


@pytest.mark.parametrize("seed", range(20))
def test_every_byte_is_given_to_one_alone_whoever_fails_and_is_slow(seed: int) -> None:
    chance = random.Random(seed)
    size, gaps = 1000, [(0, 300), (350, 1000)]
    pieces, working, got = Pieces(gaps, 100, 20), list[Piece](), list[int]()
    while True:
        while len(working) < 4 and (piece := pieces.take()):
            working.append(piece)
        if not working:
            break
        piece = chance.choice(working)
        before = piece.at
        fetched(piece, chance.randrange(0, 60))
        got += range(before, piece.at)
        if piece.at == piece.end or chance.random() < 0.2:
            working.remove(piece)
            pieces.give_back(piece)
    assert sorted(got) == [b for b in range(size) if not 300 <= b < 350]


def test_pieces_come_from_the_front() -> None:
    pieces = Pieces([(0, 250)], 100, 50)
    assert [(p.begin, p.end) for p in (pieces.take(), pieces.take(), pieces.take()) if p] == [
        (0, 100),
        (100, 200),
        (200, 250),
    ]


def test_who_has_nothing_takes_the_second_half_of_the_longest() -> None:
    pieces = Pieces([(0, 100), (100, 400)], 300, 50)
    short, long = pieces.take(), pieces.take()
    assert short
    assert long
    fetched(long, 40)
    stolen = pieces.take()
    assert stolen
    assert (stolen.begin, stolen.end) == (270, 400)
    assert (long.at, long.end) == (140, 270)


def test_what_is_too_short_is_not_parted() -> None:
    pieces = Pieces([(0, 99)], 300, 50)
    assert pieces.take()
    assert pieces.take() is None


def test_a_piece_is_worth_its_request_and_not_too_long() -> None:
    assert piece_size(10, 4) == MIN_PIECE
    assert piece_size(1 << 40, 4) == MAX_PIECE
    assert piece_size(320 << 20, 4) == 20 << 20  # four rounds for each of four
