"""Buckets and quantiles, against arithmetic."""

from __future__ import annotations

import pytest

from localllm.core import Histogram
from localllm.histograms import GAPS, SIZES, WAITS, Counter, merge, quantile, since, summary


def counted(*values: float, bounds: tuple[float, ...] = (1.0, 2.0, 4.0)) -> Histogram:
    counter = Counter(bounds)
    for value in values:
        counter.add(value)
    return counter.snapshot()


@pytest.mark.parametrize("bounds", [WAITS, GAPS, SIZES])
def test_bounds_ascend(bounds: tuple[float, ...]) -> None:
    assert sorted(set(bounds)) == list(bounds)


def test_a_bound_belongs_to_the_bucket_below_it() -> None:
    assert counted(0.5, 1.0, 1.5, 4.0, 5.0).counts == (2, 1, 1, 1)
    assert counted(0.5, 1.0, 1.5).total == 3.0


def test_a_quantile_lies_within_its_bucket_in_proportion() -> None:
    histogram = counted(*[0.5] * 50, *[1.5] * 50)
    assert quantile(histogram, 0.25) == pytest.approx(0.5)  # half way through the first bucket
    assert quantile(histogram, 0.5) == pytest.approx(1.0)
    assert quantile(histogram, 0.75) == pytest.approx(1.5)


def test_what_lies_above_all_bounds_counts_as_the_last() -> None:
    assert quantile(counted(9.0, 9.0), 0.5) == 4.0


def test_of_nothing_there_is_no_quantile() -> None:
    assert quantile(Histogram(), 0.5) is None
    assert quantile(counted(), 0.5) is None
    assert summary(counted()) == {"count": 0, "mean": None, "p50": None, "p95": None, "p99": None}


def test_histograms_of_several_engines_add_up() -> None:
    together = merge([counted(0.5, 3.0), Histogram(), counted(0.7)])
    assert (together.counts, together.total) == ((2, 0, 1, 0), pytest.approx(4.2))
    assert merge([]) == Histogram()


def test_what_came_between_two_snapshots() -> None:
    before, now = counted(0.5), counted(0.5, 3.0)
    assert since(now, before).counts == (0, 0, 1, 0)
    assert since(now, Histogram()) == now
    assert since(before, now) == before  # an engine that was started again
