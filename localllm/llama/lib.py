"""Which native build this process uses, and that everything in it is of one kind.

`load()` is called once, before anything else in this room, by whoever owns the process. It binds
libllama through the ctypes declarations of llama-cpp-python, ggml's backend registry and our shim,
and refuses a set whose parts do not belong together: a struct of another size would not fail, it
would compute nonsense.

The parts keep no state of their own beyond the process-wide log and backend registry, so what
`load()` returned may be used from every thread.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from localllm import errors
from localllm.llama import backends
from localllm.llama.backends import Backends, Wanted
from localllm.llama.ggml import Ggml
from localllm.llama.logs import NativeLog
from localllm.llama.shim import Shim, library_name

_BINDINGS = "llama_cpp"
_INFO = 2  # enum ggml_log_level (ggml.h)


class BuildInfo(msgspec.Struct, frozen=True):
    """What the shim knows about its own compilation. `structs` maps C names to bytes."""

    llama_version: str
    ggml_version: str = ""
    ggml_commit: str = ""
    source_sha256: str = ""
    preset: str = ""
    compiler: str = ""
    structs: dict[str, int] = {}


@dataclass(frozen=True)
class Native:
    """A loaded native build.

    `llama` is the module llama_cpp.llama_cpp: each C function under its own name.
    """

    folder: Path
    llama: Any
    ggml: Ggml
    shim: Shim
    build: BuildInfo
    log: NativeLog
    backends: Backends


_loaded: Native | None = None
_loading = threading.Lock()
_log = NativeLog()


def load(folder: Path | None = None) -> Native:
    """Loads the native build, once; later calls return the same.

    The folder is the argument, or LOCALLLM_NATIVE_DIR, or that of the installed localllm-native.
    Raises EngineError where a library is missing or does not load, NativeMismatch where libraries
    and bindings are not of one build, RuntimeError where another folder is loaded already.
    """
    global _loaded
    with _loading:
        if _loaded is None:
            _loaded = _load(_folder(folder))
        elif folder is not None and folder.resolve() != _loaded.folder:
            raise RuntimeError(f"{_loaded.folder} is loaded already, not {folder}")
        return _loaded


def set_log_file(target: Path | str | int, *, verbose: bool = False) -> None:
    """Appends native log lines to a path or an open descriptor; works before `load()` too."""
    _log.set_file(target, verbose=verbose)


def recent_errors() -> list[str]:
    """The last native warnings and errors, oldest first."""
    return _log.recent_errors()


def _folder(argument: Path | None) -> Path:
    if argument is not None:
        return argument.resolve()
    if named := os.environ.get("LOCALLLM_NATIVE_DIR"):
        return Path(named).resolve()
    try:
        package = importlib.import_module("localllm_native")
    except ModuleNotFoundError as error:
        raise errors.EngineError(
            "The native build of llama.cpp is not installed: the package localllm-native is "
            "missing. Install localllm again, or point LOCALLLM_NATIVE_DIR at a build."
        ) from error
    return Path(package.lib_dir()).resolve()


def _load(folder: Path) -> Native:
    llama = _import_bindings(folder)
    _log.install(llama)
    ggml = Ggml(llama._lib, folder)
    shim = Shim(folder / library_name("localllm_shim"))
    build = msgspec.json.decode(shim.take(shim.lib.shim_build_info()), type=BuildInfo)
    check_build(build, binding_sizes(llama, build.structs), llama.llama_version().decode())
    found = backends.load(ggml, folder, build.source_sha256, Wanted.of_environment())
    for line in backends.lines(found):
        _log.receive(_INFO, f"localllm: {line}\n".encode())
    llama.llama_backend_init()
    return Native(folder, llama, ggml, shim, build, _log, found)


def _import_bindings(folder: Path) -> Any:
    """Imports llama_cpp.llama_cpp over the libraries of `folder`.

    The package's own __init__ is not run: it imports the high-level classes with jinja2 and
    diskcache behind them, a quarter of a second and thousands of lines of which nothing is used. A
    bare module with the package's path in its place lets the submodule be found all the same.
    """
    os.environ["LLAMA_CPP_LIB_PATH"] = os.environ["MTMD_CPP_LIB"] = str(folder)
    if _BINDINGS not in sys.modules:
        sys.modules[_BINDINGS] = _bare_package(_BINDINGS)
    try:
        return importlib.import_module(f"{_BINDINGS}.llama_cpp")
    except (FileNotFoundError, RuntimeError, OSError) as error:
        raise errors.EngineError(
            f"llama.cpp cannot be loaded from {folder}: {error}. Install localllm again, or point "
            "LOCALLLM_NATIVE_DIR at a complete native build.",
            folder=str(folder),
        ) from error
    except AttributeError as error:
        raise errors.NativeMismatch(
            f"The llama.cpp library in {folder} lacks a function that the Python bindings need "
            f"({error}): they come from different releases. Build native/ from the very source "
            "of the installed llama-cpp-python.",
            folder=str(folder),
        ) from error


def _bare_package(name: str) -> ModuleType:
    spec = importlib.util.find_spec(name)
    if spec is None:
        raise errors.EngineError(
            f"The Python bindings {name} are not installed. Install localllm again.", package=name
        )
    return importlib.util.module_from_spec(spec)


def binding_sizes(llama: Any, names: Mapping[str, int]) -> dict[str, int]:
    """The sizes in bytes, by the ctypes declarations, of those structs that they declare."""
    return {name: ctypes.sizeof(getattr(llama, name)) for name in names if hasattr(llama, name)}


def check_build(build: BuildInfo, bindings: Mapping[str, int], library_version: str) -> None:
    """Raises NativeMismatch unless shim, library and bindings were made from one source.

    `bindings` are struct sizes as Python declares them, `build.structs` as the compiler saw them.
    """
    if build.llama_version != library_version:
        raise errors.NativeMismatch(
            f"The shim was compiled against llama.cpp {build.llama_version}, but the library "
            f"beside it is {library_version}. Build native/ again, both from one source.",
            shim=build.llama_version,
            library=library_version,
        )
    for name, size in bindings.items():
        compiled = build.structs[name]
        if compiled != size:
            raise errors.NativeMismatch(
                f"The native build and the Python bindings disagree on {name}: {compiled} bytes in "
                f"llama.cpp {library_version}, {size} bytes in the installed llama-cpp-python. "
                "They come from different releases; using them together would corrupt memory. "
                "Install the llama-cpp-python that localllm pins, or build native/ from its "
                "source.",
                struct=name,
                native_bytes=compiled,
                bindings_bytes=size,
            )
