"""Who owns which sequence id, and how many KV cells.

A cell holds the key and value of one token. Sequences that share a prefix share its cells, so a
sequence is a chain of segments, each of them owned by one or more sequences:

    sequence 0   [ a: 40 cells, 3 owners ][ b: 12, 1 ]
    sequence 1   [ a                     ][ c: 30, 2 ][ d: 5, 1 ]
    sequence 2   [ a                     ][ c        ]            used: 40 + 12 + 30 + 5

Numbers only: the runner moves the cells themselves. Owned by the loop thread.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush


class _Segment:
    __slots__ = ("cells", "owners")

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.owners = 1


class KvPool:
    """`total` cells and the sequence ids 0 to `n_sequences` - 1, all free at first."""

    def __init__(self, total: int, n_sequences: int) -> None:
        self.total = total
        self.used = 0
        self._n_sequences = n_sequences
        self._free_ids = list(range(n_sequences))
        self._chains: dict[int, list[_Segment]] = {}

    @property
    def free(self) -> int:
        """Cells that nobody owns."""
        return self.total - self.used

    @property
    def free_ids(self) -> int:
        """How many more sequences there can be."""
        return len(self._free_ids)

    @property
    def taken(self) -> set[int]:
        """The sequence ids in use."""
        return set(self._chains)

    def acquire(self) -> int:
        """The lowest free sequence id, empty. Raises IndexError where all are taken."""
        seq_id = heappop(self._free_ids)
        self._chains[seq_id] = []
        return seq_id

    def grow(self, seq_id: int, cells: int) -> None:
        """Gives a sequence cells of its own at its end. Raises ValueError where too few are
        free."""
        if cells > self.total - self.used:
            raise ValueError(f"{cells} cells wanted, {self.free} of {self.total} free")
        chain = self._chains[seq_id]
        if chain and chain[-1].owners == 1:
            chain[-1].cells += cells
        else:
            chain.append(_Segment(cells))
        self.used += cells

    def share(self, source: int, target: int, cells: int) -> None:
        """Lets an empty sequence own the first `cells` cells of another as well."""
        if self._chains[target]:
            raise ValueError(f"sequence {target} is not empty")
        count = self._split(source, cells)
        shared = self._chains[source][:count]
        for segment in shared:
            segment.owners += 1
        self._chains[target] = shared

    def truncate(self, seq_id: int, cells: int) -> None:
        """Leaves a sequence its first `cells` cells; the others stay only with other owners."""
        chain = self._chains[seq_id]
        keep = self._split(seq_id, cells)
        for segment in chain[keep:]:
            segment.owners -= 1
            if segment.owners == 0:
                self.used -= segment.cells
        del chain[keep:]

    def release(self, seq_id: int) -> None:
        """Ends a sequence: its id is free again, and the cells that were its alone."""
        self.truncate(seq_id, 0)
        del self._chains[seq_id]
        heappush(self._free_ids, seq_id)

    def clear(self) -> None:
        """Ends all sequences."""
        self.used = 0
        self._chains.clear()
        self._free_ids = list(range(self._n_sequences))

    def length(self, seq_id: int) -> int:
        """Cells of a sequence, shared ones included."""
        return sum(segment.cells for segment in self._chains[seq_id])

    def exclusive(self, seq_id: int) -> int:
        """Cells that would be free without this sequence."""
        return sum(segment.cells for segment in self._chains[seq_id] if segment.owners == 1)

    def together(self, seq_ids: Iterable[int]) -> int:
        """Cells of these sequences, those that they share counted once."""
        owned = {segment for seq_id in seq_ids for segment in self._chains[seq_id]}
        return sum(segment.cells for segment in owned)

    def _split(self, seq_id: int, cells: int) -> int:
        """How many segments hold exactly the first `cells` cells; cuts one where it must."""
        chain = self._chains[seq_id]
        at = 0
        for index, segment in enumerate(chain):
            if at == cells:
                return index
            if at + segment.cells > cells:
                self._cut(segment, cells - at)
                return index + 1
            at += segment.cells
        if at != cells:
            raise ValueError(f"sequence {seq_id} has {at} cells, not {cells}")
        return len(chain)

    def _cut(self, segment: _Segment, cells: int) -> None:
        tail = _Segment(segment.cells - cells)
        tail.owners = segment.owners
        segment.cells = cells
        for chain in self._chains.values():
            if segment in chain:
                chain.insert(chain.index(segment) + 1, tail)

    def check_integrity(self) -> None:
        """Raises AssertionError unless free + in use = total and every owner is counted."""
        owners: dict[_Segment, int] = {}
        for chain in self._chains.values():
            for segment in chain:
                owners[segment] = owners.get(segment, 0) + 1
        assert all(segment.owners == count for segment, count in owners.items()), "owners"
        assert all(segment.cells > 0 for segment in owners), "an empty segment"
        assert sum(segment.cells for segment in owners) == self.used, "cells in use"
        assert self.free >= 0, "more cells in use than there are"
        ids = sorted([*self._free_ids, *self._chains])
        assert ids == list(range(self._n_sequences)), "sequence ids"
