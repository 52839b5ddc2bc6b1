"""ggml's backend registry: which compute backends and devices there are.

llama-cpp-python does not declare these functions. They must come from the very libraries that
libllama is bound to, since a second copy of ggml would have a registry of its own: elsewhere than
on Windows a symbol is found through libllama's handle, which searches what it depends on; Windows
gives a path that is loaded already the same handle again.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_void_p
from pathlib import Path
from typing import Any

from localllm.llama.shim import library_name

# enum ggml_backend_dev_type (ggml-backend.h)
CPU, GPU, INTEGRATED_GPU, ACCELERATOR = range(4)

_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "ggml_backend_register": (None, [c_void_p]),
    "ggml_backend_reg_count": (c_size_t, []),
    "ggml_backend_reg_dev_count": (c_size_t, [c_void_p]),
    "ggml_backend_reg_dev_get": (c_void_p, [c_void_p, c_size_t]),
    "ggml_backend_dev_count": (c_size_t, []),
    "ggml_backend_dev_get": (c_void_p, [c_size_t]),
    "ggml_backend_dev_name": (c_char_p, [c_void_p]),
    "ggml_backend_dev_description": (c_char_p, [c_void_p]),
    "ggml_backend_dev_type": (c_int, [c_void_p]),
    "ggml_backend_dev_memory": (None, [c_void_p, POINTER(c_size_t), POINTER(c_size_t)]),
}


class Ggml:
    """The registry's functions. A device is the address of a ggml_backend_dev_t."""

    _register: Any
    _reg_count: Any
    _reg_dev_count: Any
    _reg_dev_get: Any
    _dev_count: Any
    _dev_get: Any
    _dev_name: Any
    _dev_description: Any
    _dev_type: Any
    _dev_memory: Any

    def __init__(self, libllama: ctypes.CDLL, folder: Path) -> None:
        libraries: Sequence[ctypes.CDLL] = (libllama,)
        if sys.platform == "win32":
            libraries = [
                ctypes.CDLL(str(folder / library_name(base))) for base in ("ggml", "ggml-base")
            ]
        for name, (result, arguments) in _PROTOTYPES.items():
            function = _find(libraries, name)
            function.restype = result
            function.argtypes = arguments
            setattr(self, "_" + name.removeprefix("ggml_backend_"), function)

    def register(self, backend: int) -> None:
        """Adds a module's ggml_backend_reg, and its devices after those that are there."""
        self._register(backend)

    def reg_count(self) -> int:
        """Registered backends; 0 in a build of modules before any is loaded."""
        return int(self._reg_count())

    def backend_devices(self, backend: int) -> list[int]:
        """The devices of a ggml_backend_reg, be it registered or not yet."""
        count = self._reg_dev_count(backend)
        return [int(self._reg_dev_get(backend, i)) for i in range(count)]

    def devices(self) -> list[int]:
        return [int(self._dev_get(i)) for i in range(self._dev_count())]

    def device_name(self, device: int) -> str:
        return str(self._dev_name(device).decode("utf-8", "replace"))

    def device_description(self, device: int) -> str:
        return str(self._dev_description(device).decode("utf-8", "replace")).strip()

    def device_type(self, device: int) -> int:
        """CPU, GPU, INTEGRATED_GPU, ACCELERATOR, or above these one that groups others."""
        return int(self._dev_type(device))

    def device_memory(self, device: int) -> tuple[int, int]:
        """(free, total) bytes; zeros where the backend does not know."""
        free, total = c_size_t(), c_size_t()
        self._dev_memory(device, ctypes.byref(free), ctypes.byref(total))
        return free.value, total.value


def _find(libraries: Sequence[ctypes.CDLL], name: str) -> Any:
    """The function in the first library that exports it. Indexing gives a fresh function object,
    so that prototypes set here touch nobody else's."""
    for library in libraries:
        try:
            return library[name]
        except AttributeError:
            continue
    raise AttributeError(f"no library of this build exports {name}")
