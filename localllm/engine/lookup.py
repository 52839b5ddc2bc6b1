"""Where the end of a text stood before, and how often what followed there came again.

    tokens   ... the cat sat on the mat ... the cat sat on the
                 [  match, 5 tokens  ] ^                        ^ what comes next?
                                       source: "mat" is the guess

As in prompt-lookup decoding, with hash chains as in LZ77: `_head` has the latest place of each run
of three tokens, by its hash, `_previous` the one before each place. A token costs a few steps,
memory is 8 to 12 bytes a token of the sequence. Guesses are judged whether they are used or not,
so that it costs nothing to learn how good they are. Owned by the loop thread.
"""

from __future__ import annotations

from array import array

import numpy as np

SHORTEST = 3  # tokens of a match
_LONGEST = 128  # longer ones tell no more
_MOST_TRIES = 16  # places looked at for the longest match
_SMALLEST_TABLE = 1 << 10
_FACTORS = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)

# Of guesses by the length of their match, 3, from 4, 8, 16, 32, 64, 128 on: the share that comes
# true, as first assumed, and how many observations that assumption counts for.
_FIRST = (0.3, 0.5, 0.7, 0.85, 0.92, 0.96, 0.98)
_WEIGHT = 4.0
_FORGETTING = 0.98


class Odds:
    """How often guesses come true, by the length of their match. `general` is what to assume where
    little was seen."""

    def __init__(self, general: Odds | None = None) -> None:
        self._general = general
        self._n = [0.0] * len(_FIRST)
        self._hits = [0.0] * len(_FIRST)

    def learn(self, length: int, hit: bool) -> None:
        """A guess after a match of `length` tokens came true, or did not."""
        kind = _kind(length)
        self._n[kind] = self._n[kind] * _FORGETTING + 1.0
        self._hits[kind] = self._hits[kind] * _FORGETTING + hit
        if self._general is not None:
            self._general.learn(length, hit)

    def of(self, length: int) -> float:
        """The probability that a guess after such a match comes true."""
        return self._of(_kind(length))

    def _of(self, kind: int) -> float:
        prior = _FIRST[kind] if self._general is None else self._general._of(kind)
        return (self._hits[kind] + _WEIGHT * prior) / (self._n[kind] + _WEIGHT)


def _kind(length: int) -> int:
    return min(length, _LONGEST).bit_length() - 2


class Lookup:
    """Guesses for one sequence, over its own `tokens` (at most 2**31), prompt and generated, as
    they grow."""

    def __init__(self, tokens: array[int], general: Odds | None = None) -> None:
        self.length = 0  # tokens of the match; 0: there is none
        self._source = 0
        self._odds = Odds(general)
        self._tokens = tokens
        self._n = len(tokens)
        self._mask = max(_SMALLEST_TABLE, 1 << (self._n + self._n // 2).bit_length()) - 1
        self._head, self._previous = self._index()
        self._search()

    def _index(self) -> tuple[array[int], array[int]]:
        """Both tables of the tokens so far."""
        tokens = np.array(self._tokens, np.uint32)
        head = np.full(self._mask + 1, -1, np.int32)
        places = max(self._n - SHORTEST + 1, 0)
        previous = np.full(places, -1, np.int32)
        if places:
            hashes = np.zeros(places, np.uint32)
            for i, factor in enumerate(_FACTORS):
                hashes += tokens[i : i + places] * np.uint32(factor)
            slots = (hashes >> np.uint32(7)) & np.uint32(self._mask)
            order = np.argsort(slots, kind="stable").astype(np.int32)
            again = slots[order[1:]] == slots[order[:-1]]
            previous[order[1:][again]] = order[:-1][again]
            last = np.append(~again, True)
            head[slots[order[last]]] = order[last]
        return array("i", head.tobytes()), array("i", previous.tobytes())

    def follow(self) -> None:
        """Takes in what was added to the tokens."""
        for at in range(self._n, len(self._tokens)):
            self._n = at + 1
            hit = self.length > 0 and self._tokens[self._source] == self._tokens[at]
            if self.length:
                self._odds.learn(self.length, hit)
            self._add(at + 1 - SHORTEST)
            if hit:
                self._source += 1
                self.length = min(self.length + 1, _LONGEST)
            else:
                self._search()

    def _add(self, place: int) -> None:
        if place >= 0:
            slot = self._slot(place)
            self._previous.append(self._head[slot])
            self._head[slot] = place

    def _slot(self, place: int) -> int:
        total = sum(self._tokens[place + i] * factor for i, factor in enumerate(_FACTORS))
        return ((total & 0xFFFFFFFF) >> 7) & self._mask

    def _search(self) -> None:
        """The longest match of the end, among equals the latest."""
        self.length = 0
        place = self._n - SHORTEST
        for _ in range(_MOST_TRIES):
            place = self._previous[place] if place >= 0 else -1
            if place < 0 or self.length >= _LONGEST:
                return
            source = place + SHORTEST
            length = self._common(source)
            if length >= SHORTEST and length > self.length:
                self.length, self._source = length, source

    def _common(self, source: int) -> int:
        """How many tokens before `source` are those before the end."""
        tokens, n = self._tokens, self._n
        most = min(_LONGEST, source)
        for length in range(most):
            if tokens[source - 1 - length] != tokens[n - 1 - length]:
                return length
        return most

    def chances(self, most: int) -> list[float]:
        """For the first, second, ... guess: the probability that it and all before it come true."""
        chances, chance = [], 1.0
        for i in range(most if self.length else 0):
            chance *= self._odds.of(self.length + i)
            chances.append(chance)
        return chances

    def guess(self, most: int) -> list[int]:
        """The tokens that followed on the match; where it reaches the end, as if that went on in
        the same way."""
        if not self.length:
            return []
        guess = self._tokens[self._source : self._source + most].tolist()
        period = len(guess)
        while len(guess) < most:
            guess.append(guess[len(guess) - period])
        return guess
