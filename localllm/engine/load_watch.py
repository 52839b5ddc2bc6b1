"""How busy other programs keep this computer, looked up beside the loop.

A thread of its own looks a few times a second while there is work, since asking for the times of
all cores takes longer than the loop should wait. Time of niced programs does not count: the
scheduler of the system puts them behind us. What a hypervisor gave to others does.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import psutil

_PERIOD_S = 0.25
_COUNTED = ("user", "system", "irq", "softirq", "steal", "interrupt", "dpc")


class Times(NamedTuple):
    """Seconds: of the wall, of all cores busy, of this process's threads."""

    wall: float
    busy: float
    own: float


def times(*, niced: bool) -> Times:
    """As of now, over the cores this process may use. `niced`: programs with a low priority count
    too, which they do for one that has it itself."""
    allowed = allowed_cores()
    names = (*_COUNTED, "nice") if niced else _COUNTED
    cores = psutil.cpu_times(percpu=True)
    busy = sum(
        getattr(core, name, 0.0) - (getattr(core, "guest", 0.0) if name == "user" else 0.0)
        for index, core in enumerate(cores)
        if index in allowed
        for name in names
    )
    return Times(time.perf_counter(), busy, time.process_time())


def allowed_cores() -> frozenset[int]:
    """Numbers of the logical cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return frozenset(os.sched_getaffinity(0))
    return frozenset(range(os.cpu_count() or 1))


def others_between(before: Times, after: Times) -> float:
    """Cores that others kept busy between two looks, as a mean."""
    wall = after.wall - before.wall
    if wall <= 0:
        return 0.0
    return max(0.0, ((after.busy - before.busy) - (after.own - before.own)) / wall)


class LoadWatch:
    """Tells `told` the cores that others keep busy, several times a second while it is `awake`.
    `look` gives the times. The thread ends with the process."""

    def __init__(self, told: Callable[[float], None], look: Callable[[], Times]) -> None:
        self._told = told
        self._look = look
        self._awake = threading.Event()
        threading.Thread(target=self._watch, name="load", daemon=True).start()

    def awake(self, works: bool) -> None:
        """Whether there is work: without it nothing is looked up. From any thread."""
        if works:
            self._awake.set()
        else:
            self._awake.clear()

    def _watch(self) -> None:
        while True:
            self._awake.wait()
            before = self._look()
            while self._awake.is_set():
                time.sleep(_PERIOD_S)
                after = self._look()
                self._told(others_between(before, after))
                before = after
