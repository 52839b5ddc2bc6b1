"""The instruction sets of this processor that the operating system lets programs use.

A processor may have registers that the system does not save (old hypervisors, `noxsave`): CPUID,
which is all that ggml's score looks at, names them all the same, and their use ends the process.
"""

from __future__ import annotations

import ctypes
import platform
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

# As Linux names them in /proc/cpuinfo, least first; elsewhere they are given these names.
_KNOWN = (
    "sse4_2", "avx", "f16c", "fma", "bmi2", "avx2", "avx_vnni", "avx512f", "avx512bw",
    "avx512vbmi", "avx512_vnni", "avx512_bf16", "amx_tile", "amx_int8",
    "asimd", "asimdhp", "asimddp", "i8mm", "bf16", "sve", "sve2", "sme",
)  # fmt: skip

# PF_..._INSTRUCTIONS_AVAILABLE (winnt.h), which count what Windows saves.
_WINDOWS = {
    "sse4_2": 38, "avx": 39, "avx2": 40, "avx512f": 41, "asimddp": 43,
}  # fmt: skip
_MACOS_X86 = {"sse4.2": "sse4_2", "avx1.0": "avx"}
_MACOS_ARM = {
    "FEAT_FP16": "asimdhp", "FEAT_DotProd": "asimddp", "FEAT_I8MM": "i8mm", "FEAT_BF16": "bf16",
    "FEAT_SME": "sme",
}  # fmt: skip


def instruction_sets() -> list[str]:
    """Those that a model's speed hangs on, least first; [] where the system does not tell."""
    found = {"linux": _linux, "win32": _windows, "darwin": _macos}.get(sys.platform, list)()
    return known(found)


def known(names: Iterable[str]) -> list[str]:
    """Of the names in /proc/cpuinfo, those that matter here, in a fixed order."""
    given = set(names)
    return [name for name in _KNOWN if name in given]


def _linux() -> list[str]:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return flags.partition(":")[2].split()


def _windows() -> list[str]:
    present = getattr(ctypes, "windll").kernel32.IsProcessorFeaturePresent  # noqa: B009
    return [name for name, number in _WINDOWS.items() if present(number)]


def _macos() -> list[str]:
    if platform.machine() == "arm64":
        has = {name for name in _MACOS_ARM if _sysctl(f"hw.optional.arm.{name}") == "1"}
        return ["asimd", *(_MACOS_ARM[name] for name in has)]
    words = f"{_sysctl('machdep.cpu.features')} {_sysctl('machdep.cpu.leaf7_features')}".lower()
    return [_MACOS_X86.get(word, word) for word in words.split()]


def _sysctl(name: str) -> str:
    command = ["sysctl", "-n", name]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
