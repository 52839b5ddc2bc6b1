"""Where the KV of a sequence comes from when it starts, and where it goes when it leaves the cells.

Cells hold only what runs, because attention spans all cells in use: whoever leaves is saved to RAM
and found again there, by its tokens. A new sequence takes the longest token-exact match:

    from a running sequence    the cells are shared, nothing is copied
    from RAM                   the saved sequence is restored and cut to the match

At least one token is left to compute, since that is what gives logits. Where a model cannot
continue at the match (a sliding window moved on, a recurrent state that cannot be cut) the runner
refuses, and the sequence is computed from its first token.

This is the seam for further tiers: the scheduler asks `find`, the engine calls `bring_in` and
`take_out`, and neither knows where KV is kept. Owned by the loop thread.
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


class KvMover(Protocol):
    """The part of a runner that moves KV; see runner.Runner."""

    @property
    def can_trim(self) -> bool: ...
    def share(self, source: int, target: int, n: int) -> bool: ...
    def save(self, seq_id: int) -> State: ...
    def restore(self, seq_id: int, state: State, n: int) -> bool: ...
    def remove(self, seq_id: int) -> None: ...
    def clear(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Match:
    """What of a sequence's tokens is computed already.

    `n` tokens are there now, in `source`; `cells` must be free to start with them. `leader` is
    computing more of them, and will have `leader_tokens` when its prompt is read.
    """

    n: int
    source: Sequence | Entry | None
    cells: int
    leader: Sequence | None
    leader_tokens: int


class KvStore:
    """Finds and moves KV between the cells of `pool` and RAM; `ram_budget` in bytes."""

    def __init__(self, mover: KvMover, pool: KvPool, ram_budget: int) -> None:
        self.pool = pool
        self.ram = RamTier(ram_budget, mover.can_trim)
        self._mover = mover

    def find(self, seq: Sequence, running: Iterable[Sequence], token_seconds: float) -> Match:
        """The best start for a waiting sequence. `token_seconds` is what computing one token
        costs: a small match in a large saved sequence may be dearer to restore."""
        wanted = _view(seq.tokens)
        most = len(wanted) - 1
        n, leader_tokens = 0, 0
        source: Sequence | Entry | None = None
        leader: Sequence | None = None
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

    def bring_in(self, seq: Sequence, match: Match) -> None:
        """Gives a waiting sequence a sequence id and the KV of its match, as far as the model
        lets it; sets `seq_id` and `n_computed`."""
        seq.seq_id = seq_id = self.pool.acquire()
        seq.n_computed = 0
        if isinstance(match.source, Sequence):
            if self._mover.share(match.source.seq_id, seq_id, match.n):
                self.pool.share(match.source.seq_id, seq_id, match.n)
                seq.n_computed = match.n
        elif match.source is not None:
            self.ram.touch(match.source)
            if self._mover.restore(seq_id, match.source.state, match.n):
                self.pool.grow(seq_id, match.n)
                seq.n_computed = match.n
        if seq.n_computed != match.n:
            log.debug("refused to continue at token %d of %d", match.n, len(seq.tokens))

    def take_out(self, seq: Sequence, *, keep: bool) -> None:
        """Frees a running sequence's cells and id, after saving its KV to RAM where `keep`."""
        try:
            if keep and seq.n_computed and self.ram.budget > 0:
                self._save(seq)
        except MemoryError:
            log.warning("no memory to keep %d tokens", seq.n_computed)
        finally:
            self._mover.remove(seq.seq_id)
            self.pool.release(seq.seq_id)
            seq.seq_id = -1
            seq.n_computed = 0

    def reset(self, seq: Sequence) -> None:
        """Frees a running sequence's cells alone: it is computed again from its first token."""
        self._mover.remove(seq.seq_id)
        self.pool.truncate(seq.seq_id, 0)
        seq.n_computed = 0

    def _save(self, seq: Sequence) -> None:
        tokens = _view(seq.tokens)[: seq.n_computed]
        if not self.ram.covers(tokens):
            self.ram.add(tokens.copy(), self._mover.save(seq.seq_id))

    def clear(self) -> None:
        """Forgets all KV, in cells and in RAM."""
        self._mover.clear()
        self.pool.clear()
        self.ram.clear()

    def check_integrity(self) -> None:
        """Raises AssertionError where cells or bytes do not add up."""
        self.pool.check_integrity()
        self.ram.check_integrity()


def _view(tokens: array[int]) -> Tokens:
    """The tokens without a copy; an array cannot grow while such a view lives."""
    return np.frombuffer(tokens, np.int32)
