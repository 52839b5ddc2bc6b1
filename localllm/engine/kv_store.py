"""Where the KV of a sequence comes from when it starts, and where it goes when it leaves the cells.

Attention spans all cells in use, so they should hold only what runs. Whoever ends rests in them all
the same for a moment: its next turn often follows at once, and then nothing has to be moved. It is
saved when the engine has nothing to do, or when its cells are wanted, as far as it is not saved
yet; there it is found by its tokens. A new sequence takes the longest token-exact match:

    tokens     [ 0 ........... shared )[ ........ n )[ ..... ]
    come from    cells of a running      blocks of     are
                 or resting sequence     RAM or disk   computed

At least one token is left to compute, since that is what gives logits. Where a model can only go on
at certain places (a sliding window moved on, a recurrent state that cannot be cut) a match ends
where a saved block or a sequence in the cells ends.

The scheduler asks `find`, the engine calls `bring_in`, `rest` and `take_out`, and neither knows
where KV is kept. Owned by the loop thread.
"""

from __future__ import annotations

import logging
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from localllm.engine.kv_pool import KvPool
from localllm.engine.kv_saved import Disk, Piece, SavedKv, pieces
from localllm.engine.kv_tier import Tier
from localllm.engine.radix import State, Tokens, common_prefix
from localllm.engine.sequence import Sequence

log = logging.getLogger(__name__)

# Cells of a resting sequence's own beside which others run without being slowed much.
_RESTING_CELLS = 256

# Tokens that a block has at most where sequences can be cut: what is restored beyond a match, and
# the room that it takes meanwhile, is less than that.
BLOCK_TOKENS = 512


class KvMover(Protocol):
    """The part of a runner that moves KV; see runner.Runner."""

    @property
    def can_cut(self) -> bool: ...
    @property
    def can_branch(self) -> bool: ...
    def resumes(self, seq_id: int, n: int) -> bool: ...
    def share(self, source: int, target: int, n: int) -> None: ...
    def save(self, seq_id: int, start: int, stop: int) -> State: ...
    def restore(self, seq_id: int, state: State, start: int, stop: int) -> bool: ...
    def remove(self, seq_id: int) -> None: ...
    def clear(self) -> None: ...


class Resting:
    """An ended sequence that is still in the cells, as far as it was computed; `saved` once it was
    saved, which may have been dropped since."""

    __slots__ = ("saved", "seq_id", "tokens")

    def __init__(self, seq_id: int, tokens: array[int]) -> None:
        self.seq_id = seq_id
        self.tokens = tokens
        self.saved = False


@dataclass(frozen=True, slots=True)
class Match:
    """What of a sequence's tokens is computed already.

    `n` tokens are there now: the first of them in the cells of `source`, as many as `shared`, and
    the others in `pieces`. `cells` must be free to start with them. `leader` is computing more of
    them, and will have `leader_tokens` when its prompt is read.
    """

    n: int
    cells: int
    source: Sequence | Resting | None = None
    shared: int = 0
    pieces: tuple[Piece, ...] = ()
    leader: Sequence | None = None
    leader_tokens: int = 0


@dataclass(slots=True)
class Reused:
    """Tokens that did not have to be computed, by where their KV was."""

    cells: int = 0
    ram: int = 0
    disk: int = 0


