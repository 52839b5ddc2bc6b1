"""Compare: every part that can be measured is, and what cannot is said."""

from __future__ import annotations

import statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.speaking_llama import N_VOCAB, speaking_llama
from helpers.tiny_llama import metadata, weights, write

from localllm import errors
from localllm.jobs import compare, evaluate, quantize
from localllm.jobs.tasks import Compare, Compared, Evaluate, Quantize
from localllm.jobs.tensor_errors import tensor_errors
from localllm.jobs.weight_errors import digest, kind_of

SILENT: Any = lambda *_: None  # noqa: E731
TEXT = "The harbour was quiet; two boats lay at the long pier, and nobody spoke of the storm.\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compare")


@pytest.fixture(scope="module")
def text(folder: Path) -> Path:
    path = folder / "text.txt"
    path.write_text(TEXT * 8, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def base(folder: Path) -> Path:
    return speaking_llama(folder / "base.gguf", width=64, ff=64)


@pytest.fixture(scope="module")
def small(folder: Path, base: Path) -> Path:
    quantize.run(Quantize(str(base), str(folder / "small.gguf"), "Q4_0"), SILENT)
    return folder / "small.gguf"


def run(source: Path, base: Path, text: Path, **how: Any) -> Compared:
    given = {"n_ctx": 64, "chunks": 3, "threads": 1, "speed_seconds": 0.05, "sample_tokens": 6}
    task = Compare(str(source), str(base), text=str(text), **(given | how))
    return compare.run(task, SILENT)


def test_every_part_is_there(small: Path, base: Path, text: Path) -> None:
    found = run(small, base, text, prompts=("One?", "Two?"))

    assert found.warnings == ()
    assert found.one_model
    assert found.source.size_bytes == small.stat().st_size
    assert found.base.size_bytes == base.stat().st_size
    assert {kind.name for kind in found.source.types} >= {"Q4_0", "F32"}
    for side in (found.source, found.base):
        assert side.speed is not None
        assert side.speed.rate > 0
        assert [sample.prompt for sample in side.samples] == ["One?", "Two?"]
        bits = 8 * sum(kind.bytes_ for kind in side.types) / side.parameters
        assert side.bits_per_weight == pytest.approx(bits)


def test_the_loss_is_that_of_eval(small: Path, base: Path, text: Path) -> None:
    found = run(small, base, text, prompts=()).evaluated
    task = Evaluate(str(small), base=str(base), text=str(text), n_ctx=64, chunks=3, threads=1)
    assert found is not None
    assert found.loss == evaluate.run(task, SILENT).loss


def test_the_worst_tensors_are_those_of_all_tensors(small: Path, base: Path, text: Path) -> None:
    found = run(small, base, text, prompts=()).weights
    every = tensor_errors(str(small), str(base), SILENT).tensors

    assert found is not None
    assert found.tensors == len(every)
    assert found.changed == sum(1 for each in every if each.relative_rmse)
    errors_of = sorted((each.relative_rmse for each in every), reverse=True)
    assert [each.relative_rmse for each in found.worst] == errors_of[: len(found.worst)]
    (down,) = [kind for kind in found.kinds if kind.kind == "ffn_down"]
    own = [each.relative_rmse for each in every if "ffn_down" in each.name]
    assert (down.least, down.most) == (min(own), max(own))
    assert down.median == statistics.median(own)
    assert "attn_norm" not in [kind.kind for kind in found.kinds]  # nothing changed there


def test_at_most_twenty_tensors_are_kept(folder: Path) -> None:
    path = speaking_llama(folder / "deep.gguf", width=64, ff=64, layers=4)
    quantize.run(Quantize(str(path), str(folder / "deep-q.gguf"), "Q4_0"), SILENT)
    found = digest(tensor_errors(str(folder / "deep-q.gguf"), str(path), SILENT))
    assert found.changed > len(found.worst) == 20
    assert max(len(kind.layers) for kind in found.kinds) == 4


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("blk.31.ffn_down.weight", "ffn_down"),
        ("blk.0.attn_q.bias", "attn_q.bias"),
        ("token_embd.weight", "token_embd"),
    ],
)
def test_kinds_are_tensors_of_one_place(name: str, kind: str) -> None:
    assert kind_of(name) == kind


# --- what cannot be measured --------------------------------------------------------------------


