"""How values fall into buckets: counted cheaply, read as quantiles.

Bounds follow each other by a factor of about two, so a quantile is right within that at worst and
usually far closer. They are the same everywhere and for ever: histograms of several engines add up,
and those of two releases compare. docs/metrics.md lists them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from localllm.core import Histogram

# Seconds that a person waits: for a first token, in the queue, for an HTTP request.
WAITS = (
    *(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5),
    *(1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0),
)
# Seconds between two tokens.
GAPS = (
    *(0.001, 0.0025, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.075),
    *(0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.5, 5.0, 10.0),
)
# Tokens, or sequences, in a step.
SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0)


class Counter:
    """A histogram that grows. One thread adds; `snapshot` may be taken by the same one."""

    __slots__ = ("_bounds", "_counts", "_total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        """`bounds` ascend."""
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._total = 0.0

    def add(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self._total += value

    def snapshot(self) -> Histogram:
        return Histogram(self._bounds, tuple(self._counts), self._total)


def merge(histograms: Iterable[Histogram]) -> Histogram:
    """All of them as one. Empty ones count for nothing; the others must have the same bounds."""
    filled = [histogram for histogram in histograms if histogram.counts]
    if not filled:
        return Histogram()
    counts = tuple(map(sum, zip(*(histogram.counts for histogram in filled), strict=True)))
    return Histogram(filled[0].bounds, counts, sum(histogram.total for histogram in filled))


def since(now: Histogram, before: Histogram) -> Histogram:
    """What came between two snapshots; all of `now` where it began anew in the meantime."""
    pairs = list(zip(now.counts, before.counts, strict=False))
    if now.bounds != before.bounds or any(later < earlier for later, earlier in pairs):
        return now
    counts = tuple(later - earlier for later, earlier in pairs)
    return Histogram(now.bounds, counts, now.total - before.total)


def quantile(histogram: Histogram, share: float) -> float | None:
    """The value that this `share` of all (0..1) does not exceed; None where there were none.

    As Prometheus' histogram_quantile: spread evenly within a bucket, and the last bound for what
    lies above it.
    """
    rank = share * sum(histogram.counts)
    if not rank:
        return None
    below, low = 0, 0.0
    for bound, count in zip(histogram.bounds, histogram.counts, strict=False):
        if count and below + count >= rank:
            return low + (bound - low) * (rank - below) / count
        below, low = below + count, bound
    return low


def summary(histogram: Histogram) -> dict[str, float | int | None]:
    """Count, mean and the usual quantiles, for JSON and for people."""
    count = sum(histogram.counts)
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
    return {
        "count": count,
        "mean": histogram.total / count if count else None,
        **{name: quantile(histogram, share) for name, share in shares.items()},
    }
