"""Scores of rows of logits and distances of tensors, as C sees them, against numpy and gguf."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from gguf import GGMLQuantizationType, quants

from localllm.llama.scoring import DIVERGENCE
from localllm.llama.shim import Shim
from localllm.llama.tensors import difference

RNG = np.random.default_rng(11)
ROWS, VOCAB = 7, 1003
THREADS = 3

Floats = npt.NDArray[np.float32]


def rows() -> Floats:
    return RNG.normal(0, 3, (ROWS, VOCAB)).astype(np.float32)


def log_softmax(logits: Floats) -> npt.NDArray[np.float64]:
    shifted = logits.astype(np.float64) - logits.max(axis=1, keepdims=True)
    found: npt.NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return found


def compare(
    shim: Shim, logits: Floats, base: Floats, tokens: npt.NDArray[np.int32], *, exact: bool
) -> npt.NDArray[Any]:
    out = np.zeros(len(logits), DIVERGENCE)
    code = shim.lib.shim_compare_rows(
        logits.ctypes.data, base.ctypes.data, tokens.ctypes.data, len(logits), VOCAB, THREADS,
        exact, out.ctypes.data,
    )  # fmt: skip
    assert code == 0, shim.last_error()
    return out


@pytest.fixture
def tokens() -> npt.NDArray[np.int32]:
    return RNG.integers(0, VOCAB, ROWS, np.int32)


def test_a_score_is_the_negative_logarithm_of_the_softmax(
    shim: Shim, tokens: npt.NDArray[np.int32]
) -> None:
    logits, nll = rows(), np.zeros(ROWS)

    code = shim.lib.shim_score_rows(
        logits.ctypes.data, tokens.ctypes.data, ROWS, VOCAB, THREADS, nll.ctypes.data
    )

    assert code == 0
    np.testing.assert_allclose(nll, -log_softmax(logits)[np.arange(ROWS), tokens], rtol=1e-6)


@pytest.mark.parametrize(("exact", "tolerance"), [(True, 1e-6), (False, 3e-4)])
def test_a_divergence_is_the_sum_over_the_vocabulary(
    shim: Shim, tokens: npt.NDArray[np.int32], exact: bool, tolerance: float
) -> None:
    logits, base = rows(), rows()
    found = compare(shim, logits, base, tokens, exact=exact)

    ours, theirs = log_softmax(logits), log_softmax(base)
    each = np.arange(ROWS)
    kld = (np.exp(theirs) * (theirs - ours)).sum(axis=1)
    np.testing.assert_allclose(found["kld"], kld, rtol=tolerance)
    np.testing.assert_allclose(found["nll"], -ours[each, tokens], rtol=1e-5)
    np.testing.assert_allclose(found["base_nll"], -theirs[each, tokens], rtol=tolerance)
    p_diff = np.exp(ours[each, tokens]) - np.exp(theirs[each, tokens])
    np.testing.assert_allclose(found["p_diff"], p_diff, atol=tolerance)
    assert found["same_top"].tolist() == (ours.argmax(1) == theirs.argmax(1)).tolist()


def test_equal_rows_are_no_distance_apart(shim: Shim, tokens: npt.NDArray[np.int32]) -> None:
    logits = rows()
    found = compare(shim, logits, logits.copy(), tokens, exact=True)

    assert np.abs(found["kld"]).max() < 1e-9
    assert found["same_top"].all()


def test_tokens_that_both_exclude_do_not_matter(shim: Shim, tokens: npt.NDArray[np.int32]) -> None:
    logits, base = rows(), rows()
    logits[:, 500:], base[:, 500:] = -np.inf, -np.inf
    found = compare(shim, logits, base, tokens % 500, exact=True)

    ours, theirs = log_softmax(logits[:, :500]), log_softmax(base[:, :500])
    np.testing.assert_allclose(
        found["kld"], (np.exp(theirs) * (theirs - ours)).sum(axis=1), rtol=1e-6
    )


@pytest.mark.parametrize("exact", [True, False])
def test_what_is_no_number_is_seen(shim: Shim, tokens: npt.NDArray[np.int32], exact: bool) -> None:
    for broken in ("model", "base"):
        logits, base = rows(), rows()
        (logits if broken == "model" else base)[3, 17] = np.nan
        found = compare(shim, logits, base, tokens, exact=exact)
        name = "nll" if broken == "model" else "base_nll"
        assert np.isnan(found[name][3])
        assert np.isfinite(found[name][[0, 1, 2, 4, 5, 6]]).all()


@pytest.mark.parametrize("token", [-1, VOCAB])
def test_a_token_outside_the_vocabulary_is_refused(shim: Shim, token: int) -> None:
    logits, nll, tokens = rows(), np.zeros(ROWS), np.full(ROWS, token, np.int32)

    code = shim.lib.shim_score_rows(
        logits.ctypes.data, tokens.ctypes.data, ROWS, VOCAB, THREADS, nll.ctypes.data
    )

    assert code == -1
    assert f"token {token} is outside the vocabulary of {VOCAB}" in shim.last_error()


# --- tensors -----------------------------------------------------------------------------------


def raw(values: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    return np.ascontiguousarray(values).view(np.uint8).reshape(-1)


@pytest.mark.parametrize("name", ["F16", "BF16", "Q8_0", "Q4_0", "Q4_K", "Q6_K", "IQ4_NL"])
def test_a_quantized_tensor_is_as_far_as_the_gguf_package_says(name: str) -> None:
    kind = GGMLQuantizationType[name]
    weights = RNG.normal(0, 0.02, (40, 512)).astype(np.float32)
    stored = "Q8_0" if name in ("Q4_K", "Q6_K", "IQ4_NL") else name
    data = quants.quantize(weights, GGMLQuantizationType[stored])
    if stored != name:  # no quantizer of these in Python: any blocks will do
        block, size = 256 if "K" in name else 32, {"Q4_K": 144, "Q6_K": 210, "IQ4_NL": 18}[name]
        data = RNG.integers(0, 60, (40, 512 // block * size), np.uint8)
    widened = quants.dequantize(data, kind).astype(np.float64)

    found = difference(kind.value, raw(data), 0, raw(weights), weights.size, THREADS)

    base = weights.astype(np.float64)
    assert found.squares == pytest.approx((widened**2).sum(), rel=1e-6)
    assert found.base_squares == pytest.approx((base**2).sum(), rel=1e-6)
    assert found.products == pytest.approx((widened * base).sum(), rel=1e-5, abs=1e-6)
    assert found.error_squares == pytest.approx(((widened - base) ** 2).sum(), rel=1e-5)
    assert found.largest_error == pytest.approx(np.abs(widened - base).max(), rel=1e-5)


@pytest.mark.parametrize(
    ("kind", "n_bytes", "n", "why"),
    [
        (8, 34, 31, "31 elements of type q8_0 are not 34 bytes"),
        (8, 33, 32, "are not 33 bytes"),
        (0, 127, 32, "are not 127 bytes"),
        (26, 128, 32, "type i32 cannot be read"),
        (-1, 128, 32, "no tensor type -1"),
        (9999, 128, 32, "no tensor type 9999"),
        (4, 128, 32, "cannot be read"),  # removed from the format
    ],
)
def test_what_is_no_tensor_of_numbers_is_refused(kind: int, n_bytes: int, n: int, why: str) -> None:
    base = np.zeros(4 * n, np.uint8)

    with pytest.raises(ValueError, match=why):
        difference(kind, np.zeros(n_bytes, np.uint8), 0, base, n, 1)
