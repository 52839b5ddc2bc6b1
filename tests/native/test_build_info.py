"""What the build says of itself, and that the bindings were made for it."""

from __future__ import annotations

import ctypes
import json
from typing import Any

import pytest

from localllm.llama import lib
from localllm.llama.shim import Shim


@pytest.fixture
def info(shim: Shim) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(shim.take(shim.lib.shim_build_info()))
    return found


def test_every_struct_has_the_size_that_the_bindings_give_it(
    info: dict[str, Any], native: lib.Native
) -> None:
    sizes = {name: ctypes.sizeof(getattr(native.llama, name)) for name in info["structs"]}

    assert sizes == info["structs"]


def test_the_structs_that_are_passed_by_value_are_among_them(info: dict[str, Any]) -> None:
    by_value = {"llama_batch", "llama_context_params", "llama_model_params"}

    assert by_value <= set(info["structs"])


def test_it_names_the_library_it_was_built_with(info: dict[str, Any], native: lib.Native) -> None:
    assert info["llama_version"] == native.llama.llama_version().decode()


def test_the_abort_callback_answers_with_the_flag(shim: Shim) -> None:
    flag = shim.lib.shim_abort_new()
    answers = []
    for value in (False, True, False):
        shim.lib.shim_abort_set(flag, value)
        answers.append(shim.lib.shim_abort_callback(flag))
    shim.lib.shim_abort_free(flag)

    assert answers == [False, True, False]
