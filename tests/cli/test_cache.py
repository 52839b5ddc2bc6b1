"""localllm cache, on files as an engine leaves them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from cli.conftest import Run

from localllm.engine.kv_disk import KvDisk

TOKENS = np.arange(50, dtype=np.int32)
STATE = np.zeros(4000, np.uint8)


def keep(folder: Path, model: str, key: int) -> KvDisk:
    disk = KvDisk(folder, bytes([key] * 16), {"model": model, "kv_type": "f16"}, 1 << 20)
    assert disk._indexed.wait(60)
    assert disk.write(TOKENS, 0, STATE)
    return disk


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOCALLLM_DISK_CACHE_DIR", str(tmp_path / "kv"))
    return tmp_path / "kv"


@pytest.fixture
def running(folder: Path) -> Iterator[KvDisk]:
    """Two models have something; the engine of the second runs."""
    keep(folder, "one.gguf", 1).close(60)
    disk = keep(folder, "two.gguf", 2)
    while not any(news is not None and hasattr(news, "size") for news in disk.news()):
        disk._indexed.wait(0.01)
    yield disk
    disk.close(60)


def test_what_is_kept_is_shown_by_model(run: Run, running: KvDisk) -> None:
    said = {one["model"]: one for one in json.loads(run("cache", "--json").out)}
    size = 4000 + 4 * 50 + 8 + 16 + 4 + 4 + 8 + 32 + 32
    assert {name: (one["bytes"], one["in_use"]) for name, one in said.items()} == {
        "one.gguf": (size, False),
        "two.gguf": (size, True),
    }
    shown = run("cache").out
    assert "2 entries, 8.6 kB in " in shown
    assert "in use" in shown


def test_nothing_is_said_to_be_nothing(run: Run, folder: Path) -> None:
    assert run("cache").out == f"Nothing is kept in {folder}.\n"
    assert run("cache", "clear").out == "0 bytes are free again.\n"


def test_one_model_is_cleared_by_name(run: Run, running: KvDisk, folder: Path) -> None:
    assert run("cache", "clear", "one").out == "4.3 kB are free again.\n"
    assert [one["model"] for one in json.loads(run("cache", "--json").out)] == ["two.gguf"]
    assert run("cache", "clear", "three").code == 1


def test_all_is_cleared_and_an_engine_that_runs_is_told(
    run: Run, running: KvDisk, folder: Path
) -> None:
    assert run("cache", "clear").code == 0
    assert list(folder.glob("*/*.kv")) == []
    assert None in list(running.news())
