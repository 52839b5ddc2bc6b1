"""Modules of backends: what a folder holds, and why one is not used. Small C files play them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from localllm.llama import modules
from localllm.llama.modules import API_VERSION, Module, ModuleError

if sys.platform == "win32" or not (_CC := shutil.which("cc")):
    pytest.skip("needs a C compiler that builds shared libraries", allow_module_level=True)

Build = Callable[..., Module]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    """Compiles a module of this source into a folder whose name is no easy one."""
    folder = tmp_path / "mödules and 模块"
    folder.mkdir()

    def build_one(name: str, source: str = "int nothing;") -> Module:
        path = folder / f"libggml-{name}.so"
        command = [str(_CC), "-shared", "-fPIC", "-x", "c", "-", "-o", str(path)]
        subprocess.run(command, input=source, text=True, check=True)
        return Module(name, path)

    return build_one


def test_a_folder_is_searched_for_modules_and_nothing_else(tmp_path: Path) -> None:
    for name in ("libggml-cpu-zen4.so", "libggml-vulkan.so", "libggml-base.so", "libggml.so",
                 "libllama.so", "readme.txt"):  # fmt: skip
        (tmp_path / name).touch()

    found = modules.find(tmp_path)
    assert [(module.name, module.cpu) for module in found] == [("cpu-zen4", "zen4"), ("vulkan", "")]


def test_a_folder_that_is_not_there_holds_none(tmp_path: Path) -> None:
    assert modules.find(tmp_path / "nowhere") == []


def test_a_module_scores_itself(build: Build) -> None:
    assert modules.score(build("cpu-a", "int ggml_backend_score(void) { return 55; }")) == 55
    assert modules.score(build("cpu-b", "int ggml_backend_score(void) { return 0; }")) == 0


def test_a_read_only_folder_will_do(build: Build) -> None:
    module = build("cpu-a", "int ggml_backend_score(void) { return 7; }")
    module.path.chmod(0o444)
    module.path.parent.chmod(0o555)
    try:
        assert modules.score(module) == 7
    finally:
        module.path.parent.chmod(0o755)


def test_what_it_hands_to_the_registry_is_its_own(build: Build) -> None:
    source = f"int reg[9] = {{{API_VERSION}}}; void *ggml_backend_init(void) {{ return reg; }}"
    assert modules.init(build("gpu", source))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("int nothing;", "ggml_backend_init is missing"),
        ("void *ggml_backend_init(void) { return 0; }", "no driver that works"),
        ("int reg[9] = {99}; void *ggml_backend_init(void) { return reg; }", "version 99"),
    ],
)
def test_why_a_module_is_not_used_is_said(build: Build, source: str, words: str) -> None:
    with pytest.raises(ModuleError, match=words):
        modules.init(build("gpu", source))


def test_half_a_file_is_no_module(build: Build) -> None:
    module = build("gpu")
    module.path.write_bytes(module.path.read_bytes()[:300])

    with pytest.raises(ModuleError):
        modules.init(module)


def test_a_library_that_it_needs_and_that_is_missing_is_named(build: Build) -> None:
    needed = build("needed")
    path = needed.path.with_name("libggml-cuda.so")
    command = [str(_CC), "-shared", "-o", str(path), "-Wl,--no-as-needed", str(needed.path)]
    subprocess.run(command, check=True)
    needed.path.unlink()

    with pytest.raises(ModuleError, match="libggml-needed"):
        modules.init(Module("cuda", path))
