"""Folders of libraries for other computers, and what our tables say about ggml's modules."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from native.conftest import ROOT
from nativebuild import build, distribution, inputs, source

from localllm.llama import gpu_modules, modules
from localllm.llama.cpu_modules import _WIDEST

ELF = b"\x7fELF rest"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What CMake leaves: a cache that names libgomp, and modules."""
    (tmp_path / "system").mkdir()
    (tmp_path / "system" / "libgomp.so.1.0.0").write_bytes(ELF)
    (tmp_path / "libgomp.so").symlink_to(tmp_path / "system" / "libgomp.so.1.0.0")
    (tmp_path / "CMakeCache.txt").write_text(
        f"OpenMP_gomp_LIBRARY:FILEPATH={tmp_path}/libgomp.so\n"
        "OpenMP_pthread_LIBRARY:FILEPATH=/lib/libpthread.a\nOpenMP_gomp_LIBRARY-ADVANCED:INTERNAL=1\n"
    )
    (tmp_path / "bin").mkdir()
    for name in ("libggml-vulkan.so", "libggml-cpu-x64.so", "libllama.so"):
        (tmp_path / "bin" / name).write_bytes(ELF)
    return tmp_path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "lib"
    made.mkdir()
    (made / "libggml-cpu-x64.so").touch()
    return made


def test_a_folder_says_what_it_was_made_from(tree: Path, folder: Path) -> None:
    distribution.complete(tree, folder, "abc", "cpu-all")

    assert json.loads((folder / gpu_modules.STAMP).read_text())["source_sha256"] == "abc"
    found, why = gpu_modules.in_extra_folder(folder, "abc")
    assert (found, "no modules" in why) == ([], True)  # a CPU's module is none for there


def test_the_openmp_runtime_lies_beside_under_the_name_that_is_linked(
    tree: Path, folder: Path
) -> None:
    distribution.complete(tree, folder, "abc", "cpu-all")

    assert (folder / "libgomp.so.1").read_bytes() == ELF


def test_a_linker_script_is_followed(tree: Path, folder: Path) -> None:
    (tree / "libgomp.so").unlink()
    (tree / "libgomp.so").write_text(f"INPUT ( {tree}/system/libgomp.so.1.0.0 )\n")
    distribution.complete(tree, folder, "abc", "cpu-all")

    assert (folder / "libgomp.so.1").read_bytes() == ELF


def test_what_stays_on_this_computer_takes_its_own(tree: Path, folder: Path) -> None:
    distribution.complete(tree, folder, "abc", "cpu-native")

    assert not (folder / "libgomp.so.1").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="modules are DLLs there")
def test_a_module_is_copied_alone(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distribution.shutil, "which", lambda name: None)
    distribution.copy_module(tree, "ggml-vulkan", tmp_path / "module")

    assert [path.name for path in (tmp_path / "module").iterdir()] == ["libggml-vulkan.so"]


def test_a_module_is_a_product_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    targets = []

    def cmake(*arguments: str) -> None:
        if "--target" in arguments:
            targets.append(arguments[-1])
            made = Path(arguments[1]) / "bin"
            made.mkdir(parents=True)
            (made / "libggml-vulkan.so").write_bytes(ELF)
            (made.parent / "CMakeCache.txt").touch()

    monkeypatch.setenv("LOCALLLM_BUILD_CACHE", str(tmp_path))
    monkeypatch.setattr(build, "find", lambda cache: source.Source(Path("/nowhere"), "abc"))
    monkeypatch.setattr(build, "_cmake", cmake)
    monkeypatch.setattr(build, "_tool", lambda name: name)
    monkeypatch.setattr(inputs, "_identity", lambda compiler: compiler)
    monkeypatch.setattr(distribution.shutil, "which", lambda name: None)
    made = build.module("vulkan")

    assert targets == ["ggml-vulkan"]  # neither llama.cpp nor a CPU's modules are compiled for it
    assert gpu_modules.in_extra_folder(made, "abc")[1] == ""


def test_both_sides_mean_the_same_file() -> None:
    assert distribution.STAMP == gpu_modules.STAMP


def test_a_module_alone_is_of_a_gpu() -> None:
    command = [sys.executable, str(ROOT / "native" / "libraries.py"), "cpu-all", "--module"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert "needs the preset cuda or vulkan" in done.stderr


# --- what the pinned source says ------------------------------------------------------------------


@pytest.fixture
def ggml_source(templates_dir: Path) -> Path:
    return templates_dir.parents[1] / "ggml" / "src"


def test_the_widest_vectors_of_each_module_are_those_it_is_compiled_with(ggml_source: Path) -> None:
    lists = (ggml_source / "CMakeLists.txt").read_text("utf-8")
    variants = re.findall(r"ggml_add_cpu_backend_variant\((\w+)\s+(SSE42[\w ]*)\)", lists)
    widest = {
        name: next((low for flag, low in WIDTHS if flag in flags.split()), "")
        for name, flags in variants
    }
    assert {name: vectors for name, vectors in widest.items() if vectors} == _WIDEST


WIDTHS = (("AVX512", "avx512f"), ("AVX2", "avx2"), ("AVX", "avx"))


def test_the_version_of_the_interface_is_that_of_the_pinned_source(ggml_source: Path) -> None:
    header = (ggml_source / "ggml-backend-impl.h").read_text("utf-8")
    assert f"#define GGML_BACKEND_API_VERSION {modules.API_VERSION}\n" in header
