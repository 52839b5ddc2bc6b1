"""The task itself, in this process: what it makes, says and refuses."""

from __future__ import annotations

import struct
from collections import namedtuple
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from helpers.arch_models import SHAPES, write_model
from helpers.tiny_llama import metadata, tiny_llama, weights, write

from localllm import errors
from localllm.jobs import quantize
from localllm.jobs.quantize_plan import Imatrix, make_plan, open_source
from localllm.jobs.tasks import Quantize, Quantized, TensorRule
from localllm.models.header.gguf import read_header
from localllm.models.quantization.recipes import RECIPES
from localllm.models.temporary import is_temporary

Told = list[tuple[str, float, float, str]]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_llama(tmp_path_factory.mktemp("tiny") / "tiny.gguf")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out.gguf"


def run(source: Path, target: Path, recipe: str = "Q4_K_M", **how: Any) -> Quantized:
    return quantize.run(Quantize(str(source), str(target), recipe, **how), lambda *_: None)


def test_the_size_is_known_to_the_byte_beforehand(tiny: Path, target: Path) -> None:
    planned = run(tiny, target, dry_run=True)
    assert not target.exists()
    done = run(tiny, target)
    assert planned.size_bytes == done.size_bytes == target.stat().st_size
    assert planned.tensors == done.tensors
    assert (planned.dry_run, done.dry_run) == (True, False)


@pytest.mark.parametrize("width", [192, 36], ids=["falls back to 32", "falls back to F16"])
def test_the_size_is_exact_where_types_fall_back(width: int, tmp_path: Path, target: Path) -> None:
    source = tiny_llama(tmp_path / "odd.gguf", width=width, ff=96)
    assert run(source, target).size_bytes == target.stat().st_size


def test_the_size_is_exact_with_experts_and_names_of_all_kinds(
    tmp_path: Path, target: Path
) -> None:
    arrays = weights(experts=4)
    arrays["blk.0.attn_q.bias"] = np.ones(256, np.float32)
    entries = metadata(experts=4) | {"general.tags": ["a", "bc"], "x": 1.5, "y": True, "z": [1, 2]}
    source = write(tmp_path / "moe.gguf", entries, arrays)
    done = run(source, target, "Q5_0")
    assert done.size_bytes == target.stat().st_size
    assert {len(t.shape) for t in done.tensors} == {1, 2, 3}


def test_bits_are_those_of_all_tensors(tiny: Path, target: Path) -> None:
    done = run(tiny, target, "Q8_0")
    n_norms = 5 * 256  # stay F32
    n_weights = sum(int(np.prod(t.shape)) for t in done.tensors) - n_norms
    bits = (n_weights * 8.5 + n_norms * 32) / (n_weights + n_norms)
    assert done.bits_per_weight == pytest.approx(bits)


def test_progress_goes_by_tensors_up_to_the_end(tiny: Path, target: Path) -> None:
    told: Told = []
    quantize.run(Quantize(str(tiny), str(target), "Q4_0"), lambda *each: told.append(each))
    done = [each[1] for each in told]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, told[-1][2])
    assert told[3][3] == "blk.0.attn_k.weight, 4 of 21"


def test_what_the_source_says_of_itself_is_kept(tiny: Path, target: Path) -> None:
    run(tiny, target, "Q6_K")
    header = read_header(target)
    assert (header.text("general.name"), header.text("general.license")) == ("Tiny", "apache-2.0")
    assert header.number("general.file_type") == 18


def test_a_source_in_parts_becomes_one_file(tmp_path: Path, target: Path) -> None:
    whole = tiny_llama(tmp_path / "whole.gguf")
    arrays = [*weights().items()]
    for number, some in enumerate((arrays[:9], arrays[9:])):
        entries = metadata() if number == 0 else {}
        # u16, u16 and i32, as llama.cpp wants them
        split = {
            "split.no": struct.pack("<IH", 2, number),
            "split.count": struct.pack("<IH", 2, 2),
            "split.tensors.count": struct.pack("<Ii", 5, len(arrays)),
        }
        write(tmp_path / f"p-{number + 1:05d}-of-00002.gguf", entries | split, dict(some))
    run(whole, tmp_path / "copy.gguf", "COPY")
    for number in (1, 2):  # any part is the model
        source = tmp_path / f"p-{number:05d}-of-00002.gguf"
        assert run(source, target, "COPY", force=True).size_bytes == target.stat().st_size
        assert target.read_bytes() == (tmp_path / "copy.gguf").read_bytes()
    assert run(source, target, "Q4_K_M", force=True).size_bytes == target.stat().st_size
    with pytest.raises(errors.BadRequest, match="its own source"):
        run(source, tmp_path / "p-00001-of-00002.gguf", force=True)


