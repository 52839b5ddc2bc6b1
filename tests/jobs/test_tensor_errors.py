from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from gguf import GGMLQuantizationType, quants
from helpers.tiny_llama import Arrays, metadata, tiny_llama, weights, write

from localllm import errors
from localllm.jobs import quantize
from localllm.jobs.measures import TensorErrors
from localllm.jobs.tasks import Quantize
from localllm.jobs.tensor_errors import tensor_errors


def unheard(stage: str, done: float, total: float, note: str = "") -> None:
    pass


def compare(source: Path, base: Path) -> TensorErrors:
    return tensor_errors(str(source), str(base), unheard, threads=2)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return tiny_llama(tmp_path / "base.gguf", dtype="float32")


def changed(path: Path, **arrays: np.ndarray) -> Path:
    found: Arrays = weights(dtype="float32")
    for name, array in arrays.items():
        found[name.replace("__", ".")] = array
    return write(path, metadata(), found)


def test_a_model_has_no_error_against_itself(base: Path) -> None:
    found = compare(base, base)

    assert found.unmatched == ()
    assert len(found.tensors) == len(weights())
    assert all(t.relative_rmse == 0 and t.cosine == pytest.approx(1) for t in found.tensors)


def test_the_worst_comes_first_with_its_size(tmp_path: Path, base: Path) -> None:
    original = weights(dtype="float32")
    name = "blk.1.ffn_down.weight"
    noise = np.random.default_rng(3).normal(0, 0.01, original[name].shape).astype(np.float32)
    other = changed(tmp_path / "other.gguf", blk__1__ffn_down__weight=original[name] + noise)

    worst, *rest = compare(other, base).tensors

    assert worst.name == name
    exact = np.sqrt((noise.astype(float) ** 2).sum() / (original[name].astype(float) ** 2).sum())
    assert worst.relative_rmse == pytest.approx(exact, rel=1e-3)
    assert worst.largest_error == pytest.approx(np.abs(noise).max(), rel=1e-4)
    assert all(tensor.relative_rmse == 0 for tensor in rest)


def test_a_quantized_tensor_has_the_error_that_the_gguf_package_finds(
    tmp_path: Path, base: Path
) -> None:
    target = tmp_path / "q8_0.gguf"
    quantize.run(Quantize(str(base), str(target), "Q8_0"), unheard)

    found = {tensor.name: tensor for tensor in compare(target, base).tensors}

    name = "blk.0.attn_q.weight"
    original = weights(dtype="float32")[name]
    blocks = quants.quantize(original, GGMLQuantizationType.Q8_0)
    widened = quants.dequantize(blocks, GGMLQuantizationType.Q8_0).astype(float)
    exact = np.sqrt(((widened - original) ** 2).sum() / (original.astype(float) ** 2).sum())
    assert (found[name].type, found[name].base_type) == ("Q8_0", "F32")
    assert found[name].relative_rmse == pytest.approx(exact, rel=0.02)
    assert found["blk.0.attn_norm.weight"].relative_rmse == 0


def test_tensors_of_one_alone_are_named(tmp_path: Path, base: Path) -> None:
    tied = weights(dtype="float32")
    del tied["output.weight"]
    other = write(tmp_path / "tied.gguf", metadata(), tied)

    assert compare(other, base).unmatched == ("output.weight",)


def test_a_tensor_of_zeros_has_a_finite_error(tmp_path: Path, base: Path) -> None:
    zeros = np.zeros_like(weights(dtype="float32")["blk.0.attn_q.weight"])
    other = changed(tmp_path / "zeros.gguf", blk__0__attn_q__weight=zeros)

    assert compare(other, base).tensors[0].relative_rmse == pytest.approx(1)
    assert compare(base, other).tensors[0].relative_rmse == pytest.approx(1)


def test_other_shapes_are_refused(tmp_path: Path, base: Path) -> None:
    other = tiny_llama(tmp_path / "wider.gguf", width=128)

    with pytest.raises(errors.BadRequest, match="not forms of one model"):
        compare(other, base)


def test_weights_that_are_no_numbers_are_told(tmp_path: Path, base: Path) -> None:
    broken = np.full_like(weights(dtype="float32")["blk.0.attn_q.weight"], np.nan)
    other = changed(tmp_path / "broken.gguf", blk__0__attn_q__weight=broken)

    with pytest.raises(errors.ModelError, match=r"blk\.0\.attn_q\.weight holds values"):
        compare(other, base)


def test_a_cut_file_is_refused(tmp_path: Path, base: Path) -> None:
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(base.read_bytes()[:-100])

    with pytest.raises(errors.ModelTruncated):
        compare(cut, base)
