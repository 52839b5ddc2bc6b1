"""The lookup against a search of the whole text, and its odds against counting."""

from __future__ import annotations

import random
from array import array
from itertools import pairwise

import pytest
from helpers.engines import make_array

from localllm.engine.lookup import SHORTEST, Lookup, Odds

LONGEST = 128


def longest_match(tokens: array[int]) -> int:
    """Tokens that the end has in common with an earlier place, by comparing all of them."""
    text, best = tokens.tolist(), 0
    for source in range(len(text) - 1, 0, -1):
        n = 0
        while n < min(source, LONGEST) and text[source - 1 - n] == text[len(text) - 1 - n]:
            n += 1
        best = max(best, n)
    return best if best >= SHORTEST else 0


@pytest.mark.parametrize("n_kinds", [3, 8, 60])
@pytest.mark.parametrize("n_prompt", [0, 1, 2, 3, 40, 150])
def test_a_match_is_one(n_kinds: int, n_prompt: int) -> None:
    rng = random.Random(f"{n_kinds} {n_prompt}")
    tokens = array("i", [rng.randrange(n_kinds) for _ in range(n_prompt)])
    lookup = Lookup(tokens)
    for _ in range(60):
        again = tokens[-rng.randint(4, 9) - rng.randrange(9) :][:6]
        tokens.extend(again if rng.random() < 0.3 else [rng.randrange(n_kinds)])
        lookup.follow()
        n, length = len(tokens), lookup.length
        followers = [
            tokens[at + length]
            for at in range(n - length)
            if length and tokens[at : at + length] == tokens[n - length :]
        ]
        assert lookup.guess(1) == [] if not length else lookup.guess(1)[0] in followers
        assert length <= longest_match(tokens)


def test_the_longest_match_is_found() -> None:
    tokens = make_array(9, 1, 2, 3, 4, 50, 7, 2, 3, 4, 60, 8, 8, 9, 1, 2, 3, 4)
    lookup = Lookup(tokens)
    assert lookup.length == 5
    assert lookup.guess(3) == [50, 7, 2]


def test_among_equals_the_latest_is_taken() -> None:
    assert Lookup(make_array(1, 2, 3, 50, 1, 2, 3, 60, 1, 2, 3)).guess(2) == [60, 1]


def test_it_is_found_as_tokens_come() -> None:
    tokens = make_array(*range(100, 140))
    lookup = Lookup(tokens)
    assert lookup.length == 0
    for token in range(110, 130):
        tokens.append(token)
        lookup.follow()
    assert lookup.length == 20
    assert lookup.guess(12) == [*range(130, 140), 110, 111]


def test_what_repeats_is_guessed_to_go_on() -> None:
    assert Lookup(make_array(5, 6, 7, 5, 6, 7)).guess(8) == [5, 6, 7, 5, 6, 7, 5, 6]
    assert Lookup(make_array(5, 5, 5, 5)).guess(4) == [5, 5, 5, 5]


@pytest.mark.parametrize("tokens", [[], [1], [1, 1], [1, 2, 3], [1, 2, 3, 4, 5]])
def test_nothing_that_came_before_gives_no_guess(tokens: list[int]) -> None:
    lookup = Lookup(array("i", tokens))
    assert (lookup.length, lookup.guess(4), lookup.chances(4)) == (0, [], [])


def test_odds_become_those_seen() -> None:
    general = Odds()
    mine = Odds(general)
    for _ in range(200):
        mine.learn(3, False)
        mine.learn(20, True)
    assert mine.of(3) < 0.02
    assert mine.of(20) > 0.98
    assert general.of(3) < 0.1
    # Another sequence begins with what is generally so.
    assert Odds(general).of(3) == pytest.approx(general.of(3))


def test_guesses_are_judged_without_being_used() -> None:
    odds = Odds()
    tokens = make_array(*([1, 2, 3, 9] * 3), 1, 2, 3)
    lookup = Lookup(tokens, odds)
    before = odds.of(lookup.length)
    tokens.append(777)
    lookup.follow()
    assert odds.of(11) < before


def test_chances_are_those_of_the_whole_draft() -> None:
    chances = Lookup(make_array(*([1, 2, 3, 9] * 6))).chances(6)
    assert len(chances) == 6
    assert all(later < earlier for earlier, later in pairwise(chances))
