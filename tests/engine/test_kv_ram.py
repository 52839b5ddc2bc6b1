from __future__ import annotations

import numpy as np
import pytest

from localllm.engine.kv_ram import Entry, RamTier, Tokens, common_prefix


def tokens(*ids: int) -> Tokens:
    return np.array(ids, np.int32)


def run(start: int, n: int) -> Tokens:
    return np.arange(start, start + n, dtype=np.int32)


def state(size: int = 100) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.zeros(size, np.uint8)


def found(tier: RamTier, wanted: Tokens) -> tuple[int, list[int] | None]:
    n, entry = tier.find(wanted)
    return n, None if entry is None else list(entry.tokens)


@pytest.mark.parametrize(
    ("a", "b", "n"),
    [
        ((), (), 0),
        ((), (1,), 0),
        ((1, 2, 3), (1, 2, 3), 3),
        ((1, 2), (1, 2, 3), 2),
        ((1, 2, 9), (1, 2, 3), 2),
        ((9, 2, 3), (1, 2, 3), 0),
    ],
)
def test_common_prefix(a: tuple[int, ...], b: tuple[int, ...], n: int) -> None:
    assert common_prefix(tokens(*a), tokens(*b)) == common_prefix(tokens(*b), tokens(*a)) == n


def test_the_longest_match_is_found() -> None:
    tier = RamTier(10_000, can_trim=True)
    tier.add(tokens(1, 2, 3, 4), state())
    tier.add(tokens(1, 2, 7, 8, 9), state())
    assert found(tier, tokens(1, 2, 7, 8, 5, 5)) == (4, [1, 2, 7, 8, 9])


def test_nothing_is_found_for_another_beginning() -> None:
    tier = RamTier(10_000, can_trim=True)
    tier.add(tokens(1, 2, 3), state())
    assert found(tier, tokens(2, 3)) == (0, None)


def test_an_entry_replaces_its_own_prefixes_only() -> None:
    tier = RamTier(10_000, can_trim=True)
    tier.add(tokens(1, 2), state())
    tier.add(tokens(1, 5), state())
    tier.add(tokens(1, 2, 3), state())
    assert len(tier) == 2
    assert found(tier, tokens(1, 2)) == (2, [1, 2, 3])
    tier.check_integrity()


def test_tokens_that_an_entry_begins_with_are_covered() -> None:
    tier = RamTier(10_000, can_trim=True)
    tier.add(tokens(1, 2, 3), state())
    assert tier.covers(tokens(1, 2))
    assert not tier.covers(tokens(1, 2, 3, 4))


def test_the_budget_holds_by_dropping_what_was_not_used_for_longest() -> None:
    size = Entry(run(0, 10), state()).size
    tier = RamTier(3 * size, can_trim=True)
    for start in (0, 100, 200):
        tier.add(run(start, 10), state())
    _, oldest = tier.find(run(0, 10))
    assert oldest is not None
    tier.touch(oldest)
    tier.add(run(300, 10), state())
    kept = [start for start in (0, 100, 200, 300) if tier.find(run(start, 10))[0]]
    assert kept == [0, 200, 300]
    tier.check_integrity()


def test_what_is_larger_than_the_budget_drops_nobody() -> None:
    tier = RamTier(300, can_trim=True)
    tier.add(run(0, 10), state(100))
    tier.add(run(100, 10), state(1000))
    assert len(tier) == 1


def test_what_cannot_be_trimmed_serves_as_a_whole_only() -> None:
    tier = RamTier(10_000, can_trim=False)
    tier.add(tokens(1, 2), state())
    tier.add(tokens(1, 2, 3, 4), state())
    assert found(tier, tokens(1, 2, 3, 9)) == (2, [1, 2])
    assert not tier.covers(tokens(1, 2, 3))
    assert len(tier) == 2


def test_integrity_notices_lost_bytes() -> None:
    tier = RamTier(10_000, can_trim=True)
    tier.add(tokens(1), state())
    tier.used -= 1
    with pytest.raises(AssertionError, match="bytes"):
        tier.check_integrity()
