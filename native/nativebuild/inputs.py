"""What a build depends on, as digests: the same inputs give the same folder in the cache.

The shim has a digest of its own: it is ours and changes often, while llama.cpp takes minutes.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from nativebuild import NATIVE
from nativebuild.source import Source

_ENVIRONMENT = (
    "CC",
    "CXX",
    "CFLAGS",
    "CXXFLAGS",
    "LDFLAGS",
    "CMAKE_ARGS",
    "MACOSX_DEPLOYMENT_TARGET",
)
_SHIM_SUFFIXES = (".cpp", ".h", ".txt")
_NATIVE_PRESETS = ("cpu-native",)


def default_preset() -> str:
    """LOCALLLM_NATIVE_PRESET, else the one for developing on this machine."""
    chosen = os.environ.get("LOCALLLM_NATIVE_PRESET")
    if chosen:
        return chosen
    on_apple = sys.platform == "darwin" and platform.machine() == "arm64"
    return "metal" if on_apple else "cpu-native"


def digest(source: Source, preset: str) -> str:
    """Sixteen hex digits over source, recipe, compilers and, where it counts, the CPU."""
    inputs = {
        "source": source.identity,
        "preset": preset,
        "files": _contents(recipe_files()),
        "compilers": [_identity(compiler) for compiler in _compilers(preset)],
        "system": [sys.platform, platform.machine()],
        "cpu": _cpu() if preset in _NATIVE_PRESETS else "",
        "environment": {name: os.environ.get(name, "") for name in _ENVIRONMENT},
    }
    return _digest_of(inputs)[:16]


def shim_digest() -> str:
    """Eight hex digits over the shim's files."""
    return _digest_of(_contents(shim_files()))[:8]


def recipe_files() -> list[Path]:
    return [NATIVE / "CMakeLists.txt", NATIVE / "CMakePresets.json"]


def shim_files() -> list[Path]:
    return sorted(path for path in (NATIVE / "shim").iterdir() if path.suffix in _SHIM_SUFFIXES)


def _contents(paths: list[Path]) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def _digest_of(inputs: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(inputs, sort_keys=True).encode()).hexdigest()


def _compilers(preset: str) -> list[str]:
    compilers = [os.environ.get("CC", "cc"), os.environ.get("CXX", "c++")]
    if preset == "cuda":
        compilers.append(os.environ.get("CUDACXX", "nvcc"))
    if preset == "vulkan":
        compilers.append("glslc")
    return compilers


def _identity(compiler: str) -> str:
    """Its own words about its version; its name where it is not found (CMake may know better)."""
    found = shutil.which(compiler)
    if not found:
        return compiler
    return subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout


def _cpu() -> str:
    """The instruction sets that -march=native would use here."""
    if sys.platform == "darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(errors="replace").splitlines():
            if line.startswith(("flags", "Features")):
                return line
    return platform.processor()