class KvStore:
    """Finds and moves KV between the cells of `pool`, RAM and disk; `ram_budget` in bytes."""

    def __init__(
        self, mover: KvMover, pool: KvPool, ram_budget: int, disk: Disk | None = None
    ) -> None:
        self.pool = pool
        self.saved = SavedKv(mover.can_cut, ram_budget, disk)
        self.resting: list[Resting] = []  # least recently used first
        self.reused = Reused()
        self._mover = mover

    @property
    def ram(self) -> Tier:
        """The books of what is in RAM."""
        return self.saved.ram

    @property
    def disk(self) -> Tier:
        """The books of what is on disk."""
        return self.saved.disk

    def find(self, seq: Sequence, running: Iterable[Sequence], token_seconds: float) -> Match:
        """The best start for a waiting sequence. `token_seconds` is what computing one token
        costs: a few tokens of a large block may be dearer to restore."""
        wanted = _view(seq.tokens)[:-1]
        shared, source = self._find_resting(wanted)
        leader_tokens, leader = 0, None
        for other in running if self._mover.can_branch else ():
            common = common_prefix(wanted, _view(other.tokens))
            if (ready := min(common, other.n_computed)) > shared and self._lends(other, ready):
                shared, source = ready, other
            if other.remaining > 1 and common > max(leader_tokens, other.n_computed):
                leader_tokens, leader = common, other
        n, found = self._find_saved(wanted, shared if self._mover.can_cut else 0, token_seconds)
        if n <= shared:
            n, found = shared, ()
        elif not self._mover.can_cut:
            shared, source = 0, None
        if leader_tokens <= n:
            leader = None
        cells = max([len(seq.tokens) - shared, *(_room(piece, shared) for piece in found)])
        return Match(n, cells, source, shared, found, leader, leader_tokens)

    def _find_resting(self, wanted: Tokens) -> tuple[int, Sequence | Resting | None]:
        best: tuple[int, Resting | None] = (0, None)
        for rested in self.resting:
            common = common_prefix(wanted, _view(rested.tokens))
            if common > best[0] and self._lends(rested, common):
                best = common, rested
        return best

    def _lends(self, source: Sequence | Resting, n: int) -> bool:
        return self._mover.can_cut or self._mover.resumes(source.seq_id, n)

    def _find_saved(
        self, wanted: Tokens, shared: int, token_seconds: float
    ) -> tuple[int, tuple[Piece, ...]]:
        """The longest saved match and its blocks beyond `shared`, without those at its end that
        would cost more to restore than to compute."""
        n, path = self.saved.find(wanted)
        found = pieces(path, shared, n)
        while found and (found[-1].stop - found[-1].start) * token_seconds <= found[-1].seconds:
            found.pop()
        return (found[-1].stop if found else 0), tuple(found)

    def bring_in(self, seq: Sequence, match: Match, *, alone: bool = False) -> None:
        """Gives a waiting sequence a sequence id and the KV of its match, as far as the model
        lets it and it is still there; sets `seq_id` and `n_computed`.

        What rests leaves the cells where it would slow the others down: all of it if the sequence
        runs `alone`. Its cells then lie as after a fresh start, and so its text is the same.
        """
        states = [self._fetch(piece) for piece in match.pieces]
        most = 0 if alone else _RESTING_CELLS
        self.make_short(most, besides=match.source)
        seq.seq_id = seq_id = self.pool.acquire()
        seq.n_computed = 0
        if match.source is not None:
            self._share(seq, match.source, match.shared)
        self.make_short(most)
        for piece, state in zip(match.pieces, states, strict=True):
            if state is None or not self._restore(seq, piece, state):
                break
        if seq.n_computed and not self._mover.resumes(seq_id, seq.n_computed):
            self.reset(seq)
        if seq.n_computed != match.n:
            log.debug("continues at token %d, not at %d", seq.n_computed, match.n)

    def _share(self, seq: Sequence, source: Sequence | Resting, n: int) -> None:
        self._mover.share(source.seq_id, seq.seq_id, n)
        self.pool.share(source.seq_id, seq.seq_id, n)
        seq.n_computed = n
        self.reused.cells += n
        if isinstance(source, Resting):
            self._succeed(source, n)

    def _fetch(self, piece: Piece) -> State | None:
        """The bytes of a block that is about to be restored: what is saved meanwhile may push it
        out."""
        tokens = piece.stop - piece.start
        if piece.block.state is not None:
            self.reused.ram += tokens
            return piece.block.state
        state = self.saved.fetch(piece.block)
        self.reused.disk += tokens if state is not None else 0
        return state

    def _restore(self, seq: Sequence, piece: Piece, state: State) -> bool:
        if not self._mover.restore(seq.seq_id, state, piece.start, piece.stop):
            return False
        self.pool.grow(seq.seq_id, piece.stop - piece.start)
        seq.n_computed = piece.stop
        return True

    def _succeed(self, rested: Resting, n: int) -> None:
        """A new sequence has the first `n` tokens of a resting one: all there was, or the latest
        use of it."""
        if n == len(rested.tokens):
            self._leave_cells(rested)
        else:
            self.resting.remove(rested)
            self.resting.append(rested)

    def take_out(self, seq: Sequence, *, keep: bool) -> None:
        """Frees a running sequence's cells and id, after saving its KV where `keep`."""
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
        first."""
        if not (keep and seq.n_computed and self.saved.enabled):
            self.take_out(seq, keep=keep)
            return
        self.resting.append(Resting(seq.seq_id, seq.tokens[: seq.n_computed]))
        seq.seq_id = -1
        seq.n_computed = 0

    @property
    def unsaved(self) -> bool:
        """Whether something rests that was not saved yet."""
        return any(not rested.saved for rested in self.resting)

    @property
    def unwritten(self) -> bool:
        """Whether saved KV waits for room on its way to disk."""
        return self.saved.unwritten

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
        """Saves what of a sequence is not saved yet, in blocks."""
        if not len(tokens) or not self.saved.enabled:
            return
        at = self.saved.missing(tokens)
        step = BLOCK_TOKENS if self._mover.can_cut else len(tokens)
        try:
            while at < len(tokens):
                stop = min(at + step, len(tokens))
                if not self.saved.add(tokens[:stop], at, self._mover.save(seq_id, at, stop)):
                    return
                at = stop
        except MemoryError:
            log.warning("no memory to keep %d tokens", len(tokens))

    def clear(self) -> None:
        """Forgets all KV in cells and in RAM."""
        self.resting.clear()
        self._mover.clear()
        self.pool.clear()
        self.saved.clear()

    def check_integrity(self) -> None:
        """Raises AssertionError where cells or bytes do not add up."""
        self.pool.check_integrity()
        self.saved.check_integrity()
        assert all(
            self.pool.length(rested.seq_id) == len(rested.tokens) for rested in self.resting
        ), "cells of a resting sequence"


def _room(piece: Piece, shared: int) -> int:
    """Cells beyond the `shared` ones when all of the block is back, before it is cut."""
    return piece.start - shared + piece.block.stop - piece.block.start


def _view(tokens: array[int]) -> Tokens:
    """The tokens without a copy; an array cannot grow while such a view lives."""
    return np.frombuffer(tokens, np.int32)
