"""GPUs: modules are loaded where a driver is, and their devices chosen by name."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from localllm import errors
from localllm.llama import gpu_modules, modules
from localllm.llama.ggml import CPU, GPU, Ggml
from localllm.llama.gpu_modules import GpuModule
from localllm.llama.modules import Module, ModuleError

CUDA, VULKAN = (Module(name, Path(f"/x/libggml-{name}.so")) for name in ("cuda", "vulkan"))


class Registry:
    """ggml's: a backend is an address, 7 has one GPU, 8 has none."""

    def __init__(self) -> None:
        self.registered: list[int] = []

    def register(self, backend: int) -> None:
        self.registered.append(backend)

    def backend_devices(self, backend: int) -> list[int]:
        return [70] if backend == 7 else []

    def devices(self) -> list[int]:
        return [70, 1] if self.registered else [1]

    def device_type(self, device: int) -> int:
        return GPU if device == 70 else CPU

    def device_name(self, device: int) -> str:
        return "Vulkan0" if device == 70 else "CPU"

    def load(self, *found: Module, wanted: str = "auto") -> list[GpuModule]:
        return gpu_modules.load(cast(Ggml, self), found, wanted)

    def select(self, wanted: str, *loaded: GpuModule) -> tuple[int, ...] | None:
        return gpu_modules.selected(cast(Ggml, self), wanted, loaded)


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Registry:
    """Every driver is there, and a module's backend has one device."""
    monkeypatch.setattr(gpu_modules, "_DRIVERS", {})
    monkeypatch.setattr(modules, "init", lambda module: 7)
    return Registry()


def test_a_module_whose_driver_works_is_registered_with_its_devices(registry: Registry) -> None:
    (told,) = registry.load(VULKAN, Module("cpu-zen4", Path("/x")))

    assert (told.name, told.devices, told.why) == ("vulkan", ("Vulkan0",), "")
    assert registry.registered == [7]


def test_without_its_driver_a_module_is_not_even_opened(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(module: Module) -> int:
        raise AssertionError(f"{module.name} was opened")

    missing = "libnobodyhasthis.so.1"
    drivers = {"cuda": dict.fromkeys(("linux", "darwin", "win32"), missing)}
    monkeypatch.setattr(gpu_modules, "_DRIVERS", drivers)
    monkeypatch.setattr(modules, "init", opened)

    (told,) = registry.load(CUDA)
    assert told.why == f"there is no driver: {missing} is not on this computer"
    assert not registry.registered


def test_a_driver_without_a_gpu_is_a_reason_too(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(modules, "init", lambda module: 8)

    (told,) = registry.load(VULKAN)
    assert "knows no GPU" in told.why
    assert not registry.registered


def test_one_that_fails_leaves_the_others_alone(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    def init(module: Module) -> int:
        if module is CUDA:
            raise ModuleError("libcudart.so.12: cannot open shared object file")
        return 7

    monkeypatch.setattr(modules, "init", init)
    cuda, vulkan = registry.load(CUDA, VULKAN)

    assert "libcudart.so.12" in cuda.why
    assert vulkan.devices == ("Vulkan0",)


def test_switched_off_none_is_loaded(registry: Registry) -> None:
    (told,) = registry.load(VULKAN, wanted="off")

    assert "switched off" in told.why
    assert not registry.registered
    assert registry.select("off", told) == ()


def test_devices_are_chosen_by_name_or_left_to_llama_cpp(registry: Registry) -> None:
    loaded = registry.load(VULKAN)

    assert registry.select("auto", *loaded) is None
    assert registry.select("vulkan0", *loaded) == (70,)


def test_an_unknown_gpu_is_refused_with_those_there_are_and_why_not_more(
    registry: Registry,
) -> None:
    loaded = [*registry.load(VULKAN), GpuModule("cuda", "/x", why="there is no driver")]

    with pytest.raises(errors.EngineError, match=r"no GPU 'CUDA0'\. There is Vulkan0") as raised:
        registry.select("Vulkan0,CUDA0", *loaded)
    assert "cuda: there is no driver" in raised.value.message


# --- a folder besides that of the libraries -------------------------------------------------------


@pytest.fixture
def extra(tmp_path: Path) -> Path:
    (tmp_path / "libggml-vulkan.so").touch()
    (tmp_path / "libggml-cpu-zen4.so").touch()
    (tmp_path / gpu_modules.STAMP).write_text('{"source_sha256": "abc"}')
    return tmp_path


@pytest.fixture(autouse=True)
def only_elsewhere_than_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")


def test_modules_of_the_same_source_are_taken_from_another_folder(extra: Path) -> None:
    found, why = gpu_modules.in_extra_folder(extra, "abc")

    assert [module.name for module in found] == ["vulkan"]  # the CPU's come with the libraries
    assert why == ""


def test_those_of_another_source_are_left_alone(extra: Path) -> None:
    found, why = gpu_modules.in_extra_folder(extra, "def")

    assert (found, "another release" in why) == ([], True)


@pytest.mark.parametrize("stamp", ["", "{}", "[1"])
def test_without_a_word_about_their_source_too(extra: Path, stamp: str) -> None:
    (extra / gpu_modules.STAMP).write_text(stamp)
    found, why = gpu_modules.in_extra_folder(extra, "abc")

    assert (found, gpu_modules.STAMP in why) == ([], True)


def test_a_folder_with_nothing_in_it_is_said(tmp_path: Path) -> None:
    assert "holds no modules" in gpu_modules.in_extra_folder(tmp_path, "abc")[1]
