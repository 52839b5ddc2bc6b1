"""The memory there is now: of this computer, of its control group, of its GPUs. Taken live.

What GPUs have is known to a native build alone, so it is handed in by who asked one (`probe`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

CGROUP = Path("/sys/fs/cgroup")


class Room(msgspec.Struct, frozen=True):
    """Free bytes. `device` is that of all GPUs, 0 where there is none. `shared`: theirs is a part
    of the computer's own, so that both together must fit into `ram`."""

    ram: int
    device: int = 0
    shared: bool = False

    @property
    def has_gpu(self) -> bool:
        return self.device > 0


def room(devices: Iterable[Mapping[str, Any]] = (), *, freeable: int = 0) -> Room:
    """What can be taken now. `devices` as the probe lists them (llama/devices.py), `freeable`
    what an outgoing model gives back."""
    gpus = [device for device in devices if device.get("kind") in ("gpu", "igpu")]
    dedicated = [device for device in gpus if device["kind"] == "gpu"]
    shown = dedicated or gpus
    free = sum(max(int(device.get("memory_free", 0)), 0) for device in shown)
    shared = bool(shown) and (not dedicated or any(_is_metal(device) for device in shown))
    return Room(ram=available_bytes() + freeable, device=free, shared=shared)


def available_bytes() -> int:
    """What can be taken now without swapping; a container's limit counts where it is tighter."""
    import psutil  # here: a window that opens would wait for it

    free = int(psutil.virtual_memory().available)
    limit = _cgroup_available()
    return free if limit is None else min(free, limit)


def _is_metal(device: Mapping[str, Any]) -> bool:
    """Apple's GPUs call themselves discrete and have the computer's memory."""
    return str(device.get("name", "")).lower().startswith(("metal", "mtl"))


def _cgroup_available() -> int | None:
    """Left under the limit of this control group (version 2); its file cache counts as free."""
    with contextlib.suppress(OSError, ValueError, KeyError):
        limit = int((CGROUP / "memory.max").read_text())
        used = int((CGROUP / "memory.current").read_text())
        stat = dict(line.split() for line in (CGROUP / "memory.stat").read_text().splitlines())
        return max(0, limit - used + int(stat["inactive_file"]))
    return None
