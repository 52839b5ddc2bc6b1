"""Free memory: of the computer, of a container, of GPUs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from localllm.models.memory import machine
from localllm.models.memory.machine import Room, available_bytes, room


def limits(folder: Path, limit: str, used: int = 3000, cache: int = 700) -> None:
    (folder / "memory.max").write_text(f"{limit}\n")
    (folder / "memory.current").write_text(f"{used}\n")
    (folder / "memory.stat").write_text(f"anon 2000\ninactive_file {cache}\n")


@pytest.fixture
def cgroup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(machine, "CGROUP", tmp_path)
    return tmp_path


def test_a_containers_limit_counts_where_it_is_tighter(cgroup: Path) -> None:
    limits(cgroup, "5000")
    assert available_bytes() == 2700


def test_a_container_over_its_limit_has_nothing_left(cgroup: Path) -> None:
    limits(cgroup, "1000")
    assert available_bytes() == 0


@pytest.mark.parametrize("limit", ["max", None])
def test_without_a_limit_the_machine_counts(cgroup: Path, limit: str | None) -> None:
    if limit:
        (cgroup / "memory.max").write_text(f"{limit}\n")
    assert available_bytes() > 1_000_000


def device(kind: str, free: int, name: str = "CUDA0") -> dict[str, Any]:
    return {"name": name, "kind": kind, "memory_free": free, "memory_total": 2 * free}


@pytest.mark.parametrize(
    ("devices", "expected"),
    [
        ([], Room(2700)),
        ([device("cpu", 999)], Room(2700)),
        ([device("gpu", 8000), device("gpu", 4000)], Room(2700, 12_000)),
        ([device("gpu", 8000), device("igpu", 500)], Room(2700, 8000)),
        ([device("igpu", 500)], Room(2700, 500, shared=True)),
        ([device("gpu", 8000, "Metal")], Room(2700, 8000, shared=True)),
        ([device("gpu", 8000, "MTL0")], Room(2700, 8000, shared=True)),
        ([device("gpu", 0)], Room(2700)),
    ],
)
def test_gpus_count_apart_unless_their_memory_is_the_computers(
    cgroup: Path, devices: list[dict[str, Any]], expected: Room
) -> None:
    limits(cgroup, "5000")
    found = room(devices)
    assert (found.ram, found.device) == (expected.ram, expected.device)
    assert found.shared == expected.shared


def test_what_an_outgoing_model_frees_is_room(cgroup: Path) -> None:
    limits(cgroup, "5000")
    assert room(freeable=300).ram == 3000
