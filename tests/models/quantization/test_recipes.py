from __future__ import annotations

import re
import subprocess

import pytest
from helpers.tools import peer_folder

from localllm import errors
from localllm.models.header.ggml_types import FILE_TYPES
from localllm.models.quantization.recipes import (
    ALIASES,
    RECIPES,
    find_recipe,
    find_tensor_type,
    imatrix_missing,
)


def test_a_recipe_is_found_whatever_its_case_and_by_its_alias() -> None:
    assert find_recipe(" q4_k_m ").name == "Q4_K_M"
    assert find_recipe("Q4_K").name == "Q4_K_M"


@pytest.mark.parametrize(
    ("name", "words"),
    [("Q4_KM", "did you mean Q4_K_M"), ("Q9", "--list"), ("", "Q4_K_M is the usual")],
)
def test_an_unknown_recipe_is_refused_with_a_hint(name: str, words: str) -> None:
    with pytest.raises(errors.BadRequest, match=words):
        find_recipe(name)


def test_an_unknown_type_of_a_tensor_is_refused_with_those_there_are() -> None:
    assert find_tensor_type("Q6_K") == 14
    with pytest.raises(errors.BadRequest, match="q6_k"):
        find_tensor_type("q8_1")


def test_the_list_goes_from_large_to_small() -> None:
    bits = [recipe.bits for recipe in RECIPES if recipe.name not in ("COPY", "MXFP4_MOE")]
    assert bits == sorted(bits, reverse=True)


def test_names_and_numbers_agree_with_those_of_headers() -> None:
    assert {r.ftype: r.name for r in RECIPES if r.name != "COPY"} == {
        number: name for number, name in FILE_TYPES.items() if name != "NVFP4"
    }


def test_embeddings_need_no_importance_matrix_but_where_ggml_does() -> None:
    recipe = find_recipe("IQ2_M")
    iq2_s, iq1_s, q2_k = 22, 19, 10
    assert imatrix_missing("blk.0.ffn_up.weight", iq2_s, recipe)
    assert not imatrix_missing("token_embd.weight", iq2_s, recipe)
    assert imatrix_missing("token_embd.weight", iq1_s, recipe)
    assert not imatrix_missing("blk.0.ffn_up.weight", q2_k, recipe)
    assert imatrix_missing("blk.0.ffn_up.weight", q2_k, find_recipe("Q2_K_S"))


@pytest.mark.peer
def test_the_recipes_are_those_that_llama_quantize_lists() -> None:
    said = subprocess.run(
        [peer_folder() / "llama-quantize", "--help"], capture_output=True, text=True, check=False
    ).stdout
    listed = re.findall(r"^ +(?:(\d+)  or  )?(\S+) +: (.*)$", said, re.MULTILINE)
    names = {name: int(number or 0) for number, name, _ in listed}
    assert names == {r.name: r.ftype for r in RECIPES} | {
        alias: find_recipe(name).ftype for alias, name in ALIASES.items()
    }
    assert {name: words.split()[-1] for _, name, words in listed if "alias" in words} == ALIASES
