"""Backends that are libraries of their own, beside libllama: which there are, and opening them.

A build for distribution carries one `libggml-cpu-<name>` for each instruction set and, where they
were built, modules for GPUs. Each has `ggml_backend_init`, which gives what ggml registers, and may
have `ggml_backend_score`: 0 says that it does not run on this processor.

They are opened here and handed to `ggml_backend_register`, not found by ggml itself: its own
search is silent about why a module was left out, and takes the best without asking.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# GGML_BACKEND_API_VERSION (ggml-backend-impl.h); a test compares it with the pinned source.
API_VERSION = 2

_CORE = frozenset({"base"})  # libggml-base is no module
_CPU = "cpu-"


@dataclass(frozen=True)
class Module:
    """A module's file. `name` is what stands between `libggml-` and the suffix: "cpu-haswell"."""

    name: str
    path: Path

    @property
    def cpu(self) -> str:
        """The name of a CPU module, as "haswell"; "" of any other."""
        return self.name.removeprefix(_CPU) if self.name.startswith(_CPU) else ""


class ModuleError(Exception):
    """A module was not loaded; the message is a clause that says why."""


def find(folder: Path) -> list[Module]:
    """The modules of a folder, by name; none where the folder is not there."""
    return sorted(_found(folder), key=lambda module: module.name)


def _found(folder: Path) -> Iterator[Module]:
    # On macOS too a module ends in .so, while a library that is linked ends in .dylib.
    prefix, suffix = ("ggml-", ".dll") if sys.platform == "win32" else ("libggml-", ".so")
    for path in folder.glob(f"{prefix}*{suffix}"):
        name = path.name[len(prefix) : -len(suffix)]
        if name not in _CORE:
            yield Module(name, path)


def score(module: Module) -> int:
    """ggml's own: the more of this processor's instructions it uses, the higher; 0: it cannot run.

    Raises ModuleError where the file does not load.
    """
    library = _opened(module.path)
    try:
        function = library.ggml_backend_score
    except AttributeError:
        return 1
    function.restype, function.argtypes = ctypes.c_int, []
    return int(function())


def init(module: Module) -> int:
    """The address of its ggml_backend_reg, to be registered. Raises ModuleError."""
    library = _opened(module.path)
    try:
        function = library.ggml_backend_init
    except AttributeError:
        raise ModuleError("it is no backend of ggml: ggml_backend_init is missing") from None
    function.restype, function.argtypes = ctypes.c_void_p, []
    address = function()
    if not address:
        raise ModuleError("it found no driver that works")
    found = ctypes.c_int.from_address(address).value
    if found != API_VERSION:
        raise ModuleError(f"it speaks version {found} of ggml's interface, not {API_VERSION}")
    return int(address)


def _opened(path: Path) -> ctypes.CDLL:
    """What is open already is opened once more, and never closed: ggml keeps pointers into it."""
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise ModuleError(str(error).removeprefix(f"{path}: ")) from None
