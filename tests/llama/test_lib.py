"""Loading the native build, and refusing one that does not belong to these bindings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from localllm import errors
from localllm.llama import lib
from localllm.llama.lib import BuildInfo, check_build
from localllm.llama.shim import ABI_VERSION, check_abi


def build(structs: dict[str, int] | None = None, version: str = "1.2.3") -> BuildInfo:
    return BuildInfo(llama_version=version, structs=structs or {"llama_batch": 56})


def in_child(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a fresh interpreter: a process loads a native build once."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_parts_of_one_build_are_accepted() -> None:
    check_build(build({"llama_batch": 56}), {"llama_batch": 56}, "1.2.3")


def test_a_struct_of_another_size_is_refused_with_both_sizes_and_what_to_do() -> None:
    with pytest.raises(errors.NativeMismatch) as raised:
        check_build(build({"llama_batch": 64}), {"llama_batch": 56}, "1.2.3")

    message = raised.value.message
    assert "llama_batch: 64 bytes in llama.cpp 1.2.3, 56 bytes" in message
    assert "different releases" in message
    assert "Install the llama-cpp-python that localllm pins" in message
    assert raised.value.detail["native_bytes"] == 64


def test_a_struct_that_the_bindings_do_not_declare_is_no_mismatch() -> None:
    check_build(build({"llama_batch": 56, "llama_new_thing": 8}), {"llama_batch": 56}, "1.2.3")


def test_a_shim_of_another_llama_is_refused_with_both_versions() -> None:
    with pytest.raises(errors.NativeMismatch, match=r"against llama\.cpp 1\.0, .* is 2\.0"):
        check_build(build(version="1.0"), {}, "2.0")


def test_another_abi_is_refused_with_both_numbers() -> None:
    with pytest.raises(errors.NativeMismatch, match=f"version 99 .* needs version {ABI_VERSION}"):
        check_abi(99)


def test_load_gives_the_same_build_every_time(native: lib.Native) -> None:
    assert lib.load() is native


def test_a_second_build_in_one_process_is_refused(native: lib.Native, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="loaded already"):
        lib.load(tmp_path)


def test_the_shim_reports_the_sizes_of_the_structs_that_are_passed_by_value(
    native: lib.Native,
) -> None:
    by_value = {"llama_batch", "llama_model_params", "llama_context_params"}

    assert by_value <= native.build.structs.keys()


def test_the_high_level_bindings_are_never_imported() -> None:
    code = (
        "import json, sys; from localllm.llama import lib; lib.load();"
        "print(json.dumps([name for name in sys.modules if name.startswith('llama_cpp')]))"
    )
    loaded = json.loads(in_child(code).stdout)

    assert "llama_cpp.llama_cpp" in loaded
    assert "llama_cpp.llama" not in loaded


def test_loading_says_nothing_on_the_standard_streams() -> None:
    done = in_child("from localllm.llama import lib; lib.load()")

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_folder_without_libraries_is_an_engine_error_that_names_it(tmp_path: Path) -> None:
    code = (
        "from localllm import errors\nfrom localllm.llama import lib\n"
        "try:\n    lib.load()\nexcept errors.EngineError as error:\n    print(error.message)"
    )
    message = in_child(code, LOCALLLM_NATIVE_DIR=str(tmp_path)).stdout

    assert f"cannot be loaded from {tmp_path}" in message
    assert "LOCALLLM_NATIVE_DIR" in message
