"""Idle KV in RAM: saved sequences by their tokens, within a budget of bytes, oldest use first out.

Numbers and opaque bytes; what the bytes mean is the runner's. Owned by the loop thread.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
import numpy.typing as npt

Tokens = npt.NDArray[np.int32]
State = npt.NDArray[np.uint8]


def common_prefix(a: Tokens, b: Tokens) -> int:
    """How many tokens two sequences begin with in common."""
    n = min(len(a), len(b))
    differs = a[:n] != b[:n]
    first = int(differs.argmax()) if n else 0
    return first if n and differs[first] else n


class Entry:
    """The saved KV of `tokens`, all of them."""

    __slots__ = ("size", "state", "tokens")

    def __init__(self, tokens: Tokens, state: State) -> None:
        self.tokens = tokens
        self.state = state
        self.size = state.nbytes + tokens.nbytes


class RamTier:
    """`budget` in bytes. With `can_trim` a saved sequence serves any prefix of its tokens, so none
    that is a prefix of another is kept; without it (recurrent models) it serves only all of them.
    """

    def __init__(self, budget: int, can_trim: bool) -> None:
        self.budget = budget
        self.used = 0
        self._can_trim = can_trim
        self._entries: OrderedDict[Entry, None] = OrderedDict()  # least recently used first

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, tokens: Tokens) -> tuple[int, Entry | None]:
        """The entry that serves most of `tokens` from the start on, and how many."""
        best, found = 0, None
        for entry in self._entries:
            n = common_prefix(tokens, entry.tokens)
            if n > best and (self._can_trim or n == len(entry.tokens)):
                best, found = n, entry
        return best, found

    def covers(self, tokens: Tokens) -> bool:
        """Whether saving these tokens would add nothing. Counts as a use."""
        n, entry = self.find(tokens)
        if entry is None or n < len(tokens):
            return False
        self.touch(entry)
        return True

    def touch(self, entry: Entry) -> None:
        """Marks an entry as used now."""
        self._entries.move_to_end(entry)

    def add(self, tokens: Tokens, state: State) -> None:
        """Keeps a saved sequence, if it fits the budget at all, and drops what it replaces and
        then what was not used for longest until it does."""
        entry = Entry(tokens, state)
        if entry.size > self.budget:
            return
        for older in [other for other in self._entries if self._replaces(entry, other)]:
            self._drop(older)
        while self.used + entry.size > self.budget:
            self._drop(next(iter(self._entries)))
        self._entries[entry] = None
        self.used += entry.size

    def _replaces(self, new: Entry, old: Entry) -> bool:
        n = len(old.tokens)
        if n > len(new.tokens) or (not self._can_trim and n < len(new.tokens)):
            return False
        return common_prefix(new.tokens, old.tokens) == n

    def _drop(self, entry: Entry) -> None:
        del self._entries[entry]
        self.used -= entry.size

    def clear(self) -> None:
        """Drops everything."""
        self._entries.clear()
        self.used = 0

    def check_integrity(self) -> None:
        """Raises AssertionError unless the bytes add up and the budget holds."""
        assert sum(entry.size for entry in self._entries) == self.used, "bytes of saved sequences"
        assert self.used <= max(self.budget, 0), "over the budget of saved sequences"
