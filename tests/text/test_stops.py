"""Stop strings: found wherever the text is cut, and never shown in part."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from localllm.text.stops import StopMatcher


def run(stops: Iterable[str], pieces: Iterable[str]) -> tuple[list[str], str | None]:
    """What each push showed, up to the match or the flush, and the stop that was met."""
    matcher = StopMatcher(stops)
    shown = []
    for piece in pieces:
        text, matched = matcher.push(piece)
        shown.append(text)
        if matched is not None:
            return shown, matched
    return [*shown, matcher.flush()], None


def random_split(text: str, rng: random.Random) -> list[str]:
    cuts = sorted(rng.sample(range(len(text) + 1), k=rng.randint(0, len(text))))
    return [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]


def first_stop(stops: Iterable[str], text: str) -> tuple[str, str | None]:
    """The definition, by brute force: the shortest prefix that ends in a stop string."""
    for end in range(len(text) + 1):
        ending = [stop for stop in stops if stop and text[:end].endswith(stop)]
        if ending:
            longest = max(ending, key=len)
            return text[: end - len(longest)], longest
    return text, None


def test_text_before_a_stop_is_shown_and_the_stop_is_not() -> None:
    assert run(["END"], ["hello END more"]) == (["hello "], "END")


def test_a_stop_cut_over_three_pieces_is_found() -> None:
    assert run(["</s>"], ["hi <", "/", "s>"]) == (["hi ", "", ""], "</s>")


def test_a_beginning_that_comes_to_nothing_is_shown_after_all() -> None:
    assert run(["</s>"], ["a <", "b>"]) == (["a ", "<b>", ""], None)


def test_a_beginning_at_the_end_is_shown_by_flush() -> None:
    assert run(["</s>"], ["a </"]) == (["a ", "</"], None)


def test_the_stop_that_ends_first_wins_over_one_that_began_earlier() -> None:
    assert run(["abcd", "bc"], ["xabcd"]) == (["xa"], "bc")


def test_of_stops_that_end_together_the_longest_wins() -> None:
    assert run(["c", "abc"], ["xabc"]) == (["x"], "abc")


def test_a_stop_within_itself_is_found_at_its_first_end() -> None:
    assert run(["aab"], ["a", "a", "a", "b"]) == (["", "", "a", ""], "aab")


def test_empty_stops_stop_nothing() -> None:
    assert run(["", ""], ["any", "thing"]) == (["any", "thing", ""], None)


def test_after_a_match_nothing_more_is_shown() -> None:
    matcher = StopMatcher(["."])
    matcher.push("one. two")

    assert matcher.push(" three") == ("", ".")
    assert matcher.flush() == ""


def test_text_that_begins_no_stop_is_shown_at_once() -> None:
    assert StopMatcher(["STOP"]).push("all of this") == ("all of this", None)


@pytest.mark.parametrize("seed", range(300))
def test_any_split_finds_what_the_whole_text_holds(seed: int) -> None:
    rng = random.Random(seed)
    stops = ["".join(rng.choices("ab\n", k=rng.randint(0, 4))) for _ in range(rng.randint(0, 4))]
    text = "".join(rng.choices("abc\n", k=40))
    expected_text, expected_stop = first_stop(stops, text)

    shown, matched = run(stops, random_split(text, rng))

    assert ("".join(shown), matched) == (expected_text, expected_stop)


@pytest.mark.parametrize("seed", range(100))
def test_nothing_shown_early_turns_out_to_be_part_of_the_stop(seed: int) -> None:
    rng = random.Random(seed)
    stops = ["".join(rng.choices("ab", k=rng.randint(1, 4))) for _ in range(3)]
    text = "".join(rng.choices("abc", k=40))
    expected_text, _ = first_stop(stops, text)

    shown, _ = run(stops, list(text))

    for count in range(len(shown)):
        assert expected_text.startswith("".join(shown[:count]))
