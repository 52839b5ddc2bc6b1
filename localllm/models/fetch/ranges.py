"""Which bytes of a file are there, and who fetches which of those that are not.

    Ranges   a set of bytes as sorted intervals, begin inclusive and end exclusive
    Pieces   hands out what is missing, from the front, so that a checksum can follow closely:

        0          8          16         24         32
        |==========|====>     |==>       |          |        two connections, two pieces taken
        |  there   | taken    | taken    | free     |

Numbers only: no file and no network, so it is tested by arithmetic. Not for more than one thread.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Iterable, Iterator

import msgspec

MIN_PIECE = 4 << 20  # a request costs a round trip: less than this is not worth one
MAX_PIECE = 64 << 20  # more would let the checksum and the map fall far behind
CHUNK = 1 << 20  # in memory for each connection: what a killed process loses of it
_ROUNDS = 4  # pieces for each connection at least, so that all are busy up to near the end

Range = tuple[int, int]


class Pace(msgspec.Struct, frozen=True):
    """`connections` at once for one file; `least` of a piece and `chunk` in bytes."""

    connections: int = 4
    least: int = MIN_PIECE
    chunk: int = CHUNK


class Ranges:
    """Intervals that neither touch nor overlap, in order."""

    def __init__(self, ranges: Iterable[Range] = ()) -> None:
        self._begins: list[int] = []
        self._ends: list[int] = []
        for begin, end in ranges:
            self.add(begin, end)

    def __iter__(self) -> Iterator[Range]:
        return zip(self._begins, self._ends, strict=True)

    def add(self, begin: int, end: int) -> None:
        """Joins what it touches."""
        if begin >= end:
            return
        first = bisect.bisect_left(self._ends, begin)
        last = bisect.bisect_right(self._begins, end)
        if first < last:
            begin, end = min(begin, self._begins[first]), max(end, self._ends[last - 1])
        self._begins[first:last] = [begin]
        self._ends[first:last] = [end]

    @property
    def total(self) -> int:
        return sum(self._ends) - sum(self._begins)

    @property
    def prefix(self) -> int:
        """Bytes from 0 on without a gap."""
        return self._ends[0] if self._begins and self._begins[0] == 0 else 0

    def gaps(self, size: int) -> list[Range]:
        """What is missing of the first `size` bytes."""
        begins, ends = [0, *self._ends], [*self._begins, size]
        gaps = ((b, min(e, size)) for b, e in zip(begins, ends, strict=True))
        return [(begin, end) for begin, end in gaps if begin < end]


class Piece:
    """Bytes `at` to `end` are somebody's to fetch; `end` None is up to wherever the file ends.

    `begin` is where it began. The end may come nearer while it is fetched: see `Pieces.take`.
    """

    def __init__(self, begin: int, end: int | None) -> None:
        self.begin = self.at = begin
        self.end = end

    @property
    def left(self) -> float:
        return math.inf if self.end is None else self.end - self.at


class Pieces:
    """What is missing of a file of `size` bytes, to be taken by as many as like."""

    def __init__(self, gaps: Iterable[Range], piece: int, least: int) -> None:
        self._free = sorted(gaps)
        self._piece = piece
        self._least = least
        self._taken: list[Piece] = []

    def take(self) -> Piece | None:
        """The first that is free; else the second half of the longest that is being fetched.

        None where nothing is worth it: what is left is under way, or too short to be parted.
        """
        if self._free:
            begin, end = self._free.pop(0)
            if end - begin > self._piece:
                self._free.insert(0, (begin + self._piece, end))
                end = begin + self._piece
            return self._given(begin, end)
        longest = max(self._taken, key=lambda piece: piece.left, default=None)
        if longest is None or longest.end is None or longest.left < 2 * self._least:
            return None
        end = longest.end
        longest.end = longest.at + int(longest.left) // 2
        return self._given(longest.end, end)

    def give_back(self, piece: Piece) -> None:
        """It is nobody's any more; what is left of it is free again."""
        self._taken.remove(piece)
        if piece.end is not None and piece.at < piece.end:
            bisect.insort(self._free, (piece.at, piece.end))

    def open(self, at: int) -> Piece:
        """All from `at` on, of a file whose size is not known."""
        return self._given(at, None)

    def bound(self, piece: Piece, size: int, length: int) -> None:
        """The file of an open piece turns out to end at `size`; more than `length` is free."""
        self._piece = length
        piece.end = min(piece.at + length, size)
        if piece.end < size:
            self._free.append((piece.end, size))

    def only(self, piece: Piece, end: int | None) -> None:
        """It is going to be all of the file; nothing is left for others."""
        self._free.clear()
        self._piece = max(self._piece, end or 0)
        piece.end = end

    def _given(self, begin: int, end: int | None) -> Piece:
        piece = Piece(begin, end)
        self._taken.append(piece)
        return piece


def piece_size(size: int, connections: int, least: int = MIN_PIECE) -> int:
    """Bytes to ask for at once, of a file of `size` bytes on so many connections."""
    return min(max(least, -(-size // (connections * _ROUNDS))), max(MAX_PIECE, least))