def test_another_alignment_of_the_source_is_mended(tmp_path: Path, target: Path) -> None:
    source = write(tmp_path / "wide.gguf", metadata() | {"general.alignment": 128}, weights())
    done = run(source, target)
    header = read_header(target)
    assert (header.alignment, header.file_size) == (32, target.stat().st_size)
    assert done.size_bytes == target.stat().st_size


def test_types_for_single_tensors(tiny: Path, target: Path) -> None:
    rules = (TensorRule(r"BLK\.0\.", "q6_k"), TensorRule("ffn_gate", "Q8_0"))
    done = run(tiny, target, rules=rules, output_type="q5_0", embedding_type="q8_0")
    after = {t.name: t.after for t in done.tensors}
    assert after["blk.0.ffn_gate.weight"] == "q6_k"
    assert after["blk.1.ffn_gate.weight"] == "q8_0"
    assert after["blk.1.ffn_up.weight"] == "q4_k"
    assert (after["output.weight"], after["token_embd.weight"]) == ("q5_0", "q8_0")
    assert done.size_bytes == target.stat().st_size


def test_a_rule_that_matches_nothing_is_told(tiny: Path, target: Path) -> None:
    done = run(tiny, target, rules=(TensorRule("attn_z", "q6_k"),), dry_run=True)
    assert "No tensor's name matches 'attn_z'" in done.warnings[0]
    done = run(tiny, target, "F16", rules=(TensorRule("attn_q", "q6_k"),), dry_run=True)
    assert "count for nothing" in " ".join(done.warnings)


def test_tensors_that_fell_back_are_told(tmp_path: Path, target: Path) -> None:
    done = run(tiny_llama(tmp_path / "t.gguf", width=192), target, dry_run=True)
    assert "Q5_0 instead of Q4_K (rows of 192)" in " ".join(done.warnings)


def test_quantizing_again_is_a_warning_or_strictly_refused(
    tiny: Path, tmp_path: Path, target: Path
) -> None:
    once = tmp_path / "once.gguf"
    assert run(tiny, once, "Q8_0").warnings == ()
    with pytest.raises(errors.BadRequest, match=r"quantized already \(Q8_0\)"):
        run(once, target, strict=True)
    assert "quantized already" in run(once, target).warnings[0]
    assert "larger than its source" in run(target, tmp_path / "big.gguf", "Q8_0").warnings[-1]


def test_what_needs_an_importance_matrix_is_refused_without(tiny: Path, target: Path) -> None:
    for recipe in RECIPES:
        if recipe.needs_imatrix:
            with pytest.raises(errors.BadRequest, match="--calibrate") as caught:
                run(tiny, target, recipe.name, dry_run=True)
            assert caught.value.detail["param"] == "imatrix"
        else:
            assert run(tiny, target, recipe.name, dry_run=True)
    assert not target.exists()


def test_an_importance_matrix_of_another_model_is_refused(tiny: Path, target: Path) -> None:
    task = Quantize(str(tiny), str(target), "IQ2_XS")
    ones = np.ones(256, np.float32)
    with pytest.raises(errors.BadRequest, match="nothing about"):
        make_plan(open_source(tiny), task, Imatrix({"blk.0.attn_q.weight": ones}))
    with pytest.raises(errors.ModelError, match="another width"):
        make_plan(open_source(tiny), task, Imatrix({"blk.0.ffn_down.weight": ones}))


