"""What `localllm doctor` asks of a child process, since the parent never loads llama.cpp."""

from __future__ import annotations

from typing import Any

import msgspec

from localllm.llama import devices, lib
from localllm.llama.instructions import instruction_sets


def probe() -> dict[str, Any]:
    """Loads the native build and describes it, JSON-able. Raises what `lib.load` raises."""
    native = lib.load()
    return {
        "folder": str(native.folder),
        "build": msgspec.to_builtins(native.build),
        "system_info": devices.system_info(),
        "cpu_features": devices.cpu_features(),
        "cpu_module": native.backends.cpu_module,
        "cpu_modules": msgspec.to_builtins(native.backends.cpu_modules),
        "gpu_modules": msgspec.to_builtins(native.backends.gpu_modules),
        "instruction_sets": instruction_sets(),
        "devices": [msgspec.to_builtins(device) for device in devices.devices()],
        "supports_gpu_offload": bool(native.llama.llama_supports_gpu_offload()),
        "warnings": [*native.backends.notes, *lib.recent_errors()],
    }
