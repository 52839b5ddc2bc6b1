"""Where the KV of a sequence comes from when it starts, and where it goes when it leaves the cells.

Attention spans all cells in use, so they should hold only what runs. Whoever ends rests in them all
the same for a moment: its next turn often follows at once, and then nothing has to be moved. It is
saved to RAM when the engine has nothing to do, or when its cells are wanted; there it is found by
its tokens. A new sequence takes the longest token-exact match:

    from a running or resting sequence    the cells are shared, nothing is copied
    from RAM                              the saved sequence is restored and cut to the match

At least one token is left to compute, since that is what gives logits. Where a model cannot
continue at the match (a sliding window moved on, a recurrent state that cannot be cut) the runner
refuses, and the sequence is computed from its first token.

This is the seam for further tiers: the scheduler asks `find`, the engine calls `bring_in`, `rest`
and `take_out`, and neither knows where KV is kept. Owned by the loop thread.
"""

from __future__ import annotations

import logging
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from localllm.engine.kv_pool import KvPool
from localllm.engine.kv_ram import Entry, RamTier, State, Tokens, common_prefix
from localllm.engine.sequence import Sequence

log = logging.getLogger(__name__)

# Saved KV comes back at some 10 GB/s on a desktop; half of that leaves room for worse machines.
_RESTORE_BYTES_PER_S = 5e9

# Cells of a resting sequence's own beside which others run without being slowed much.
_RESTING_CELLS = 256


class KvMover(Protocol):
    """The part of a runner that moves KV; see runner.Runner."""

    @property
    def can_trim(self) -> bool: ...
    def share(self, source: int, target: int, n: int) -> bool: ...
    def save(self, seq_id: int) -> State: ...
    def restore(self, seq_id: int, state: State, n: int) -> bool: ...
    def remove(self, seq_id: int) -> None: ...
    def clear(self) -> None: ...


class Resting:
    """An ended sequence that is still in the cells, as far as it was computed; `saved` once it was
    saved to RAM, which may have dropped it since."""

    __slots__ = ("saved", "seq_id", "tokens")

    def __init__(self, seq_id: int, tokens: array[int]) -> None:
        self.seq_id = seq_id
        self.tokens = tokens
        self.saved = False


@dataclass(frozen=True, slots=True)
class Match:
    """What of a sequence's tokens is computed already.

    `n` tokens are there now, in `source`; `cells` must be free to start with them. `leader` is
    computing more of them, and will have `leader_tokens` when its prompt is read.
    """

    n: int
    source: Sequence | Resting | Entry | None
    cells: int
    leader: Sequence | None
    leader_tokens: int