def test_a_type_that_the_rows_do_not_allow_is_refused_where_it_was_named(
    tmp_path: Path, target: Path
) -> None:
    source = tiny_llama(tmp_path / "t.gguf", width=192)
    with pytest.raises(errors.BadRequest, match="no multiple of 256"):
        run(source, target, output_type="q6_k")
    with pytest.raises(errors.BadRequest, match="token_embd"):
        run(source, target, embedding_type="iq4_xs")


def test_an_existing_target_is_kept_unless_forced(tiny: Path, target: Path) -> None:
    target.write_bytes(b"old")
    with pytest.raises(errors.BadRequest, match="--force"):
        run(tiny, target)
    assert target.read_bytes() == b"old"
    run(tiny, target, force=True)
    assert read_header(target).tensors
    assert not [path for path in target.parent.iterdir() if is_temporary(path)]


def test_the_source_is_never_its_own_target(tiny: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.gguf"
    link.symlink_to(tiny)
    for target in (tiny, link):
        with pytest.raises(errors.BadRequest, match="its own source"):
            run(tiny, target, force=True)
    with pytest.raises(errors.BadRequest, match="is a folder"):
        run(tiny, tmp_path)


def test_a_full_disk_is_noticed_before_a_byte_is_written(
    tiny: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", ["total", "used", "free"])
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage(10**9, 10**9 - 1000, 1000))
    with pytest.raises(errors.DiskFull, match="Make room"):
        run(tiny, target)
    assert list(target.parent.iterdir()) == []


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ({"general.type": "adapter"}, "LoRA adapter"),
        ({"general.type": "imatrix"}, "--imatrix"),
        ({"general.architecture": "hal9000"}, "hal9000"),
    ],
)
def test_what_is_no_model_is_refused(
    entries: dict[str, Any], words: str, tmp_path: Path, target: Path
) -> None:
    source = write(tmp_path / "odd.gguf", metadata() | entries, weights())
    with pytest.raises(errors.ModelError, match=words):
        run(source, target)


@pytest.mark.parametrize("name", ["qwen3-30b-a3b", "gemma-3-4b", "minilm-l6", "mamba2-130m"])
def test_every_kind_of_model_has_its_exact_size(name: str, tmp_path: Path, target: Path) -> None:
    """Experts, shared embeddings, embeddings alone (BERT), recurrent ones; all made small."""
    whole = SHAPES[name]
    experts, ff = min(whole.experts, 2), min(whole.ff, 512)
    shape = msgspec.structs.replace(whole, layers=2, vocab=64, experts=experts, used=experts, ff=ff)
    source = write_model(tmp_path / "model.gguf", shape, "F16", "F16")
    assert run(source, target).size_bytes == target.stat().st_size


def test_a_projector_is_quantized_but_for_what_must_stay(tmp_path: Path, target: Path) -> None:
    names = (
        "mm.0.weight",
        "v.blk.0.attn_q.weight",
        "v.patch_embd.weight",
        "v.position_embd.weight",
    )
    arrays = {name: np.full((64, 256), 0.5, np.float16) for name in names}
    source = write(
        tmp_path / "mmproj.gguf",
        {"general.architecture": "clip", "general.type": "mmproj", "clip.has_vision_encoder": True},
        arrays,
    )
    after = {t.name: t.after for t in run(source, target, "Q8_0").tensors}
    assert after == dict(zip(names, ("q8_0", "q8_0", "f16", "f16"), strict=True))


def test_a_vocabulary_is_refused(tmp_path: Path, target: Path) -> None:
    source = write(tmp_path / "vocab.gguf", metadata(), {})
    with pytest.raises(errors.ModelUnsupported, match="without weights"):
        run(source, target)


def test_a_failure_in_the_middle_leaves_the_old_file(tmp_path: Path, target: Path) -> None:
    arrays = weights()
    arrays["blk.1.ffn_up.weight"][0, 0] = np.inf
    source = write(tmp_path / "inf.gguf", metadata(), arrays)
    target.write_bytes(b"old")
    with pytest.raises(errors.ModelError, match="infinite"):
        run(source, target, force=True)
    assert target.read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["inf.gguf", "out.gguf"]
