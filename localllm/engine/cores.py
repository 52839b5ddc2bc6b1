"""Which cores there are: how many may be used, and how many of them are the fast ones.

On processors with cores of two kinds a step is as slow as its slowest thread, so the fast ones
are where computing starts; the governor finds out whether the others help.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from localllm.engine.load_watch import allowed_cores
from localllm.llama.devices import default_threads

_SYS = Path("/sys/devices/system/cpu")
_LIKE = 0.8  # of the fastest: cores of one kind differ by their turbo a little


def performance_cores() -> int:
    """How many fast physical cores there are; all of them where their kinds are not told."""
    most = default_threads()
    found = _darwin() if sys.platform == "darwin" else _linux(allowed_cores())
    return min(found or most, most)


def _darwin() -> int:
    ask = ["/usr/sbin/sysctl", "-n", "hw.perflevel0.physicalcpu"]
    try:
        return int(subprocess.run(ask, capture_output=True, check=True, timeout=2).stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0  # a processor with cores of one kind


def _linux(allowed: frozenset[int], root: Path = _SYS) -> int:
    """Physical cores whose capacity or top frequency is near the highest; 0: not told."""
    strengths: dict[str, float] = {}
    for core in allowed:
        folder = root / f"cpu{core}"
        strength = _number(folder / "cpu_capacity") or _number(
            folder / "cpufreq" / "cpuinfo_max_freq"
        )
        siblings = _text(folder / "topology" / "thread_siblings_list") or str(core)
        strengths[siblings] = max(strengths.get(siblings, 0.0), strength)
    best = max(strengths.values(), default=0.0)
    return sum(strength >= _LIKE * best for strength in strengths.values()) if best else 0


def _number(file: Path) -> float:
    try:
        return float(_text(file))
    except ValueError:
        return 0.0


def _text(file: Path) -> str:
    try:
        return file.read_text("ascii").strip()
    except OSError:
        return ""
