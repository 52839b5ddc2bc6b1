from __future__ import annotations

import pytest

from localllm.models.units import counted, exact_bytes, human_bytes, human_count


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (999_949, "999.9 kB"),
        (999_951, "1.0 MB"),
        (98_362_432, "98.4 MB"),
        (4_920_000_000, "4.9 GB"),
        (2_000_000_000_000, "2.0 TB"),
    ],
)
def test_sizes(n: int, words: str) -> None:
    assert human_bytes(n) == words


def test_exact_sizes_say_both_where_that_tells_more() -> None:
    assert exact_bytes(98_362_432) == "98,362,432 bytes (98.4 MB)"
    assert exact_bytes(4) == "4 bytes"


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (7, "7"),
        (134_515_008, "135M"),
        (999_700_000, "1B"),
        (1_540_000_000, "1.54B"),
        (671_000_000_000, "671B"),
        (1_200_000_000_000, "1.2T"),
    ],
)
def test_counts(n: int, words: str) -> None:
    assert human_count(n) == words


@pytest.mark.parametrize(
    ("n", "words"), [(0, "0 chunks"), (1, "1 chunk"), (2, "2 chunks"), (1234, "1,234 chunks")]
)
def test_one_is_told_from_many(n: int, words: str) -> None:
    assert counted(n, "chunk") == words
