"""Filling the registry: builds with backends compiled in and builds of modules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from localllm import errors
from localllm.llama import backends, modules
from localllm.llama.backends import Backends, Wanted
from localllm.llama.ggml import CPU, GPU, Ggml
from localllm.llama.gpu_modules import GpuModule


class Registry:
    """ggml's: a registered backend is one device, of the type that is its address."""

    def __init__(self, *compiled_in: int) -> None:
        self.there = list(compiled_in)

    def reg_count(self) -> int:
        return len(self.there)

    def register(self, backend: int) -> None:
        self.there.append(backend)

    def backend_devices(self, backend: int) -> Sequence[int]:
        return [backend]

    def devices(self) -> Sequence[int]:
        return self.there

    def device_type(self, device: int) -> int:
        return device

    def device_name(self, device: int) -> str:
        return "CPU" if device == CPU else "Fast0"

    def load(self, folder: Path, **wanted: str) -> Backends:
        return backends.load(cast(Ggml, self), folder, "abc", Wanted(**wanted))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Modules whose file says what they are: a score for a CPU's, nothing for a GPU's."""
    for name, score in {"cpu-small": "1", "cpu-large": "9", "fast": ""}.items():
        (tmp_path / f"libggml-{name}.so").write_text(score)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(modules, "score", lambda module: int(module.path.read_text()))
    monkeypatch.setattr(modules, "init", lambda module: CPU if module.cpu else GPU)
    return tmp_path


def test_of_modules_the_best_cpu_and_every_gpu_are_registered(folder: Path) -> None:
    registry = Registry()
    found = registry.load(folder)

    assert registry.there == [GPU, CPU]  # the order in which ggml's own search has them
    assert found.cpu_module == "large"
    assert [module.name for module in found.cpu_modules] == ["large", "small"]
    assert found.gpus is None


def test_what_is_wanted_is_taken(folder: Path) -> None:
    found = Registry().load(folder, cpu_module="small", gpu="off")

    assert found.cpu_module == "small"
    assert found.gpus == ()


def test_backends_that_are_compiled_in_are_not_searched_for(folder: Path) -> None:
    registry = Registry(CPU)

    assert registry.load(folder).cpu_module == ""
    assert registry.there == [CPU]


def test_where_the_cpu_is_compiled_in_none_can_be_chosen(folder: Path) -> None:
    with pytest.raises(errors.EngineError, match=r"'small' cannot be chosen.* preset cpu-all"):
        Registry(CPU).load(folder, cpu_module="small")


def test_a_build_without_a_cpu_is_refused(tmp_path: Path) -> None:
    with pytest.raises(errors.EngineError, match="No CPU module"):
        Registry().load(tmp_path)
    with pytest.raises(errors.EngineError, match="hold no CPU backend"):
        Registry(GPU).load(tmp_path)


def test_an_extra_folder_that_cannot_be_used_is_a_note_and_no_end(
    folder: Path, tmp_path: Path
) -> None:
    found = Registry().load(folder, extra=str(tmp_path / "nowhere"))

    assert found.cpu_module == "large"
    (note,) = found.notes
    assert "nowhere holds no modules" in note


def test_what_is_wanted_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Wanted.of_environment() == Wanted("auto", "auto", "")
    monkeypatch.setenv("LOCALLLM_CPU_MODULE", " AVX2 ")
    monkeypatch.setenv("LOCALLLM_GPU", "Vulkan0")
    monkeypatch.setenv("LOCALLLM_NATIVE_EXTRA", "/more")
    assert Wanted.of_environment() == Wanted("avx2", "Vulkan0", "/more")


def test_the_log_is_told_what_was_taken_and_why_the_rest_was_not() -> None:
    fast = GpuModule("fast", "/x", devices=("Fast0",))
    slow = GpuModule("slow", "/x", why="there is no driver")
    found = Backends(cpu_module="haswell", gpu_modules=(fast, slow), notes=("a note",))

    assert backends.lines(found) == [
        "CPU module haswell", "fast module: Fast0", "slow module: there is no driver", "a note",
    ]  # fmt: skip
