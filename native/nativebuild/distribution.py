"""What a folder of libraries needs besides what CMake installs, to be used on other computers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

# localllm.llama.gpu_modules reads it, a test compares the two names.
STAMP = "localllm-native.json"

_MADE_HERE = ("cpu-native",)  # stays on this computer
_RUNTIME = re.compile(r"^OpenMP_(?:gomp|omp|iomp5)_LIBRARY:\w+=(.+\.so)$", re.MULTILINE)

_INPUT = re.compile(rb"INPUT\s*\(\s*(\S+)")


def complete(build: Path, folder: Path, identity: str, preset: str) -> None:
    """Says in a stamp what the folder was made from, and lays the OpenMP runtime beside it."""
    stamp = {"source_sha256": identity, "preset": preset}
    (folder / STAMP).write_text(json.dumps(stamp) + "\n", encoding="utf-8")
    if preset not in _MADE_HERE and any(folder.glob("libggml-cpu-*.so")):
        for library in openmp_runtime(build):
            shutil.copyfile(library, folder / library_name(library))


def openmp_runtime(build: Path) -> list[Path]:
    """The shared libraries of OpenMP that CMake linked against; none on Windows and macOS, where
    the compiler's own are used or none is."""
    named = _RUNTIME.findall((build / "CMakeCache.txt").read_text("utf-8"))
    return [_library(Path(name)) for name in dict.fromkeys(named) if Path(name).is_file()]


def _library(path: Path) -> Path:
    """What a linker finds at `path`: Red Hat's compilers keep a text there that names it."""
    content = path.read_bytes()
    script = None if content.startswith(b"\x7fELF") else _INPUT.search(content)
    return Path(script[1].decode()) if script else path.resolve()


def library_name(library: Path) -> str:
    """The name under which others are linked to it: libgomp.so.1, of a file libgomp.so.1.0.0."""
    return re.sub(r"(\.so\.\d+).*", r"\1", library.name)


def copy_module(build: Path, target: str, folder: Path) -> None:
    """One module out of CMake's tree, without symbols for debuggers where there is a `strip`."""
    found = [path for path in (build / "bin").iterdir() if path.stem in (target, f"lib{target}")]
    (module,) = [path for path in found if path.suffix in (".so", ".dll")]
    folder.mkdir(parents=True)
    copy = Path(shutil.copyfile(module, folder / module.name))
    if strip := shutil.which("strip"):
        subprocess.run([strip, "--strip-unneeded", str(copy)], check=True)