class KvStore:
    """Finds and moves KV between the cells of `pool` and RAM; `ram_budget` in bytes."""

    def __init__(self, mover: KvMover, pool: KvPool, ram_budget: int) -> None:
        self.pool = pool
        self.ram = RamTier(ram_budget, mover.can_trim)
        self.resting: list[Resting] = []  # least recently used first
        self._mover = mover

    def find(self, seq: Sequence, running: Iterable[Sequence], token_seconds: float) -> Match:
        """The best start for a waiting sequence. `token_seconds` is what computing one token
        costs: a small match in a large saved sequence may be dearer to restore."""
        wanted = _view(seq.tokens)
        most = len(wanted) - 1
        n, leader_tokens = 0, 0
        source: Sequence | Resting | Entry | None = None
        leader: Sequence | None = None
        for rested in self.resting:
            if (common := min(common_prefix(wanted, _view(rested.tokens)), most)) > n:
                n, source = common, rested
        for other in running if self._mover.can_trim else ():
            common = min(common_prefix(wanted, _view(other.tokens)), most)
            if (ready := min(common, other.n_computed)) > n:
                n, source = ready, other
            if other.remaining > 1 and common > max(leader_tokens, other.n_computed):
                leader_tokens, leader = common, other
        cells = len(wanted) - n
        saved, entry = self.ram.find(wanted[:most])
        if (
            entry is not None
            and saved > n
            and (saved - n) * token_seconds > entry.size / _RESTORE_BYTES_PER_S
        ):
            n, source, cells = saved, entry, max(len(wanted), len(entry.tokens))
        if leader_tokens <= n:
            leader = None
        return Match(n, source, cells, leader, leader_tokens)

    def bring_in(self, seq: Sequence, match: Match, *, alone: bool = False) -> None:
        """Gives a waiting sequence a sequence id and the KV of its match, as far as the model
        lets it; sets `seq_id` and `n_computed`.

        What rests leaves the cells where it would slow the others down: all of it if the sequence
        runs `alone`. Its cells then lie as after a fresh start, and so its text is the same.
        """
        if isinstance(match.source, Entry):
            self.ram.touch(match.source)  # now: what is saved next may push it out
        most = 0 if alone else _RESTING_CELLS
        self.make_short(most, besides=match.source)
        seq.seq_id = seq_id = self.pool.acquire()
        seq.n_computed = 0
        if isinstance(match.source, Entry):
            if self._mover.restore(seq_id, match.source.state, match.n):
                self.pool.grow(seq_id, match.n)
                seq.n_computed = match.n
        elif match.source is not None:
            if self._mover.share(match.source.seq_id, seq_id, match.n):
                self.pool.share(match.source.seq_id, seq_id, match.n)
                seq.n_computed = match.n
            if isinstance(match.source, Resting):
                self._succeed(match.source, seq.n_computed)
        if seq.n_computed != match.n:
            log.debug("refused to continue at token %d of %d", match.n, len(seq.tokens))
        self.make_short(most)

    def _succeed(self, rested: Resting, n: int) -> None:
        """A new sequence has the first `n` tokens of a resting one: all there was, or the latest
        use of it."""
        if n == len(rested.tokens):
            self._leave_cells(rested)
        else:
            self.resting.remove(rested)
            self.resting.append(rested)

    def take_out(self, seq: Sequence, *, keep: bool) -> None:
        """Frees a running sequence's cells and id, after saving its KV to RAM where `keep`."""
        try:
            if keep:
                self._save(seq.seq_id, _view(seq.tokens)[: seq.n_computed])
        finally:
            self._mover.remove(seq.seq_id)
            self.pool.release(seq.seq_id)
            seq.seq_id = -1
            seq.n_computed = 0

    # --- ended sequences that are still in the cells ----------------------------------------------

    def rest(self, seq: Sequence, *, keep: bool) -> None:
        """Ends a running sequence. Where `keep` its KV can be found from now on, in the cells at
        first; where a model's sequences cannot be cut, and nothing shared, in RAM at once."""
        if not (keep and seq.n_computed and self._mover.can_trim and self.ram.budget > 0):
            self.take_out(seq, keep=keep)
            return
        self.resting.append(Resting(seq.seq_id, seq.tokens[: seq.n_computed]))
        seq.seq_id = -1
        seq.n_computed = 0

    @property
    def unsaved(self) -> bool:
        """Whether something rests that was not saved yet."""
        return any(not rested.saved for rested in self.resting)

    def save_one(self) -> None:
        """Saves one resting sequence, the latest first, and leaves it where it is."""
        for rested in reversed(self.resting):
            if not rested.saved:
                self._save_resting(rested)
                return

    def make_way(self) -> bool:
        """Frees the cells and the id of the sequence that rests longest. False where none does."""
        if not self.resting:
            return False
        self._save_resting(self.resting[0])
        self._leave_cells(self.resting[0])
        return True

    def make_short(self, most: int = _RESTING_CELLS, besides: object = None) -> None:
        """Takes out of the cells whatever rests with more than `most` cells of its own."""
        for rested in list(self.resting):
            if rested is not besides and self.pool.exclusive(rested.seq_id) > most:
                self._save_resting(rested)
                self._leave_cells(rested)

    def _leave_cells(self, rested: Resting) -> None:
        self.resting.remove(rested)
        self._mover.remove(rested.seq_id)
        self.pool.release(rested.seq_id)

    def _save_resting(self, rested: Resting) -> None:
        rested.saved = True
        self._save(rested.seq_id, _view(rested.tokens))

    # --- all of it --------------------------------------------------------------------------------

    def reset(self, seq: Sequence) -> None:
        """Frees a running sequence's cells alone: it is computed again from its first token."""
        self._mover.remove(seq.seq_id)
        self.pool.truncate(seq.seq_id, 0)
        seq.n_computed = 0

    def _save(self, seq_id: int, tokens: Tokens) -> None:
        if not len(tokens) or self.ram.budget <= 0 or self.ram.covers(tokens):
            return
        try:
            self.ram.add(tokens.copy(), self._mover.save(seq_id))
        except MemoryError:
            log.warning("no memory to keep %d tokens", len(tokens))

    def clear(self) -> None:
        """Forgets all KV, in cells and in RAM."""
        self.resting.clear()
        self._mover.clear()
        self.pool.clear()
        self.ram.clear()

    def check_integrity(self) -> None:
        """Raises AssertionError where cells or bytes do not add up."""
        self.pool.check_integrity()
        self.ram.check_integrity()
        assert all(
            self.pool.length(rested.seq_id) == len(rested.tokens) for rested in self.resting
        ), "cells of a resting sequence"


def _view(tokens: array[int]) -> Tokens:
    """The tokens without a copy; an array cannot grow while such a view lives."""
    return np.frombuffer(tokens, np.int32)
