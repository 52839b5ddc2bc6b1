"""Fills ggml's registry: the CPU module that suits the processor, and GPUs where a driver is.

Three variables say otherwise, each a setting too: LOCALLLM_CPU_MODULE, LOCALLLM_GPU and
LOCALLLM_NATIVE_EXTRA, a folder with more modules for GPUs.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from localllm import errors
from localllm.llama import cpu_modules, gpu_modules, modules
from localllm.llama.cpu_modules import CpuModule
from localllm.llama.ggml import CPU, Ggml
from localllm.llama.gpu_modules import GpuModule
from localllm.llama.modules import Module


class Wanted(msgspec.Struct, frozen=True):
    """What the settings say about backends."""

    cpu_module: str = cpu_modules.AUTO
    gpu: str = gpu_modules.AUTO
    extra: str = ""

    @classmethod
    def of_environment(cls) -> Wanted:
        return cls(
            os.environ.get("LOCALLLM_CPU_MODULE", "").strip().lower() or cpu_modules.AUTO,
            os.environ.get("LOCALLLM_GPU", "").strip() or gpu_modules.AUTO,
            os.environ.get("LOCALLLM_NATIVE_EXTRA", "").strip(),
        )


class Backends(msgspec.Struct, frozen=True):
    """What was found and taken.

    `cpu_module` is "" where the CPU backend is compiled in. `gpus` are the devices for models, None
    where llama.cpp chooses. `notes` say what was asked for and could not be had.
    """

    cpu_module: str = ""
    cpu_modules: tuple[CpuModule, ...] = ()
    gpu_modules: tuple[GpuModule, ...] = ()
    gpus: tuple[int, ...] | None = None
    notes: tuple[str, ...] = ()


def load(registry: Ggml, folder: Path, source_sha256: str, wanted: Wanted) -> Backends:
    """Registers what this build and machine have.

    Raises EngineError where no CPU backend can be used, or not the one that was asked for, and for
    a GPU that is not there.
    """
    # A build with its backends compiled in has them registered; libggml-cpu is no module there.
    compiled_in = registry.reg_count() > 0
    found = [] if compiled_in else modules.find(folder)
    extra, note = _extra(wanted.extra, source_sha256)
    gpus = gpu_modules.load(registry, [*found, *extra], wanted.gpu)
    rated = cpu_modules.rate(found)
    chosen = (
        _check_compiled_in(wanted, folder)
        if compiled_in
        else _load_cpu(registry, found, cpu_modules.choose(rated, wanted.cpu_module, folder))
    )
    if CPU not in map(registry.device_type, registry.devices()):
        raise errors.EngineError(f"The libraries in {folder} hold no CPU backend.")
    return Backends(
        cpu_module=chosen,
        cpu_modules=tuple(rated),
        gpu_modules=tuple(gpus),
        gpus=gpu_modules.selected(registry, wanted.gpu, gpus),
        notes=(note,) if note else (),
    )


def _extra(folder: str, source_sha256: str) -> tuple[list[Module], str]:
    if not folder:
        return [], ""
    found, why = gpu_modules.in_extra_folder(Path(folder).expanduser(), source_sha256)
    return found, why and f"LOCALLLM_NATIVE_EXTRA: {why}"


def _check_compiled_in(wanted: Wanted, folder: Path) -> str:
    if wanted.cpu_module != cpu_modules.AUTO:
        raise errors.EngineError(
            f"The CPU module {wanted.cpu_module!r} cannot be chosen: the build in {folder} has one "
            "CPU backend compiled in. Only a build with the preset cpu-all, cuda or vulkan has "
            "several. Leave --cpu-module at auto, or name such a build (--native-dir).",
            wanted=wanted.cpu_module,
        )
    return ""


def _load_cpu(registry: Ggml, found: list[Module], chosen: CpuModule) -> str:
    (module,) = [module for module in found if module.cpu == chosen.name]
    registry.register(modules.init(module))
    return chosen.name


def lines(backends: Backends) -> list[str]:
    """What was taken and what was not, for the log."""
    cpu = [f"CPU module {backends.cpu_module}"] if backends.cpu_module else []
    gpus = [
        f"{gpu.name} module: {gpu.why or ', '.join(gpu.devices)}" for gpu in backends.gpu_modules
    ]
    return [*cpu, *gpus, *backends.notes]
