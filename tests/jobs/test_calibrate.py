"""The job that makes an importance matrix. Its sums are compared with llama-imatrix's in
tests/peers/test_measuring.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.speaking_llama import N_VOCAB, speaking_llama
from helpers.tiny_llama import weights

from localllm import errors
from localllm.jobs import calibrate
from localllm.jobs.tasks import Calibrate, Calibrated
from localllm.models.quantization import imatrix_file


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("calibrate")


@pytest.fixture(scope="module")
def model(folder: Path) -> Path:
    return speaking_llama(folder / "model.gguf", width=64, ff=96)


@pytest.fixture(scope="module")
def experts(folder: Path) -> Path:
    return speaking_llama(folder / "experts.gguf", width=64, ff=96, experts=8)


@pytest.fixture(scope="module")
def text(folder: Path) -> Path:
    path = folder / "text.txt"
    path.write_text("Two boats lay at the long pier, and nobody spoke.\n" * 9, encoding="utf-8")
    return path


def run(model: Path, text: Path, target: Path, **how: Any) -> Calibrated:
    how = {"n_ctx": 64, "chunks": 3, "threads": 1} | how
    return calibrate.run(Calibrate(str(model), str(target), str(text), **how), lambda *_: None)


def test_each_row_of_each_chunk_is_counted(model: Path, text: Path, tmp_path: Path) -> None:
    done = run(model, text, tmp_path / "m.gguf")

    found = imatrix_file.read(tmp_path / "m.gguf")
    assert (found.chunk_count, found.chunk_size, found.datasets) == (3, 64, ("text.txt",))
    assert (done.chunks, done.tensors) == (3, len(found.tensors))
    for name, sums in found.tensors.items():
        assert name.startswith("blk.")
        assert sums.counts.tolist() == [3 * 64]


def test_what_shares_an_input_has_the_same_sums(model: Path, text: Path, tmp_path: Path) -> None:
    run(model, text, tmp_path / "m.gguf")

    tensors = imatrix_file.read(tmp_path / "m.gguf").tensors
    q, k, v = (tensors[f"blk.0.attn_{name}.weight"].values for name in "qkv")
    assert np.array_equal(q, k)
    assert np.array_equal(q, v)
    assert len(tensors["blk.0.ffn_down.weight"].values) == 96


def test_the_input_of_the_first_layer_is_its_normalized_embedding(
    model: Path, text: Path, tmp_path: Path
) -> None:
    """RMS norm: the squares of a row sum to its width, but for the epsilon of 1e-5."""
    run(model, text, tmp_path / "m.gguf")

    sums = imatrix_file.read(tmp_path / "m.gguf").tensors["blk.0.attn_q.weight"].values
    embedding = weights(width=64, ff=96, vocab=N_VOCAB)["token_embd.weight"].astype(np.float64)
    least = 64 * (embedding**2).mean(1).min() / ((embedding**2).mean(1).min() + 1e-5)
    assert least * 3 * 64 <= sums.sum() <= 64 * 3 * 64


def test_each_token_goes_to_as_many_experts_as_are_used(
    experts: Path, text: Path, tmp_path: Path
) -> None:
    done = run(experts, text, tmp_path / "m.gguf")

    tensors = imatrix_file.read(tmp_path / "m.gguf").tensors
    counts = tensors["blk.1.ffn_down_exps.weight"].counts
    assert len(counts) == 8
    assert counts.sum() == 3 * 64 * 2
    named = {one.tensor: one.unseen for one in done.unseen}
    assert named.get("blk.1.ffn_down_exps.weight", 0) == int((counts == 0).sum())


def test_two_halves_merged_are_the_whole(model: Path, text: Path, tmp_path: Path) -> None:
    run(model, text, tmp_path / "one.gguf", chunks=2)
    run(model, text, tmp_path / "two.gguf", chunks=2, merge=(str(tmp_path / "one.gguf"),))

    one, two = (imatrix_file.read(tmp_path / name) for name in ("one.gguf", "two.gguf"))
    assert two.chunk_count == 4
    for name, sums in one.tensors.items():
        assert np.array_equal(two.tensors[name].values, sums.values * 2)
        assert np.array_equal(two.tensors[name].counts, sums.counts * 2)


def test_a_matrix_of_another_model_is_not_merged(
    model: Path, experts: Path, text: Path, tmp_path: Path
) -> None:
    wider = speaking_llama(tmp_path / "wider.gguf", width=128, ff=96)
    run(wider, text, tmp_path / "wider.imatrix.gguf", chunks=2)

    with pytest.raises(errors.BadRequest, match="another model"):
        run(model, text, tmp_path / "m.gguf", merge=(str(tmp_path / "wider.imatrix.gguf"),))
    assert not (tmp_path / "m.gguf").exists()


def test_a_file_that_exists_is_kept_unless_forced(model: Path, text: Path, tmp_path: Path) -> None:
    target = tmp_path / "m.gguf"
    target.write_bytes(b"mine")

    with pytest.raises(errors.Busy, match="--force"):
        run(model, text, target)
    assert target.read_bytes() == b"mine"

    run(model, text, target, force=True)
    assert imatrix_file.read(target).chunk_count == 3


def test_damaged_weights_end_it_and_nothing_is_written(text: Path, tmp_path: Path) -> None:
    arrays = weights(width=64, ff=96, vocab=N_VOCAB)
    arrays["blk.0.ffn_norm.weight"] = np.full_like(arrays["blk.0.ffn_norm.weight"], np.inf)
    broken = speaking_llama(tmp_path / "broken.gguf", width=64, ff=96, arrays=arrays)

    with pytest.raises(errors.ModelError, match=r"blk\.0\.ffn_.* not numbers"):
        run(broken, text, tmp_path / "m.gguf")
    assert [path.name for path in tmp_path.iterdir()] == ["broken.gguf"]


def test_the_output_weight_is_left_out_unless_wanted(
    model: Path, text: Path, tmp_path: Path
) -> None:
    run(model, text, tmp_path / "with.gguf", with_output=True)

    assert "output.weight" in imatrix_file.read(tmp_path / "with.gguf").tensors
