"""Perplexity, divergence and importance matrices equal those of llama.cpp's own tools."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.speaking_llama import speaking_llama
from helpers.tools import peer_tool

from localllm.jobs import calibrate, evaluate, quantize
from localllm.jobs.tasks import Calibrate, Evaluate, Evaluated, Figure, Quantize
from localllm.models.quantization import imatrix_file

pytestmark = [pytest.mark.peer, pytest.mark.model]

# As llama-perplexity prints it, and our field.
_SPREAD = {
    "Maximum": "maximum",
    "99.9%  ": "p99_9",
    "99.0%  ": "p99",
    "95.0%  ": "p95",
    "90.0%  ": "p90",
    "Median ": "median",
    "10.0%  ": "p10",
    " 5.0%  ": "p5",
    " 1.0%  ": "p1",
    " 0.1%  ": "p0_1",
    "Minimum": "minimum",
}

# A few seconds of a real model, on one thread, which waits for no other: 31 tokens of each chunk
# are scored, 100 are the least for spreads.
_CTX, _CHUNKS = 64, 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("measuring")


@pytest.fixture(scope="module")
def text(folder: Path) -> Path:
    """Some of everything: prose, code, another language."""
    path = folder / "text.txt"
    path.write_text(
        "The harbour was quiet. Two boats lay at the long pier, and nobody spoke of the storm.\n\n"
        "def area(radius: float) -> float:\n    return math.pi * radius ** 2\n\n"
        "Im Herbst ziehen die Kraniche nach Süden; manche bleiben bis zum ersten Schnee.\n" * 5,
        encoding="utf-8",
    )
    return path


@pytest.fixture(scope="module")
def tiny(folder: Path) -> Path:
    return speaking_llama(folder / "tiny.gguf")


@pytest.fixture(scope="module")
def experts(folder: Path) -> Path:
    return speaking_llama(folder / "experts.gguf", experts=8, width=64, ff=96)


@pytest.fixture(scope="module")
def requantized(folder: Path, starter_model: Path) -> Path:
    target = folder / "q2_k.gguf"
    quantize.run(Quantize(str(starter_model), str(target), "Q2_K"), _unheard)
    return target


def _unheard(stage: str, done: float, total: float, note: str = "") -> None:
    pass


def _evaluate(model: Path, text: Path, base: Path | None = None, **how: Any) -> Evaluated:
    how = {"n_ctx": _CTX, "chunks": _CHUNKS, "threads": 1} | how
    task = Evaluate(str(model), base=str(base or ""), text=str(text), **how)
    return evaluate.run(task, _unheard)


def _perplexity_tool(
    model: Path, text: Path, *more: str | Path, last: str = "Final estimate", **how: int
) -> str:
    """What it says, to its `last` line: it may end before its log thread has written all."""
    sizes = {"n_ctx": _CTX, "chunks": _CHUNKS} | how
    for _ in range(10):
        said = peer_tool(
            "llama-perplexity", "-m", model, "-f", text, "-c", str(sizes["n_ctx"]),
            "--chunks", str(sizes["chunks"]), "-t", "1", *more,
        )  # fmt: skip
        if last in said:
            return said
    raise AssertionError(f"llama-perplexity never came to {last!r}: {said}")


# --- perplexity --------------------------------------------------------------------------------


def _same_perplexity(found: Evaluated, said: str) -> None:
    """All that is printed, to its last digit."""
    running = [float(value) for value in re.findall(r"\[\d+\]([\d.]+),", said)]
    final = re.search(r"PPL = ([\d.]+) \+/- ([\d.]+)", said)
    assert final is not None
    assert [now.perplexity.value for now in found.running] == pytest.approx(running, rel=2e-4)
    assert found.perplexity.value == pytest.approx(float(final[1]), rel=2e-4)
    assert found.perplexity.error == pytest.approx(float(final[2]), rel=2e-3)


def test_the_perplexity_of_a_real_model(starter_model: Path, text: Path) -> None:
    _same_perplexity(_evaluate(starter_model, text), _perplexity_tool(starter_model, text))


@pytest.mark.parametrize(
    "how",
    [{"n_ctx": 101, "chunks": 3}, {"n_ctx": 512, "chunks": 2}, {"n_ctx": 128, "chunks": -1}],
    ids=["odd length", "one chunk a sequence", "all of it"],
)
def test_the_perplexity_of_chunks_of_any_length(
    tiny: Path, text: Path, how: dict[str, int]
) -> None:
    found = _evaluate(tiny, text, n_ctx=how["n_ctx"], chunks=max(0, how["chunks"]))

    _same_perplexity(found, _perplexity_tool(tiny, text, **how))


def test_the_perplexity_of_chunks_longer_than_a_batch(folder: Path, text: Path) -> None:
    model = speaking_llama(folder / "long.gguf", width=64, ff=64, layers=1, context=4096)
    long_text = folder / "long.txt"
    long_text.write_text(text.read_text(encoding="utf-8") * 6, encoding="utf-8")

    found = _evaluate(model, long_text, n_ctx=2300, chunks=2)

    _same_perplexity(found, _perplexity_tool(model, long_text, n_ctx=2300, chunks=2))


# --- divergence --------------------------------------------------------------------------------


def _divergence_tool(model: Path, base: Path, text: Path, folder: Path) -> str:
    logits = folder / "logits.bin"
    _perplexity_tool(base, text, "--kl-divergence-base", logits)
    return _perplexity_tool(
        model, text, "--kl-divergence-base", logits, "--kl-divergence", last="Same top p:"
    )


def _printed(said: str, label: str) -> Figure:
    found = re.search(re.escape(label) + r"\s*:\s*(-?[\d.]+)%?(?:\s*±\s*([\d.]+))?", said)
    assert found is not None, label
    return Figure(float(found[1]), float(found[2] or 0))


def _same_divergence(found: Evaluated, said: str) -> None:
    """All that is printed, but for what its last digit hides."""
    assert found.loss is not None
    loss, divergence = found.loss, found.loss.divergence

    def same(label: str, figure: Figure, digit: float, factor: float = 1.0) -> None:
        theirs = _printed(said, label)
        assert figure.value * factor == pytest.approx(theirs.value, rel=1e-4, abs=digit), label
        if theirs.error:
            assert figure.error * factor == pytest.approx(theirs.error, rel=1e-3, abs=digit), label

    same("Mean PPL(Q)", found.perplexity, 1e-6)
    same("Mean PPL(base)", divergence.base_perplexity, 1e-6)
    same("Cor(ln(PPL(Q)), ln(PPL(base)))", Figure(loss.correlation), 1e-2, 100)
    same("Mean ln(PPL(Q)/PPL(base))", divergence.log_ratio, 1e-6)
    same("Mean PPL(Q)/PPL(base)", loss.ratio, 1e-6)
    same("Mean PPL(Q)-PPL(base)", loss.difference, 1e-6)
    same("Mean    KLD", divergence.kld, 1e-6)
    same("Mean    Δp", divergence.p_diff, 1e-3, 100)
    same("RMS Δp   ", divergence.p_diff_rms, 1e-3, 100)
    same("Same top p", divergence.same_top, 1e-3, 100)
    for name, spread, factor, digit in (
        ("KLD", loss.kld_spread, 1, 2e-6),
        ("Δp", loss.p_diff_spread, 100, 1e-3),
    ):
        for label, field in _SPREAD.items():
            same(f"{label} {name}", Figure(getattr(spread, field)), digit, factor)


def test_the_divergence_of_a_requantized_model(
    folder: Path, starter_model: Path, requantized: Path, text: Path
) -> None:
    found = _evaluate(requantized, text, starter_model)

    _same_divergence(found, _divergence_tool(requantized, starter_model, text, folder))


# --- importance matrices -----------------------------------------------------------------------


def _matrix_tool(model: Path, text: Path, target: Path, *more: str | Path) -> None:
    peer_tool(
        "llama-imatrix", "-m", model, "-f", text.name, "-o", target, "-c", str(_CTX),
        "--chunks", str(_CHUNKS), "-t", "1", *more, cwd=text.parent,
    )  # fmt: skip


def _matrix(model: Path, text: Path, target: Path, **how: Any) -> None:
    sizes = {"n_ctx": _CTX, "chunks": _CHUNKS, "threads": 1}
    task = Calibrate(str(model), str(target), str(text), **sizes, **how)
    calibrate.run(task, _unheard)


def _same_matrix(ours: Path, theirs: Path) -> None:
    """The same sums in the same order; other backends and thread counts may round otherwise."""
    found, expected = imatrix_file.read(ours), imatrix_file.read(theirs)
    assert (found.chunk_count, found.chunk_size) == (expected.chunk_count, expected.chunk_size)
    assert found.datasets == expected.datasets
    assert found.tensors.keys() == expected.tensors.keys()
    for name, sums in expected.tensors.items():
        assert np.array_equal(found.tensors[name].counts, sums.counts), name
        np.testing.assert_allclose(found.tensors[name].values, sums.values, rtol=1e-5, err_msg=name)


def test_the_matrix_of_a_real_model(starter_model: Path, text: Path, tmp_path: Path) -> None:
    _matrix(starter_model, text, tmp_path / "ours.gguf")
    _matrix_tool(starter_model, text, tmp_path / "theirs.gguf")

    _same_matrix(tmp_path / "ours.gguf", tmp_path / "theirs.gguf")


@pytest.mark.parametrize("with_output", [False, True])
def test_the_matrix_of_experts(
    experts: Path, text: Path, tmp_path: Path, with_output: bool
) -> None:
    _matrix(experts, text, tmp_path / "ours.gguf", with_output=with_output)
    more = ["--process-output"] if with_output else []
    _matrix_tool(experts, text, tmp_path / "theirs.gguf", *more)

    _same_matrix(tmp_path / "ours.gguf", tmp_path / "theirs.gguf")
    found = imatrix_file.read(tmp_path / "ours.gguf").tensors
    assert len(found["blk.0.ffn_up_exps.weight"].counts) == 8
    assert ("output.weight" in found) == with_output


def test_the_tool_goes_on_from_our_matrix_and_we_from_its(
    experts: Path, text: Path, tmp_path: Path
) -> None:
    _matrix(experts, text, tmp_path / "ours.gguf")
    _matrix_tool(experts, text, tmp_path / "theirs.gguf")

    _matrix(experts, text, tmp_path / "both_ours.gguf", merge=(str(tmp_path / "theirs.gguf"),))
    _matrix_tool(experts, text, tmp_path / "both_theirs.gguf", "--in-file", tmp_path / "ours.gguf")

    _same_matrix(tmp_path / "both_ours.gguf", tmp_path / "both_theirs.gguf")


def test_the_older_format_of_the_tool_says_the_same(tiny: Path, text: Path, tmp_path: Path) -> None:
    _matrix(tiny, text, tmp_path / "ours.gguf")
    _matrix_tool(tiny, text, tmp_path / "theirs.dat", "--output-format", "dat")

    ours, older = (
        imatrix_file.read(tmp_path / "ours.gguf"),
        imatrix_file.read(tmp_path / "theirs.dat"),
    )

    assert (older.chunk_count, older.datasets) == (ours.chunk_count, ours.datasets)
    assert older.weights().keys() == ours.weights().keys()
    for name, weights in ours.weights().items():
        np.testing.assert_allclose(older.weights()[name], weights, rtol=1e-5)


def test_the_tool_quantizes_with_our_matrix_as_with_its_own(
    tiny: Path, text: Path, tmp_path: Path
) -> None:
    for name in ("ours", "theirs"):
        (tmp_path / name).mkdir()
    _matrix(tiny, text, tmp_path / "ours" / "matrix.gguf")
    _matrix_tool(tiny, text, tmp_path / "theirs" / "matrix.gguf")

    for name in ("ours", "theirs"):
        peer_tool(
            "llama-quantize", "--imatrix", "matrix.gguf", tiny, "model.gguf", "Q4_K_M",
            cwd=tmp_path / name,
        )  # fmt: skip

    results = [(tmp_path / name / "model.gguf").read_bytes() for name in ("ours", "theirs")]
    assert results[0] == results[1]
