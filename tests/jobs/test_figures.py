"""Figures from scores, against numpy's and the textbook's."""

from __future__ import annotations

import numpy as np
import pytest

from localllm.jobs.figures import Differences, Perplexity, spread
from localllm.llama.scoring import DIVERGENCE, Divergences

RNG = np.random.default_rng(5)


def rows(n: int) -> Divergences:
    found = np.zeros(n, DIVERGENCE)
    found["base_nll"] = RNG.gamma(2.0, 1.0, n)
    found["nll"] = found["base_nll"] + RNG.normal(0.02, 0.1, n)
    found["kld"] = RNG.gamma(1.0, 0.01, n)
    found["p_diff"] = np.exp(-found["nll"]) - np.exp(-found["base_nll"])
    found["same_top"] = RNG.random(n) < 0.9
    return found


def standard_error(values: np.ndarray) -> float:
    return float(values.std() / np.sqrt(len(values) - 1))


def test_perplexity_is_the_exponential_of_the_mean_with_its_error() -> None:
    nll = RNG.gamma(2.0, 1.5, 400)
    totals = Perplexity()
    for part in (nll[:100], nll[100:]):
        totals.add(part)

    found = totals.figure()

    assert totals.tokens == 400
    assert found.value == pytest.approx(np.exp(nll.mean()))
    assert found.error == pytest.approx(np.exp(nll.mean()) * standard_error(nll))


def test_the_figures_of_a_comparison_are_those_of_all_its_tokens() -> None:
    all_rows = rows(600)
    totals = Differences()
    totals.add(all_rows[:250])
    totals.add(all_rows[250:])

    loss = totals.loss("base.gguf")
    found = loss.divergence

    difference = all_rows["nll"] - all_rows["base_nll"]
    assert found.log_ratio.value == pytest.approx(difference.mean())
    assert found.log_ratio.error == pytest.approx(standard_error(difference))
    assert loss.ratio.value == pytest.approx(np.exp(difference.mean()))
    assert found.kld.value == pytest.approx(all_rows["kld"].mean())
    assert found.kld.error == pytest.approx(standard_error(all_rows["kld"]))
    assert found.p_diff_rms.value == pytest.approx(np.sqrt((all_rows["p_diff"] ** 2).mean()))
    share = all_rows["same_top"].mean()
    assert found.same_top.value == pytest.approx(share)
    assert found.same_top.error == pytest.approx(np.sqrt(share * (1 - share) / 599))
    correlation = np.corrcoef(all_rows["nll"], all_rows["base_nll"])[0, 1]
    assert loss.correlation == pytest.approx(correlation)
    assert loss.kld_spread.p99 == pytest.approx(np.percentile(all_rows["kld"], 99))
    assert loss.p_diff_spread.median == pytest.approx(np.median(all_rows["p_diff"]))


def test_equal_models_have_no_error_and_no_square_root_of_less_than_nothing() -> None:
    same = rows(50)
    same["nll"] = same["base_nll"]
    same["p_diff"] = same["kld"] = 0
    totals = Differences()
    totals.add(same)

    loss = totals.loss("base.gguf")

    assert loss.divergence.log_ratio.value == 0
    assert loss.divergence.log_ratio.error == pytest.approx(0, abs=1e-6)
    assert (loss.divergence.p_diff_rms.value, loss.divergence.p_diff_rms.error) == (0, 0)


def test_a_spread_is_in_order() -> None:
    found = spread(RNG.normal(size=1000))

    values = [getattr(found, name) for name in found.__struct_fields__]
    assert values == sorted(values)


def test_a_perplexity_beyond_all_numbers_stays_one() -> None:
    totals = Perplexity()
    totals.add(np.full(20, 5000.0))

    assert np.isfinite(totals.figure().value)
