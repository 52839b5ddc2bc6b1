"""What localllm writes is what llama-quantize writes, to the last byte of the file.

ggml makes tables for its smallest types, up to 12 seconds of work in each process: so one file
that has every type is made once, and the recipes that use them are compared by their plans.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from helpers.tiny_llama import imatrix_of, tiny_llama, weights, write_imatrix
from helpers.tools import peer_tool

from localllm.jobs import quantize
from localllm.jobs.tasks import Quantize, Quantized, TensorRule
from localllm.models.quantization.recipes import RECIPES, TENSOR_TYPES

pytestmark = pytest.mark.peer

SLOW = {"IQ1_S", "IQ1_M", "IQ2_S", "IQ2_M", "IQ2_XS", "IQ2_XXS", "IQ3_XXS", "IQ3_XS"}
QUICK = [recipe.name for recipe in RECIPES if recipe.name not in SLOW]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("quantize")


@pytest.fixture(scope="module")
def tiny(folder: Path) -> Path:
    return tiny_llama(folder / "tiny.gguf", layers=4)


@pytest.fixture(scope="module")
def imatrix(folder: Path) -> Path:
    return write_imatrix(folder / "tiny.imatrix.gguf", imatrix_of(weights(layers=4)))


def ours(
    source: Path, target: Path, recipe: str, imatrix: Path | None = None, **how: object
) -> Quantized:
    named = {"imatrix": str(imatrix)} if imatrix else {}
    task = Quantize(str(source), str(target), recipe, **named, **how)  # type: ignore[arg-type]
    return quantize.run(task, lambda *_: None)


def theirs(source: Path, target: Path, recipe: str, imatrix: Path | None, *more: str) -> None:
    named = ["--imatrix", imatrix.name] if imatrix else []  # as a name, which is what we note
    peer_tool(
        "llama-quantize", "--allow-requantize", *more, *named, source, target, recipe,
        cwd=imatrix.parent if imatrix else None,
    )  # fmt: skip


def same(tmp_path: Path, source: Path, recipe: str, imatrix: Path | None = None) -> None:
    theirs(source, tmp_path / "theirs.gguf", recipe, imatrix)
    ours(source, tmp_path / "ours.gguf", recipe, imatrix)
    assert (tmp_path / "ours.gguf").read_bytes() == (tmp_path / "theirs.gguf").read_bytes()


@pytest.mark.parametrize("recipe", QUICK)
def test_the_same_bytes(tiny: Path, tmp_path: Path, recipe: str) -> None:
    if recipe != "Q2_K_S":  # needs one
        same(tmp_path, tiny, recipe)


@pytest.mark.parametrize("recipe", [r for r in QUICK if r not in ("COPY", "F32", "F16", "BF16")])
def test_the_same_bytes_with_an_importance_matrix(
    tiny: Path, imatrix: Path, tmp_path: Path, recipe: str
) -> None:
    same(tmp_path, tiny, recipe, imatrix)


def test_every_type_of_a_tensor_has_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    names = [name for name in TENSOR_TYPES if name not in ("f32", "f16", "bf16")]
    source = tiny_llama(folder / "deep.gguf", layers=len(names))
    imatrix = write_imatrix(folder / "deep.imatrix.gguf", imatrix_of(weights(layers=len(names))))
    rules = [(rf"blk\.{i}\.(attn_q|ffn_down)", name) for i, name in enumerate(names)]
    options = [part for pattern, name in rules for part in ("--tensor-type", f"{pattern}={name}")]
    both = tuple(TensorRule(*rule) for rule in rules)
    with ThreadPoolExecutor() as beside:
        peer = beside.submit(theirs, source, tmp_path / "theirs.gguf", "Q4_0", imatrix, *options)
        done = ours(source, tmp_path / "ours.gguf", "Q4_0", imatrix, rules=both)
        peer.result()
    assert {t.after for t in done.tensors} >= set(names)
    assert (tmp_path / "ours.gguf").read_bytes() == (tmp_path / "theirs.gguf").read_bytes()


@pytest.mark.parametrize("recipe", sorted(SLOW))
def test_the_slow_recipes_choose_the_same_types(
    tiny: Path, imatrix: Path, tmp_path: Path, recipe: str
) -> None:
    said = peer_tool("llama-quantize", "--dry-run", "--imatrix", imatrix, tiny, recipe)
    line = re.compile(r"\] (\S+) +- \[.*size = .* MiB -> .* MiB \((\S+)\)")
    expected = {name: kind.lower() for name, kind in line.findall(said)}
    planned = ours(tiny, tmp_path / "none.gguf", recipe, imatrix, dry_run=True)
    assert len(expected) > 20
    assert {t.name: t.after for t in planned.tensors if t.before != t.after} == expected


@pytest.mark.parametrize("how", [("--pure", {"pure": True}), ("--output-type q5_k", {})])
def test_the_same_bytes_with_other_options(
    tiny: Path, imatrix: Path, tmp_path: Path, how: tuple[str, dict[str, object]]
) -> None:
    flags, ours_too = how
    more = (flags,)
    if not ours_too:
        more = ("--output-tensor-type", "q5_k", "--token-embedding-type", "q6_k")
        ours_too = {"output_type": "q5_k", "embedding_type": "q6_k"}
    theirs(tiny, tmp_path / "theirs.gguf", "Q3_K_M", imatrix, *more)
    ours(tiny, tmp_path / "ours.gguf", "Q3_K_M", imatrix, **ours_too)
    assert (tmp_path / "ours.gguf").read_bytes() == (tmp_path / "theirs.gguf").read_bytes()


@pytest.mark.parametrize("recipe", ["Q4_K_M", "Q5_0"])
def test_the_same_bytes_with_experts(folder: Path, tmp_path: Path, recipe: str) -> None:
    source = tiny_llama(folder / "moe.gguf", experts=4)
    imatrix = write_imatrix(folder / "moe.imatrix.gguf", imatrix_of(weights(experts=4)))
    same(tmp_path, source, recipe, imatrix)


@pytest.mark.model
@pytest.mark.parametrize("recipe", ["Q4_K_M", "Q8_0"])
def test_the_same_bytes_of_a_real_model(starter_model: Path, tmp_path: Path, recipe: str) -> None:
    same(tmp_path, starter_model, recipe)
