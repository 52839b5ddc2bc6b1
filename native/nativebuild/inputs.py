"""What a build depends on, as one digest: the same inputs give the same cache entry."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

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
_NATIVE_PRESETS = ("cpu-native",)


def default_preset() -> str:
    """LOCALLLM_NATIVE_PRESET, else the one for developing on this machine."""
    chosen = os.environ.get("LOCALLLM_NATIVE_PRESET")
    if chosen:
        return chosen
    on_apple = sys.platform == "darwin" and platform.machine() == "arm64"
    return "metal" if on_apple else "cpu-native"


def digest(source: Source, preset: str) -> str:
    """Sixteen hex digits over source, recipe, shim, compilers and, where it counts, the CPU."""
    inputs = {
        "source": source.identity,
        "preset": preset,
        "files": {path.relative_to(NATIVE).as_posix(): _sha256(path) for path in _recipe()},
        "compilers": [_identity(compiler) for compiler in _compilers(preset)],
        "system": [sys.platform, platform.machine()],
        "cpu": _cpu() if preset in _NATIVE_PRESETS else "",
        "environment": {name: os.environ.get(name, "") for name in _ENVIRONMENT},
    }
    return hashlib.sha256(json.dumps(inputs, sort_keys=True).encode()).hexdigest()[:16]


def _recipe() -> list[Path]:
    shim = sorted(path for path in (NATIVE / "shim").iterdir() if path.suffix in (".cpp", ".h"))
    return [NATIVE / "CMakeLists.txt", NATIVE / "CMakePresets.json", *shim]


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


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