def test_models_of_other_vocabularies_are_measured_apart(
    base: Path, text: Path, folder: Path
) -> None:
    other = speaking_llama(folder / "no-bos.gguf", width=64, ff=64, add_bos=False, seed=3)
    found = run(other, base, text, prompts=())

    assert found.evaluated is None
    assert found.source.evaluated is not None
    assert found.base.evaluated is not None
    assert any("different tokens" in words for words in found.warnings)
    assert any("cannot be set against each other" in words for words in found.warnings)


def test_models_of_other_shapes_are_told_to_be_no_forms_of_one(
    base: Path, text: Path, folder: Path
) -> None:
    wide = speaking_llama(folder / "wide.gguf", width=128, ff=64)
    found = run(wide, base, text, prompts=())

    assert not found.one_model
    assert found.weights is None
    assert "not forms of one model" in found.warnings[0]
    assert found.evaluated is not None  # of one vocabulary all the same
    assert found.source.speed is not None


def test_a_model_that_cannot_read_leaves_size_and_weights(
    base: Path, text: Path, folder: Path
) -> None:
    silent = write(folder / "silent.gguf", metadata(width=64, ff=64),
                   weights(width=64, ff=64, vocab=N_VOCAB))  # fmt: skip
    found = run(silent, base, text)

    assert found.weights is not None
    assert found.weights.changed == 0
    assert found.source.evaluated is None
    assert found.source.samples == ()
    assert found.base.samples != ()
    assert found.warnings


def test_a_text_too_short_is_said_once(small: Path, base: Path, text: Path) -> None:
    found = run(small, base, text, n_ctx=512, prompts=())
    assert [w for w in found.warnings if "1,024 are needed" in w] == list(found.warnings)
    assert found.weights is not None


def test_a_text_that_is_not_there_is_refused(small: Path, base: Path, folder: Path) -> None:
    with pytest.raises(errors.BadRequest, match="There is no text"):
        run(small, base, folder / "nowhere.txt")


def test_a_file_that_is_no_model_is_refused(base: Path, text: Path) -> None:
    with pytest.raises(errors.ModelError):
        run(text, base, text)


def test_a_model_of_nan_is_told(base: Path, text: Path, folder: Path) -> None:
    arrays = weights(width=64, ff=64, vocab=N_VOCAB)
    arrays["output.weight"] = np.full_like(arrays["output.weight"], np.nan)
    broken = speaking_llama(folder / "nan.gguf", width=64, ff=64, arrays=arrays)
    found = run(broken, base, text, prompts=())
    assert any("not numbers" in words for words in found.warnings)
    assert found.one_model
    assert found.base.evaluated is not None


# --- after quantizing ---------------------------------------------------------------------------


def test_what_was_quantized_is_compared_with_its_source(
    base: Path, text: Path, folder: Path
) -> None:
    long = folder / "long.txt"
    long.write_text(TEXT * 20, encoding="utf-8")
    target = folder / "q8.gguf"
    done = quantize.run(
        Quantize(str(base), str(target), "Q8_0", measure_chunks=2, text=str(long), threads=1),
        SILENT,
    )
    assert done.compared is not None
    assert done.compared.evaluated == done.evaluated
    assert done.compared.source.size_bytes == done.size_bytes == target.stat().st_size
    assert done.compared.base.size_bytes == done.source_bytes
    assert done.compared.source.bits_per_weight == pytest.approx(done.bits_per_weight)


@pytest.mark.model
def test_a_real_model_and_its_requantization(starter_model: Path, folder: Path, text: Path) -> None:
    target = folder / "starter-q8.gguf"
    quantize.run(Quantize(str(starter_model), str(target), "Q8_0"), SILENT)
    found = run(
        target, starter_model, text, chunks=2, prompts=("Name the capital of France.",),
        sample_tokens=16,
    )  # fmt: skip
    assert found.warnings == ()
    assert found.evaluated is not None
    assert found.evaluated.loss is not None
    assert 0 < found.evaluated.loss.divergence.kld.value < 0.05
    assert found.weights is not None
    assert 0 < found.weights.worst[0].relative_rmse < 0.02  # 8 bits with a scale for 32
    assert "Paris" in found.base.samples[0].answer
    assert "Paris" in found.source.samples[0].answer
