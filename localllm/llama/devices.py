"""What this machine can compute on, as ggml's backends see it."""

from __future__ import annotations

import os
import sys
from typing import Literal

import msgspec
import psutil

from localllm.llama import ggml, lib

Kind = Literal["cpu", "gpu", "igpu", "accel"]

_KINDS: dict[int, Kind] = {
    ggml.CPU: "cpu",
    ggml.GPU: "gpu",
    ggml.INTEGRATED_GPU: "igpu",
    ggml.ACCELERATOR: "accel",
}


class Device(msgspec.Struct, frozen=True):
    """One compute device. Memory in bytes, 0 where the backend does not know it; a CPU's and an
    integrated GPU's is the computer's own. `accel` works beside the CPU (BLAS, AMX)."""

    name: str
    description: str
    kind: Kind
    memory_total: int
    memory_free: int


def devices() -> list[Device]:
    """Every device of the loaded native build, in the order in which llama.cpp prefers them."""
    registry = lib.load().ggml
    found = []
    for device in registry.devices():
        kind = _KINDS.get(registry.device_type(device))
        if kind is None:  # a "meta" device only groups others
            continue
        free, total = registry.device_memory(device)
        name, description = registry.device_name(device), registry.device_description(device)
        found.append(Device(name, description, kind, total, free))
    return found


def default_threads() -> int:
    """One for each physical core that this process may use."""
    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    if sys.platform == "linux":
        cores = min(cores, len(os.sched_getaffinity(0)))
    return cores


def system_info() -> str:
    """llama.cpp's own line on what its CPU backend was compiled for and uses."""
    return str(lib.load().llama.llama_print_system_info().decode("utf-8", "replace")).strip()


def cpu_features() -> list[str]:
    """The features that are on in `system_info`: ["AVX2 = 1", ...] gives ["AVX2", ...]."""
    pairs = (part.rpartition(":")[2].partition("=") for part in system_info().split("|"))
    return [name.strip() for name, _, value in pairs if value.strip() not in ("", "0")]
