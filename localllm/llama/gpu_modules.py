"""Modules for GPUs: loaded where a driver is, and a reason said where none is.

They may lie beside the CPU modules or in a folder of their own. A missing driver is looked for by
the name of its library first: so a large module with all its kernels is not opened for nothing.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from localllm import errors
from localllm.llama import ggml, modules
from localllm.llama.modules import Module, ModuleError

AUTO, OFF = "auto", "off"

# Written by native/CMakeLists.txt into every folder of libraries.
STAMP = "localllm-native.json"

# What the maker's driver, or the system's loader of drivers, installs.
_DRIVERS = {
    "cuda": {"linux": "libcuda.so.1", "win32": "nvcuda.dll"},
    "vulkan": {"linux": "libvulkan.so.1", "win32": "vulkan-1.dll", "darwin": "libvulkan.1.dylib"},
}


class GpuModule(msgspec.Struct, frozen=True):
    """`devices` are the names of what it found; `why` says why it was not loaded, "" if it was."""

    name: str
    path: str
    devices: tuple[str, ...] = ()
    why: str = ""


class _Stamp(msgspec.Struct, frozen=True):
    source_sha256: str


def load(registry: ggml.Ggml, found: Iterable[Module], wanted: str) -> list[GpuModule]:
    """Registers those that work; with `wanted` off, none. Never raises for one that does not."""
    return [_load(registry, module, wanted) for module in found if not module.cpu]


def _load(registry: ggml.Ggml, module: Module, wanted: str) -> GpuModule:
    told = GpuModule(module.name, str(module.path))
    if wanted.lower() == OFF:
        return msgspec.structs.replace(told, why="GPUs are switched off (--gpu)")
    try:
        _check_driver(module.name)
        backend = modules.init(module)
        if not (devices := registry.backend_devices(backend)):
            raise ModuleError("its driver knows no GPU on this computer")
    except ModuleError as error:
        return msgspec.structs.replace(told, why=str(error))
    registry.register(backend)
    return msgspec.structs.replace(told, devices=tuple(map(registry.device_name, devices)))


def _check_driver(name: str) -> None:
    library = _DRIVERS.get(name.partition("-")[0], {}).get(sys.platform)
    if library is None:
        return
    try:
        ctypes.CDLL(library)
    except OSError:
        raise ModuleError(f"there is no driver: {library} is not on this computer") from None


def in_extra_folder(folder: Path, source_sha256: str) -> tuple[list[Module], str]:
    """The modules of a folder besides that of the libraries, and "" or why they are left alone.

    ggml's structs differ from release to release and nothing at run time would notice: so they must
    be of the same source, as the stamp beside them says.
    """
    found = [module for module in modules.find(folder) if not module.cpu]
    if not found:
        return [], f"{folder} holds no modules"
    try:
        stamp = msgspec.json.decode((folder / STAMP).read_bytes(), type=_Stamp)
    except (OSError, msgspec.MsgspecError):
        return (
            [],
            f"{folder} does not say what it was built from ({STAMP} is missing or unreadable)",
        )
    if stamp.source_sha256 != source_sha256:
        return [], f"{folder} was built from another release of llama.cpp"
    return found, ""


def selected(
    registry: ggml.Ggml, wanted: str, loaded: Sequence[GpuModule]
) -> tuple[int, ...] | None:
    """The devices that models are put on: None leaves it to llama.cpp, () is the CPU alone.

    `wanted` is auto, off, or names of devices with commas between. Raises EngineError for a name
    that no device has.
    """
    if wanted.lower() == AUTO:
        return None
    parts = () if wanted.lower() == OFF else wanted.split(",")
    names = [name.strip() for name in parts if name.strip()]
    gpus = {registry.device_name(gpu): gpu for gpu in _gpus(registry)}
    by_name = {name.lower(): gpu for name, gpu in gpus.items()}
    for name in names:
        if name.lower() not in by_name:
            raise _unknown(name, list(gpus), loaded)
    return tuple(by_name[name.lower()] for name in names)


def _gpus(registry: ggml.Ggml) -> list[int]:
    kinds = (ggml.GPU, ggml.INTEGRATED_GPU)
    return [gpu for gpu in registry.devices() if registry.device_type(gpu) in kinds]


def _unknown(name: str, there: list[str], loaded: Sequence[GpuModule]) -> errors.EngineError:
    reasons = [f"{module.name}: {module.why}" for module in loaded if module.why]
    why = f" ({'; '.join(reasons)})" if reasons else ""
    return errors.EngineError(
        f"There is no GPU {name!r}. There is {', '.join(there) or 'none'}{why}. Say one of these, "
        "auto or off (--gpu).",
        wanted=name,
        devices=there,
    )
