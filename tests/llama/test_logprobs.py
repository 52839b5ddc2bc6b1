"""Log-probabilities against their definition in double precision."""

from __future__ import annotations

import math

import numpy as np
import pytest

from localllm.llama.logprobs import logprobs


def row(*logits: float) -> np.ndarray:
    return np.array(logits, np.float32)


def test_two_equal_logits_are_half_each() -> None:
    chosen, _ = logprobs(row(3.0, 3.0), 1, 0)

    assert chosen == pytest.approx(math.log(0.5), abs=1e-6)


def test_the_chosen_token_need_not_be_among_the_top() -> None:
    chosen, top = logprobs(row(0.0, 10.0, 5.0), 0, 1)

    assert [token for token, _ in top] == [1]
    assert chosen < top[0][1]


def test_the_top_is_sorted_best_first() -> None:
    _, top = logprobs(row(1.0, 4.0, 2.0, 3.0), 0, 3)

    assert [token for token, _ in top] == [1, 3, 2]


def test_of_equal_logits_the_smaller_id_comes_first() -> None:
    _, top = logprobs(row(7.0, 7.0, 7.0, 7.0), 0, 2)

    assert [token for token, _ in top] == [0, 1]


def test_more_alternatives_than_tokens_are_all_tokens() -> None:
    _, top = logprobs(row(1.0, 2.0), 0, 20)

    assert len(top) == 2


def test_none_are_asked_for_and_none_are_given() -> None:
    assert logprobs(row(1.0, 2.0), 0, 0)[1] == []


def test_large_logits_do_not_overflow() -> None:
    chosen, _ = logprobs(row(1e30, 1e30), 0, 0)

    assert chosen == pytest.approx(math.log(0.5), abs=1e-6)


@pytest.mark.parametrize("seed", range(10))
def test_a_whole_vocabulary_agrees_with_the_definition(seed: int) -> None:
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 4, 50_000).astype(np.float32)
    exact = logits.astype(np.float64)
    exact = exact - math.log(np.exp(exact).sum())
    best = np.argsort(-exact)[:5]

    chosen, top = logprobs(logits, 17, 5)

    assert chosen == pytest.approx(exact[17], abs=1e-5)
    assert [token for token, _ in top] == best.tolist()
    assert [lp for _, lp in top] == pytest.approx(exact[best].tolist(), abs=1e-5)
