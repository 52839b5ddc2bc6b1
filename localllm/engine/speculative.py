"""Drafts: tokens that are computed before they were picked, in the hope that they will be.

    chunk of a sequence that decodes    [ on ] the mat and
                                          |     |   |   |
    picked after each row                the   mat  .  (never looked at)
                                          `------------ two of three came true: "the mat ." is new

The sampler picks row by row and stops at the first token that is another than the draft's, so the
text is what it would be without drafts, also when tokens are drawn at random. A draft costs rows.
It is made only where what it will bring, by how often such guesses came true, is worth more than
what its rows cost, as measured. Owned by the loop thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from localllm.engine.lookup import Lookup, Odds

if TYPE_CHECKING:
    from localllm.engine.scheduler import Chunk

# A draft has to raise the tokens of a second by this factor at least, and a step in which others
# decode without one may take this many times as long.
_LEAST_GAIN = 1.05
_MOST_SLOWDOWN = 1.5

# Matrix kernels compute rows in tiles of 2 or 4: as many rows as fill them.
_TILE = 4

# After this many steps with drafts one without, to know what that costs now; and after this many
# that seemed not to pay a short one all the same, to know what rows cost now.
_PLAIN_EVERY = 32
_PROBE_EVERY = 64
_WORTH_PROBING = 1.0  # tokens that it would bring

_SMOOTHING = 0.2
_OUTLIER = 2.5  # times what was expected: no measurement counts for more
_FIRST_ROW_COST = 0.4  # of a step of one row


class RowCost:
    """What a step of several rows takes, as a multiple of one of a single row:

    1 + (rows - 1) x cost of a further row, which is kept by the number of rows
    """

    def __init__(self) -> None:
        self._single: float | None = None  # seconds
        self._row: dict[int, float] = {}

    @property
    def is_known(self) -> bool:
        """Whether any step was measured yet."""
        return self._single is not None

    def of(self, rows: int) -> float:
        return 1.0 + (rows - 1) * self._further(rows)

    def _further(self, rows: int) -> float:
        if not self._row:
            return _FIRST_ROW_COST
        nearest = min(self._row, key=lambda known: abs(known - rows))
        return self._row[nearest]

    def observe_plain(self, rows: int, seconds: float) -> None:
        """A step without drafts."""
        single = seconds / self.of(rows)
        if self._single is None:
            self._single = single
        single = min(single, self._single * _OUTLIER)
        self._single += _SMOOTHING * (single - self._single)

    def observe(self, rows: int, seconds: float) -> None:
        """A step with drafts, of `rows` in all."""
        if not self._single or rows < 2:
            return
        times = min(seconds / self._single, _OUTLIER * self.of(rows))
        further = max((times - 1.0) / (rows - 1), 0.01)
        before = self._further(rows)
        self._row[rows] = before + _SMOOTHING * (further - before)


class Drafting(Protocol):
    """What the scheduler and the engine ask of it."""

    def draft(self, decodes: list[Chunk], room: int) -> int:
        """Gives drafts to chunks of one token, of at most `room` tokens together; how many."""

    def observe(self, n_decodes: int, n_drafted: int, seconds: float) -> float:
        """A step without prompt tokens is done. What it would have taken without drafts."""

    def refuse(self) -> None:
        """A step with drafts did not work out: the next one has none."""


class Speculator:
    """Drafts of up to `most` tokens, looked up in the sequence's own text. `is_eog` says which
    tokens end generation."""

    def __init__(self, is_eog: Callable[[int], bool], most: int) -> None:
        self.cost = RowCost()
        self._is_eog = is_eog
        self._most = most
        self._odds = Odds()
        self._refused = False
        self._n_drafted_steps = 0  # since the last one without
        self._n_dear = 0  # drafts not made for what they cost, since the last one that was

    def draft(self, decodes: list[Chunk], room: int) -> int:
        found = [(chunk, lookup) for chunk in decodes if (lookup := self._look_up(chunk)).length]
        if self._refused or not self.cost.is_known or self._n_drafted_steps >= _PLAIN_EVERY:
            self._refused = False
            self._n_drafted_steps = 0
            return 0
        rows = len(decodes)
        slowest = self.cost.of(rows) * _MOST_SLOWDOWN if len(found) < rows else float("inf")
        value = float(rows)
        for chunk, lookup in found:
            limit = chunk.seq.limit - len(chunk.seq.tokens) - 1
            chances = lookup.chances(min(self._most, room - (rows - len(decodes)), limit))
            n, value = self._choose(chances, rows, value, slowest)
            if n:
                rows += self._give(chunk, lookup, n)
        return rows - len(decodes)

    def _look_up(self, chunk: Chunk) -> Lookup:
        seq = chunk.seq
        if seq.lookup is None:
            seq.lookup = Lookup(seq.tokens, self._odds)
        else:
            seq.lookup.follow()
        return seq.lookup

    def _choose(
        self, chances: list[float], rows: int, value: float, slowest: float
    ) -> tuple[int, float]:
        """How many guesses to compute in a step that has `rows` and will bring `value` tokens, and
        what it will bring with them."""
        best, chosen = value / self.cost.of(rows) * _LEAST_GAIN, (0, value)
        brought = 0.0
        for n, chance in enumerate(chances, 1):
            brought += chance
            if (rows + n) % _TILE and n != len(chances):
                continue
            cost = self.cost.of(rows + n)
            if cost <= slowest and (value + brought) / cost > best:
                best, chosen = (value + brought) / cost, (n, value + brought)
        if not chosen[0] and brought >= _WORTH_PROBING:
            self._n_dear += 1
            if self._n_dear >= _PROBE_EVERY:
                n = min(_TILE - 1, len(chances))
                chosen = (n, value + sum(chances[:n]))
        return chosen

    def _give(self, chunk: Chunk, lookup: Lookup, n: int) -> int:
        """The end of generation is never drafted: nothing follows on it."""
        guess = lookup.guess(n)
        end = next((i for i, token in enumerate(guess) if self._is_eog(token)), n)
        chunk.draft = guess[:end]
        self._n_dear = 0
        return end

    def observe(self, n_decodes: int, n_drafted: int, seconds: float) -> float:
        if not n_drafted:
            self._n_drafted_steps = 0
            self.cost.observe_plain(n_decodes, seconds)
            return seconds
        self._n_drafted_steps += 1
        rows = n_decodes + n_drafted
        self.cost.observe(rows, seconds)
        return seconds * self.cost.of(n_decodes) / self.cost.of(rows)

    def refuse(self) -> None:
        self._refused = True
