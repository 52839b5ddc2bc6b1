"""Perplexity and divergence: arithmetic, and what is refused. The figures themselves are compared
with llama-perplexity's in tests/peers/test_measuring.py."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.speaking_llama import N_VOCAB, speaking_llama
from helpers.tiny_llama import metadata, weights, write

from localllm import errors
from localllm.jobs import evaluate
from localllm.jobs.tasks import Evaluate, Evaluated

TEXT = "The harbour was quiet; two boats lay at the long pier, and nobody spoke of the storm.\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evaluate")


@pytest.fixture(scope="module")
def model(folder: Path) -> Path:
    return speaking_llama(folder / "model.gguf", width=64, ff=64)


@pytest.fixture(scope="module")
def text(folder: Path) -> Path:
    path = folder / "text.txt"
    path.write_text(TEXT * 8, encoding="utf-8")
    return path


def run(model: Path, text: Path, **how: Any) -> Evaluated:
    told: list[tuple[str, float, float, str]] = []
    how = {"n_ctx": 64, "threads": 1} | how
    return evaluate.run(
        Evaluate(str(model), text=str(text), **how), lambda *said: told.append(said)
    )


def refused(model: Path, text: Path, **how: Any) -> str:
    with pytest.raises(errors.BadRequest) as caught:
        run(model, text, **how)
    return caught.value.message


def test_a_model_that_knows_nothing_wavers_between_all_tokens(folder: Path, text: Path) -> None:
    arrays = weights(width=64, ff=64, vocab=N_VOCAB)
    arrays["output.weight"] = np.zeros_like(arrays["output.weight"])
    blank = speaking_llama(folder / "blank.gguf", width=64, ff=64, arrays=arrays)

    found = run(blank, text)

    assert found.perplexity.value == pytest.approx(N_VOCAB, rel=1e-6)
    assert found.perplexity.error == pytest.approx(0, abs=1e-4)


def test_only_followed_tokens_of_the_second_half_are_scored(model: Path, text: Path) -> None:
    found = run(model, text, chunks=3)

    assert (found.chunks, found.tokens) == (3, 3 * 31)
    assert [now.chunks for now in found.running] == [1, 2, 3]
    assert found.running[-1].perplexity == found.perplexity


def test_a_model_is_no_distance_from_itself(model: Path, text: Path) -> None:
    found = run(model, text, base=str(model), exact=True).loss

    assert found is not None
    assert found.divergence.kld.value == pytest.approx(0, abs=1e-7)
    assert found.divergence.same_top.value == 1
    assert found.ratio.value == 1
    assert found.divergence.p_diff_rms.value == 0
    assert found.correlation == pytest.approx(1, abs=1e-6)


def test_the_peers_rounding_hardly_matters(folder: Path, model: Path, text: Path) -> None:
    other = speaking_llama(folder / "other.gguf", width=64, ff=64, seed=2)
    rounded, exact = (
        run(other, text, base=str(model), exact=exact).loss for exact in (False, True)
    )

    assert rounded is not None
    assert exact is not None
    assert rounded.divergence.kld.value == pytest.approx(exact.divergence.kld.value, rel=5e-3)
    assert rounded.divergence.kld.value != exact.divergence.kld.value


def test_chunks_of_several_batches_are_scored_alike(folder: Path) -> None:
    """A chunk longer than a batch: its logits come in parts."""
    long_text = folder / "long.txt"
    long_text.write_text(TEXT * 60, encoding="utf-8")
    model = speaking_llama(folder / "long.gguf", width=64, ff=64, layers=1, context=4096)

    found = run(model, long_text, n_ctx=2100, base=str(model), exact=True)

    assert found.tokens == 3 * 1049
    assert found.loss is not None
    assert found.loss.divergence.base_perplexity.value == pytest.approx(found.perplexity.value)
    assert found.loss.divergence.kld.value == pytest.approx(0, abs=1e-7)


def test_the_built_in_text_has_chunks_enough(model: Path) -> None:
    found = evaluate.run(Evaluate(str(model), n_ctx=512, chunks=2), lambda *_: None)

    assert found.text == ""
    assert math.isfinite(found.perplexity.value)


def test_progress_counts_chunks(model: Path, text: Path) -> None:
    told: list[tuple[str, float, float, str]] = []
    task = Evaluate(str(model), text=str(text), n_ctx=64, chunks=2)

    evaluate.run(task, lambda *said: told.append(said))

    counted = [said[:3] for said in told if said[0] == "evaluating"]
    assert counted == [("evaluating", 1, 2), ("evaluating", 2, 2)]
    assert all("perplexity" in said[3] for said in told if said[0] == "evaluating")


# --- what is refused ---------------------------------------------------------------------------


def test_a_text_that_is_too_short_says_what_is_needed(model: Path, text: Path) -> None:
    spelled = (TEXT * 8).removesuffix("\n").replace(" ", "\u2581")  # as sentencepiece does
    tokens = 1 + len(spelled.encode())  # BOS, and one for each byte

    said = refused(model, text, n_ctx=512)

    assert f"{tokens:,} tokens; 1,024 are needed" in said
    assert f"chunks of {tokens // 2} tokens" in said


def test_a_chunk_longer_than_the_models_context_is_refused(folder: Path, text: Path) -> None:
    short = speaking_llama(folder / "short.gguf", width=64, ff=64, context=100)

    assert "trained for 100 tokens" in refused(short, text, n_ctx=128)


def test_a_chunk_of_a_few_tokens_is_refused(model: Path, text: Path) -> None:
    assert "32 tokens at least" in refused(model, text, n_ctx=8)


def test_models_of_other_vocabularies_cannot_be_compared(
    model: Path, text: Path, starter_model: Path
) -> None:
    said = refused(model, text, base=str(starter_model))

    assert "259 tokens" in said
    assert "49,152" in said


def test_models_that_cut_text_otherwise_cannot_be_compared(
    folder: Path, model: Path, text: Path
) -> None:
    other = speaking_llama(folder / "no_bos.gguf", width=64, ff=64, add_bos=False)

    assert "different tokens" in refused(model, text, base=str(other))


def test_a_text_that_is_no_text_is_refused(folder: Path, model: Path) -> None:
    binary = folder / "binary.txt"
    binary.write_bytes(b"abc\xff\xfe" * 100)

    assert "byte 3" in refused(model, binary)


def test_a_text_that_is_not_there_is_refused(folder: Path, model: Path) -> None:
    assert "There is no text" in refused(model, folder / "nowhere.txt")


def test_a_model_that_computes_no_numbers_is_refused(folder: Path, text: Path) -> None:
    arrays = weights(width=64, ff=64, vocab=N_VOCAB)
    arrays["output_norm.weight"] = np.full_like(arrays["output_norm.weight"], np.nan)
    broken = speaking_llama(folder / "broken.gguf", width=64, ff=64, arrays=arrays)

    with pytest.raises(errors.ModelError, match="not numbers"):
        run(broken, text)


def test_a_model_without_a_vocabulary_is_refused(folder: Path, text: Path) -> None:
    silent = write(folder / "silent.gguf", metadata(), weights())

    with pytest.raises(errors.LocalLLMError):
        run(silent, text)
