"""Log-probabilities of one decoded row."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def logprobs(
    logits: npt.NDArray[np.float32], token: int, top_n: int
) -> tuple[float, list[tuple[int, float]]]:
    """The chosen token's natural log-probability, and (token, logprob) of the likeliest `top_n`.

    It is the log-softmax of the raw (n_vocab,) logits, x_i - max - log(sum(exp(x - max))), before
    temperature, penalties or any mask. The best comes first; among equals the smaller id.
    """
    peak = logits.max()
    log_sum = float(np.log(np.exp(logits - peak).sum(dtype=np.float64)))

    def logprob(i: int) -> float:
        return float(logits[i] - peak) - log_sum

    top: list[tuple[int, float]] = []
    if (count := min(top_n, logits.size)) > 0:
        # Ties at the edge of the partition are cut anywhere: take all of the edge's value.
        edge = np.partition(logits, logits.size - count)[logits.size - count]
        candidates = np.flatnonzero(logits >= edge)
        order = np.lexsort((candidates, -logits[candidates]))[:count]
        top = [(int(i), logprob(i)) for i in candidates[order]]
    return logprob(token), top
