from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.tiny_llama import imatrix_of, metadata, tiny_llama, weights, write

from localllm import errors
from localllm.llama import quantize as native
from localllm.llama.ggml_types import ggml_types
from localllm.llama.quantize import Options, Step
from localllm.models.header.ggml_types import TYPES
from localllm.models.header.gguf import read_header
from localllm.models.quantization.recipes import TENSOR_TYPES, find_recipe

Q4_K_M, Q6_K, Q8_0 = 15, 14, 8


def options(recipe: str = "Q4_K_M", **changes: object) -> Options:
    return Options(ftype=find_recipe(recipe).ftype, **changes)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_llama(tmp_path_factory.mktemp("tiny") / "tiny.gguf")


def by_name(steps: list[Step]) -> dict[str, Step]:
    return {step.name: step for step in steps}


def test_the_plan_is_what_is_done(tiny: Path, tmp_path: Path) -> None:
    begun: list[Step] = []
    target = tmp_path / "out.gguf"
    done = native.quantize(tiny, target, options(), begun.append)
    assert native.plan(tiny, options()) == done
    assert [step.name for step in begun] == [step.name for step in done]
    written = {t.name: (t.type_name, t.shape) for t in read_header(target).tensors}
    assert written == {
        step.name: (step.after.upper(), tuple(n for n in step.shape if n > 1)) for step in done
    }
    assert [step.index for step in done] == list(range(1, done[0].count + 1))


def test_a_plan_writes_nothing(tiny: Path) -> None:
    before = sorted(tiny.parent.iterdir())
    native.plan(tiny, options())
    assert sorted(tiny.parent.iterdir()) == before


def test_the_shape_that_does_not_divide_is_told(tmp_path: Path) -> None:
    steps = by_name(native.plan(tiny_llama(tmp_path / "t.gguf", width=192), options()))
    assert (steps["blk.0.attn_q.weight"].fell_back, steps["blk.0.attn_q.weight"].after) == (
        "q4_K",
        "q5_0",
    )
    assert steps["blk.0.ffn_down.weight"].fell_back == ""  # rows of 512


def test_the_first_rule_that_matches_counts(tiny: Path) -> None:
    rules = ((r"blk\.0\.ffn_(up|down)", Q8_0), (r"ffn_down", Q6_K))
    steps = by_name(native.plan(tiny, options(rules=rules)))
    assert steps["blk.0.ffn_down.weight"].after == "q8_0"
    assert steps["blk.1.ffn_down.weight"].after == "q6_K"
    assert steps["blk.1.ffn_up.weight"].after == "q4_K"


def test_types_of_output_and_embeddings(tiny: Path) -> None:
    steps = by_name(native.plan(tiny, options(output_type=Q8_0, embedding_type=Q6_K)))
    assert steps["output.weight"].after == "q8_0"
    assert steps["token_embd.weight"].after == "q6_K"


def test_pure_takes_one_type_for_all(tiny: Path) -> None:
    steps = native.plan(tiny, options(pure=True))
    assert {step.after for step in steps} == {"q4_K", "f32"}


def test_layers_can_be_left_out(tiny: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.gguf"
    native.quantize(tiny, target, options(prune_layers=(0,)), lambda _: None)
    header = read_header(target)
    assert header.number("llama.block_count") == 1
    assert {t.name.split(".")[1] for t in header.tensors if t.name.startswith("blk.")} == {"0"}


def test_metadata_is_set_and_the_rest_kept(tiny: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.gguf"
    more = {"general.author": "A", "x.count": 3, "x.ratio": 0.5, "x.yes": True}
    native.quantize(tiny, target, options(metadata=more), lambda _: None)
    header = read_header(target)
    assert {key: header.metadata[key] for key in more} == more
    assert header.text("general.license") == "apache-2.0"
    assert header.number("general.file_type") == Q4_K_M
    assert header.number("general.quantization_version") == 2


def test_the_importance_matrix_changes_the_blocks(tiny: Path, tmp_path: Path) -> None:
    weighed = {name: sums / counts for name, (sums, counts) in imatrix_of(weights()).items()}
    files = []
    for number, imatrix in enumerate(({}, weighed)):
        files.append(tmp_path / f"{number}.gguf")
        native.quantize(tiny, files[-1], options(imatrix=imatrix), lambda _: None)
    assert files[0].stat().st_size == files[1].stat().st_size
    assert files[0].read_bytes() != files[1].read_bytes()


def test_a_small_buffer_gives_the_same_bytes(tiny: Path, tmp_path: Path) -> None:
    for number, size in enumerate((0, 4096)):
        target = tmp_path / f"{number}.gguf"
        native.quantize(tiny, target, options(buffer_bytes=size), lambda _: None)
    assert (tmp_path / "0.gguf").read_bytes() == (tmp_path / "1.gguf").read_bytes()


@pytest.mark.parametrize("pattern", ["(", "[a", "a{", "*"])
def test_a_pattern_that_is_none_is_the_askers_mistake(tiny: Path, pattern: str) -> None:
    with pytest.raises(errors.BadRequest, match="no regular expression") as caught:
        native.plan(tiny, options(rules=((pattern, Q8_0),)))
    assert caught.value.detail["param"] == "tensor"


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    arrays = weights()
    arrays["blk.1.ffn_up.weight"][3, 7] = np.nan
    source = write(tmp_path / "nan.gguf", metadata(), arrays)
    with pytest.raises(errors.ModelError, match="NaN"):
        native.quantize(source, tmp_path / "out.gguf", options(), lambda _: None)


def test_an_unknown_architecture_is_an_error_with_words(tmp_path: Path) -> None:
    source = write(
        tmp_path / "odd.gguf", metadata() | {"general.architecture": "hal9000"}, weights()
    )
    with pytest.raises(errors.ModelError, match="hal9000"):
        native.plan(source, options())


def test_the_types_are_those_that_llama_cpp_has() -> None:
    assert ggml_types().ids() == TENSOR_TYPES


# ggml makes tables for these at their first use, 5 to 12 seconds long; tests/peers has them all.
SLOW = {"iq1_s", "iq1_m", "iq2_s", "iq2_xs", "iq2_xxs"}


@pytest.mark.parametrize("name", sorted(TENSOR_TYPES.keys() - SLOW))
def test_rows_become_blocks_of_the_right_size_and_come_back(name: str) -> None:
    kind = TYPES[TENSOR_TYPES[name]]
    rows = np.random.default_rng(3).standard_normal((3, 512)).astype(np.float32)
    blocks = ggml_types().to_rows(TENSOR_TYPES[name], rows, np.ones(512, np.float32))
    assert blocks.shape == (3, 512 // kind.block * kind.size)
    back = ggml_types().to_floats(TENSOR_TYPES[name], blocks, 512)
    power = float((rows**2).mean())
    assert float(((rows - back) ** 2).mean()) < 0.75 * power  # the coarsest keep a third


@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
def test_floats_come_back_as_near_as_they_can(name: str) -> None:
    rows = np.array([[1.0, 0.1, -65504.0, 3.0e-5]], np.float32)
    back = ggml_types().to_floats(
        TENSOR_TYPES[name], ggml_types().to_rows(TENSOR_TYPES[name], rows, None), 4
    )
    exact = {
        "f32": rows,
        "f16": rows.astype(np.float16).astype(np.float32),
        "bf16": rows,
    }[name]
    assert np.allclose(back, exact, rtol=0 if name != "bf16" else 2**-8, atol=0)
