from __future__ import annotations

import queue
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from localllm.engine import cores, load_watch
from localllm.engine.load_watch import LoadWatch, Times, others_between


def test_what_others_use_is_what_is_busy_less_our_own() -> None:
    before = Times(wall=10.0, busy=100.0, own=20.0)
    after = Times(wall=12.0, busy=103.0, own=21.0)
    assert others_between(before, after) == pytest.approx(1.0)


def test_others_use_no_less_than_nothing() -> None:
    # The counters of the system are coarser than those of a process.
    assert others_between(Times(0.0, 5.0, 5.0), Times(0.1, 5.1, 5.2)) == 0.0
    assert others_between(Times(1.0, 5.0, 5.0), Times(1.0, 6.0, 5.0)) == 0.0


@pytest.mark.parametrize(("niced", "busy"), [(False, 9.0), (True, 13.0)])
def test_cores_we_may_not_use_do_not_count_nor_do_niced_programs_unless_we_are_one(
    niced: bool, busy: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = SimpleNamespace(user=3.0, system=1.0, nice=2.0, idle=50.0, steal=0.5, guest=0.0)
    monkeypatch.setattr(psutil, "cpu_times", lambda percpu: [core] * 8)
    monkeypatch.setattr(load_watch, "allowed_cores", lambda: frozenset({1, 5}))
    assert load_watch.times(niced=niced).busy == busy


def test_a_busy_neighbour_is_seen() -> None:
    spin = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass"
    before = load_watch.times(niced=True)
    subprocess.run([sys.executable, "-c", spin], check=True)
    after = load_watch.times(niced=True)
    used = others_between(before, after) * (after.wall - before.wall)
    assert used > 0.25  # seconds of a core: the program's, whatever else may run


def test_it_tells_while_there_is_work() -> None:
    told: queue.SimpleQueue[float] = queue.SimpleQueue()
    busy = iter(range(10**6))

    def look() -> Times:
        n = next(busy)
        return Times(float(n), 1.5 * n, 0.5 * n)

    watch = LoadWatch(told.put, look)
    assert told.empty()
    watch.awake(True)
    assert told.get(timeout=30) == pytest.approx(1.0)
    watch.awake(False)


def fake_cores(root: Path, strengths: dict[int, int], *, file: str, pairs: bool = False) -> None:
    for core, strength in strengths.items():
        path = root / f"cpu{core}" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{strength}\n")
        topology = root / f"cpu{core}" / "topology"
        topology.mkdir(exist_ok=True)
        first = core - core % 2 if pairs and strength > 4_000_000 else core
        text = f"{first},{first + 1}" if pairs and strength > 4_000_000 else str(core)
        (topology / "thread_siblings_list").write_text(text)


def test_fast_cores_are_counted_by_their_frequency_once_for_both_threads(tmp_path: Path) -> None:
    # Four fast cores with two threads each, eight slow ones with one.
    fast = dict.fromkeys(range(8), 5_000_000) | {2: 5_200_000, 3: 5_200_000}
    slow = dict.fromkeys(range(8, 16), 3_800_000)
    fake_cores(tmp_path, fast | slow, file="cpufreq/cpuinfo_max_freq", pairs=True)
    assert cores._linux(frozenset(range(16)), tmp_path) == 4
    assert cores._linux(frozenset({0, 1, 8, 9}), tmp_path) == 1


def test_fast_cores_are_counted_by_their_capacity(tmp_path: Path) -> None:
    fake_cores(tmp_path, {0: 250, 1: 250, 2: 1024, 3: 1024}, file="cpu_capacity")
    assert cores._linux(frozenset(range(4)), tmp_path) == 2


def test_where_nothing_is_told_all_cores_are_alike(tmp_path: Path) -> None:
    assert cores._linux(frozenset(range(4)), tmp_path) == 0
    assert cores.performance_cores() >= 1
