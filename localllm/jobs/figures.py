"""From scores of single tokens to figures with their uncertainty, as llama-perplexity has them.

Formulas: tools/perplexity/perplexity.cpp of the pinned llama.cpp (`mean_and_uncertainty`,
`covariance`, `percentile`). Errors are standard errors of a mean, taking tokens as independent.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from localllm.jobs.tasks import Divergence, Figure, Loss, Running, Spread
from localllm.llama.scoring import DIVERGENCE, Divergences, Scores

_LEAST = 10  # values of which an error can be told

# Of Spread's fields, in their order.
_PERCENTS = (0, 0.1, 1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9, 100)


class Perplexity:
    """Grows by the -ln p of a chunk's tokens."""

    def __init__(self) -> None:
        self._moments = _Moments(1)

    def add(self, nll: Scores) -> None:
        self._moments.add(nll[None])

    @property
    def tokens(self) -> int:
        return self._moments.count

    def figure(self) -> Figure:
        return _exponential(self._moments.mean(0))


class Differences:
    """Grows by a chunk's rows of DIVERGENCE."""

    # What moments are kept of: products of two of these.
    _NLL, _BASE, _KLD, _DIFF, _DIFF2, _SAME = range(6)

    def __init__(self) -> None:
        self._moments = _Moments(6)
        self._rows: list[Divergences] = []

    def add(self, rows: Divergences) -> None:
        columns = [rows[name] for name in ("nll", "base_nll", "kld", "p_diff")]
        self._moments.add(np.stack([*columns, rows["p_diff"] ** 2, rows["same_top"]]))
        self._rows.append(rows.copy())

    @property
    def tokens(self) -> int:
        return self._moments.count

    def perplexity(self) -> Figure:
        return _exponential(self._moments.mean(self._NLL))

    def divergence(self) -> Divergence:
        mean = self._moments.mean
        return Divergence(
            base_perplexity=_exponential(mean(self._BASE)),
            log_ratio=self._log_ratio(),
            kld=mean(self._KLD),
            p_diff=mean(self._DIFF),
            p_diff_rms=_root(mean(self._DIFF2)),
            same_top=_share(mean(self._SAME).value, self.tokens),
        )

    def loss(self, base: str) -> Loss:
        """All of it. `base` is the base's path."""
        ratio = self._log_ratio()
        ours, theirs = self.perplexity(), self.divergence().base_perplexity
        rows = np.concatenate(self._rows) if self._rows else np.empty(0, DIVERGENCE)
        return Loss(
            base=base,
            divergence=self.divergence(),
            ratio=_exponential(ratio),
            difference=Figure(ours.value - theirs.value, self._difference_error(ours, theirs)),
            correlation=self._correlation(),
            kld_spread=spread(rows["kld"]),
            p_diff_spread=spread(rows["p_diff"]),
        )

    def _log_ratio(self) -> Figure:
        ours, theirs = self._moments.mean(self._NLL), self._moments.mean(self._BASE)
        variance = ours.error**2 + theirs.error**2 - 2 * self._covariance()
        return Figure(ours.value - theirs.value, _sqrt(variance))

    def _difference_error(self, ours: Figure, theirs: Figure) -> float:
        covariance = ours.value * theirs.value * self._covariance()
        return _sqrt(ours.error**2 + theirs.error**2 - 2 * covariance)

    def _covariance(self) -> float:
        return self._moments.covariance(self._NLL, self._BASE)

    def _correlation(self) -> float:
        ours, theirs = self._moments.mean(self._NLL), self._moments.mean(self._BASE)
        product = ours.error * theirs.error
        return self._covariance() / product if product else 0.0


def running(chunks: int, of: Perplexity | Differences) -> Running:
    if isinstance(of, Perplexity):
        return Running(chunks, of.figure())
    return Running(chunks, of.perplexity(), of.divergence())


def spread(values: npt.NDArray[np.float64]) -> Spread:
    """Percentiles between the two nearest values; of no value, zeros."""
    if not len(values):
        values = np.zeros(1)
    return Spread(*(float(value) for value in np.percentile(values, _PERCENTS)))


class _Moments:
    """Sums of values and of their products, of `n` quantities side by side."""

    def __init__(self, n: int) -> None:
        self.count = 0
        self._sums = np.zeros(n)
        self._products = np.zeros((n, n))

    def add(self, values: npt.NDArray[np.float64]) -> None:
        """(n, tokens)"""
        self.count += values.shape[1]
        self._sums += values.sum(axis=1)
        self._products += values @ values.T

    def mean(self, i: int) -> Figure:
        """Of nothing, 0."""
        if not self.count:
            return Figure(0.0)
        mean = float(self._sums[i]) / self.count
        variance = float(self._products[i, i]) / self.count - mean**2
        told = self.count > _LEAST
        return Figure(mean, _sqrt(variance / (self.count - 1)) if told else 0.0)

    def covariance(self, i: int, j: int) -> float:
        """Of the two means."""
        if self.count < _LEAST:
            return 0.0
        a, b = self._sums[i] / self.count, self._sums[j] / self.count
        return float((self._products[i, j] / self.count - a * b) / (self.count - 1))


def _exponential(mean: Figure) -> Figure:
    value = math.exp(min(mean.value, 700.0))  # beyond that no double can hold it
    return Figure(value, value * mean.error)


def _root(mean: Figure) -> Figure:
    value = _sqrt(mean.value)
    return Figure(value, 0.5 / value * mean.error if value else 0.0)


def _share(value: float, count: int) -> Figure:
    return Figure(value, _sqrt(value * (1 - value) / (count - 1)) if count > 1 else 0.0)


def _sqrt(value: float) -> float:
    """Rounding may leave a tiny negative where the exact value is zero."""
    return math.sqrt(max(value, 0.0))
