"""A short soak of the whole program with the fake engine; by hand with a model: bench/soak.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.soak import Outcome, Plan, Sample, soak


@pytest.fixture
def outcome() -> Outcome:
    stats = dict.fromkeys(
        ("running", "waiting", "cells_running", "cells_used", "cells_total", "ram_cache_bytes",
         "ram_cache_budget", "disk_cache_bytes", "disk_cache_budget"), 0
    )  # fmt: skip
    samples = [Sample(number, 50_000_000, 40_000_000) for number in range(12)]
    return Outcome(samples=samples, stats=stats)


async def test_nothing_leaks_and_nobody_dies(tmp_path: Path) -> None:
    out = await soak(Plan(requests=400, ram_cache="300000"), tmp_path)
    assert out.judge() == []
    assert out.statuses[200] > 100
    assert out.kinds.keys() == {"chat", "long", "hang up", "burst", "nonsense"}
    assert out.stats["aborts"]
    assert out.stats["reused_cells"] > 0
    assert out.stats["ram_evictions"] > 0


def test_a_soak_sees_memory_that_grows(outcome: Outcome) -> None:
    assert outcome.judge() == []
    for number, sample in enumerate(outcome.samples):
        sample.engine += number * 2_000_000
    assert len(outcome.judge()) == 2


def test_a_soak_sees_what_is_left(outcome: Outcome) -> None:
    outcome.statuses[500] += 1
    outcome.stats |= {"running": 1, "ram_cache_bytes": 300, "ram_cache_budget": 200}
    assert len(outcome.judge()) == 3
