"""Facts and findings, with the native build played."""

from __future__ import annotations

import json
import shutil
import socket
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from cli.conftest import Run
from helpers.gguf_bytes import gguf

from localllm import paths
from localllm.cli import diagnosis
from localllm.models import starter
from localllm.supervisor.launch import Launch

NATIVE = {
    "folder": "/opt/native",
    "build": {"llama_version": "b1234", "preset": "cpu-all"},
    "cpu_features": ["AVX2", "FMA"],
    "cpu_module": "haswell",
    "cpu_modules": [
        {"name": "skylakex", "score": 0, "why": "the processor lacks instructions"},
        {"name": "haswell", "score": 64, "why": ""},
        {"name": "x64", "score": 1, "why": ""},
    ],
    "gpu_modules": [],
    "instruction_sets": ["sse4_2", "avx2"],
    "devices": [
        {
            "name": "CPU",
            "description": "Some CPU",
            "kind": "cpu",
            "memory_total": 8 * 10**9,
            "memory_free": 10**9,
        }
    ],
    "supports_gpu_offload": False,
    "warnings": [],
}


def play(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A program in the place of localllm: what it does is what `probe` does."""
    launch = Launch((sys.executable, "-c", script, "engine"))
    monkeypatch.setattr(diagnosis, "engine_launch", lambda settings: launch)


def says(answer: dict[str, Any]) -> str:
    return f"import sys; assert sys.argv[1] == 'probe'; print({json.dumps(answer)!r})"


@pytest.fixture(autouse=True)
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, says({"ok": NATIVE}))
    monkeypatch.setenv("LOCALLLM_PORT", str(free_port()))


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def test_a_healthy_computer_is_told_what_it_has(run: Run) -> None:
    result = run("doctor")
    assert result.code == 0
    for word in ("b1234", "cpu-all", "/opt/native", "haswell", "AVX2 FMA", "smollm2", "works"):
        assert word in result.out


def test_it_is_there_for_programs(run: Run) -> None:
    said = json.loads(run("doctor", "--json").out)
    assert said["healthy"] is True
    assert said["native"]["build"]["llama_version"] == "b1234"
    assert said["computer"]["memory_total"] > said["computer"]["memory_free"] > 0
    assert said["computer"]["cpu"]
    assert said["findings"] == []


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (says({"error": {"code": "engine_error", "message": "It is missing."}}), "It is missing."),
        ("import sys; sys.exit('no symbol')", "ended with 1: no symbol"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "ended with -11"),
        ("print('not json')", "cannot be used"),
    ],
)
def test_a_native_build_that_fails_is_a_problem(
    run: Run, monkeypatch: pytest.MonkeyPatch, script: str, words: str
) -> None:
    play(monkeypatch, script)
    result = run("doctor")
    assert result.code == 1
    assert "Problem:" in result.out
    assert words in result.out


def test_a_native_build_that_hangs_is_a_problem(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, "import time; time.sleep(60)")
    monkeypatch.setattr(diagnosis, "_PROBE_S", 0.2)
    assert "did not answer within" in run("doctor").out


def test_what_the_native_build_prints_first_is_no_matter(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(monkeypatch, "print('noise of a driver'); " + says({"ok": NATIVE}))
    assert run("doctor").code == 0


def test_its_warnings_are_notes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, says({"ok": NATIVE | {"warnings": ["odd driver"]}}))
    result = run("doctor")
    assert result.code == 0
    assert "odd driver" in result.out


def test_a_gpu_that_the_build_cannot_use_is_a_note(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert "NVIDIA GPU" in run("doctor").out
    play(monkeypatch, says({"ok": NATIVE | {"supports_gpu_offload": True}}))
    assert "NVIDIA GPU" not in run("doctor").out


def test_a_broken_model_is_a_problem_with_its_remedy(run: Run) -> None:
    (paths.models_dir() / "broken.gguf").write_bytes(gguf()[:-20])
    result = run("doctor")
    assert result.code == 1
    assert "cut off" in result.out
    assert "localllm rm broken" in result.out


def test_no_model_at_all_is_a_problem(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starter, "in_package", lambda: None)
    result = run("doctor")
    assert result.code == 1
    assert "localllm pull starter" in result.out


def test_a_default_that_is_not_there_is_a_problem(run: Run) -> None:
    assert "no model 'gone'" in run("doctor", "--model", "gone").out


def test_a_full_disk_is_a_note(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 10**6))
    result = run("doctor")
    assert result.code == 0
    assert "Only 1.0 MB are free" in result.out


def test_a_port_in_use_is_a_note(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        result = run("doctor", "--port", str(port))
    assert f"Port {port} is taken" in result.out


def test_folders_are_shown(run: Run, isolated_home: Path) -> None:
    shown = run("doctor").out
    assert str(isolated_home / "config" / "config.toml") in shown
    assert str(isolated_home / "log") in shown
