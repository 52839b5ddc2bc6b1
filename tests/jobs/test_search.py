"""Types by tensor. A judge that knows the truth stands in for running a model: of each kind of
tensors it says what noise there costs, and it looks at the file that was really made."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.tiny_llama import imatrix_of, tiny_llama, weights, write_imatrix

from localllm import errors
from localllm.jobs import quantize, search
from localllm.jobs.quantize_plan import open_source
from localllm.jobs.search_space import kind_of
from localllm.jobs.sensitivity import Located, located
from localllm.jobs.tasks import (
    Divergence,
    Evaluated,
    Figure,
    Loss,
    Quantize,
    Quantized,
    Spread,
    TensorRule,
)
from localllm.llama.ggml_types import ggml_types
from localllm.models.header.gguf import read_header

TRUTH = {"attn_v": 8.0, "ffn_down": 2.0, "output": 4.0, "attn_q": 0.2, "attn_k": 0.2}
ZERO = Figure(0.0)


def floats(tensor: Located) -> Any:
    return ggml_types().to_floats(tensor.info.type_id, np.asarray(tensor.data), tensor.width)


def true_loss(source: Path, made: Path) -> float:
    """Over all rows of all tensors, with the costs of TRUTH (1 where it says nothing)."""
    before, after = located(open_source(source)), located(open_source(made))
    total = 0.0
    for name, tensor in before.items():
        original = floats(tensor)
        noise = float(((original - floats(after[name])) ** 2).sum() / (original**2).sum())
        total += TRUTH.get(kind_of(name), 1.0) * noise
    return total


class TrueJudge:
    def __init__(self, base: Path, *_: object) -> None:
        self.base = base

    def __enter__(self) -> TrueJudge:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def judge(self, path: Path, n_chunks: int, _: object) -> Evaluated:
        divergence = Divergence(ZERO, ZERO, Figure(true_loss(self.base, path)), ZERO, ZERO, ZERO)
        loss = Loss("", divergence, ZERO, ZERO, 0.0, Spread(*[0.0] * 13), Spread(*[0.0] * 13))
        return Evaluated(str(path), "", 512, n_chunks, 1, ZERO, (), loss)


@pytest.fixture(autouse=True)
def judged_by_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "Judge", TrueJudge)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_llama(tmp_path_factory.mktemp("tiny") / "tiny.gguf")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out.gguf"


def run(source: Path, target: Path, recipe: str = "", **how: Any) -> Quantized:
    return quantize.run(Quantize(str(source), str(target), recipe, **how), lambda *_: None)


@pytest.mark.parametrize("bits", [3.6, 4.9])
def test_the_size_is_never_exceeded_and_the_loss_below_any_recipes(
    tiny: Path, target: Path, tmp_path: Path, bits: float
) -> None:
    size = int(tiny.stat().st_size * bits / 16)
    done = run(tiny, target, target_bytes=size)
    assert 0.98 * size < target.stat().st_size == done.size_bytes <= size
    assert done.search is not None
    assert done.search.kld == pytest.approx(true_loss(tiny, target))
    for recipe in ("Q2_K", "Q3_K_M", "IQ4_XS", "Q4_K_M", "Q5_K_M"):
        stock = tmp_path / f"{recipe}.gguf"
        if run(tiny, stock, recipe).size_bytes <= size:
            assert done.search.kld <= true_loss(tiny, stock)
    assert read_header(target).file_size == done.size_bytes


def test_bytes_go_where_noise_costs_most(tiny: Path, target: Path) -> None:
    done = run(tiny, target, target_bytes=int(tiny.stat().st_size * 4.6 / 16))
    bits: dict[str, list[float]] = {}
    for tensor in done.tensors:
        if tensor.before != tensor.after:
            share = tensor.nbytes * 8 / math.prod(tensor.shape)
            bits.setdefault(kind_of(tensor.name), []).append(share)
    mean = {kind: float(np.mean(each)) for kind, each in bits.items()}
    assert mean["attn_v"] > mean["ffn_up"] >= mean["attn_q"]
    assert done.search is not None
    costs = {cost.kind: cost.kld / cost.error / cost.tensors for cost in done.search.costs}
    assert costs["attn_v"] == pytest.approx(TRUTH["attn_v"], rel=0.1)
    assert costs["attn_q"] == pytest.approx(TRUTH["attn_q"], rel=0.1)


def test_a_loss_is_kept_and_nearly_used(tiny: Path, tmp_path: Path) -> None:
    sizes = []
    for limit in (0.1, 0.01):
        target = tmp_path / f"{limit}.gguf"
        done = run(tiny, target, max_loss=limit)
        assert 0.8 * limit < true_loss(tiny, target) <= limit
        assert done.search is not None
        assert done.search.kld == pytest.approx(true_loss(tiny, target))
        assert done.size_bytes == target.stat().st_size < 0.6 * tiny.stat().st_size
        sizes.append(done.size_bytes)
    assert sizes[0] < sizes[1]


def test_types_that_were_asked_for_are_kept(tiny: Path, target: Path) -> None:
    rules = (TensorRule(r"blk\.1\.ffn_up", "q3_k"),)
    size = int(tiny.stat().st_size * 5.5 / 16)
    done = run(tiny, target, target_bytes=size, rules=rules, output_type="q4_k")
    after = {tensor.name: tensor.after for tensor in done.tensors}
    assert (after["blk.1.ffn_up.weight"], after["output.weight"]) == ("q3_k", "q4_k")
    assert done.size_bytes <= size


def test_the_importance_matrix_is_used_and_noted(tiny: Path, target: Path, tmp_path: Path) -> None:
    imatrix = write_imatrix(tmp_path / "i.gguf", imatrix_of(weights()))
    size = int(tiny.stat().st_size * 4.5 / 16)
    run(tiny, target, target_bytes=size, imatrix=str(imatrix))
    assert target.stat().st_size <= size
    assert read_header(target).text("quantize.imatrix.file") == "i.gguf"


def test_what_fits_already_and_what_cannot_fit_are_refused(tiny: Path, target: Path) -> None:
    with pytest.raises(errors.BadRequest, match="as it is"):
        run(tiny, target, target_bytes=tiny.stat().st_size)
    with pytest.raises(errors.BadRequest, match="does not get smaller than"):
        run(tiny, target, target_bytes=100_000)
    assert list(target.parent.iterdir()) == []


def test_a_model_that_reads_no_text_is_judged_by_its_weights(
    tiny: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise errors.ModelUnsupported("it embeds")

    monkeypatch.setattr(search, "Judge", refuses)
    size = int(tiny.stat().st_size * 5 / 16)
    done = run(tiny, target, target_bytes=size)
    assert target.stat().st_size <= size
    assert "own errors alone: it embeds" in done.warnings[-1]
    with pytest.raises(errors.ModelUnsupported, match="it embeds"):
        run(tiny, target, max_loss=0.02, force=True)


def test_nothing_is_left_beside_the_result(tiny: Path, target: Path) -> None:
    run(tiny, target, target_bytes=int(tiny.stat().st_size * 5 / 16))
    assert list(target.parent.iterdir()) == [target]
