"""kill -9 of an engine: the next one finds what was read, and says what it would have said."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.engines import fake_answer, make_request
from helpers.workers import WorkerProcess

from localllm import core

_SECONDS = 60  # for a busy machine


def settle(folder: Path, n_files: int) -> None:
    """Waits until so many files are whole."""
    end = time.monotonic() + _SECONDS
    while len(list(folder.glob("*/*.kv"))) < n_files:
        assert time.monotonic() < end, list(folder.glob("*/*"))
        time.sleep(0.01)


def answer(worker: WorkerProcess, request: core.Request) -> tuple[str, core.Usage]:
    worker.send(core.Submit(request))
    events = worker.until(request.id, core.Done)
    done = events[-1]
    assert isinstance(done, core.Done)
    text = "".join(event.content for event in events if isinstance(event, core.Delta))
    return text, done.usage


def killed(folder: Path, start: Callable[[], WorkerProcess], request: core.Request, n: int) -> str:
    """Answers on a new engine, which is killed once `n` files are there."""
    with start() as worker:
        text, usage = answer(worker, request)
        assert usage.cached_tokens == 0
        settle(folder, n)
        worker.process.kill()
        worker.process.wait()
    return text


def test_a_killed_engine_leaves_what_it_computed(tmp_path: Path) -> None:
    model = tmp_path / "fake.gguf"
    model.write_bytes(b"fake")
    folder = tmp_path / "kv"

    def start() -> WorkerProcess:
        worker = WorkerProcess()
        options = {"disk_cache_bytes": 1 << 30, "disk_cache_dir": str(folder)}
        assert isinstance(worker.load(model, **options), core.Ready)
        return worker

    first = make_request("a", "x" * 1000, max_tokens=8)
    killed(folder, start, first, 2)
    (folder / next(folder.iterdir()).name / "half.1.part").write_bytes(b"killed while writing")
    with start() as worker:
        longer = make_request("b", "x" * 1000 + "y", max_tokens=8)
        text, usage = answer(worker, longer)
        assert text == fake_answer(longer)
        assert usage.cached_tokens == usage.prompt_tokens - 1
    assert not list(folder.glob("*/*.part"))


@pytest.mark.model
def test_a_chat_goes_on_after_a_kill_as_if_nothing_had_been(
    tmp_path: Path, starter_model: Path
) -> None:
    def start(folder: Path) -> WorkerProcess:
        worker = WorkerProcess(fake=False)
        options = {"disk_cache_bytes": 1 << 30, "disk_cache_dir": str(folder), "threads": 1}
        options |= {"context": 1024, "flash_attention": "on"}
        assert isinstance(worker.load(starter_model, **options), core.Ready)
        return worker

    words = "The quick brown fox jumps over the lazy dog. " * 55
    first = make_request("a", words, max_tokens=4, temperature=0.0)
    longer = make_request("b", words + " Then", max_tokens=16, temperature=0.0)
    killed(tmp_path / "kv", lambda: start(tmp_path / "kv"), first, 2)
    with start(tmp_path / "kv") as worker:
        text, usage = answer(worker, longer)
        assert usage.prompt_tokens - usage.cached_tokens <= 4
    with start(tmp_path / "other") as worker:
        answer(worker, first)  # in cells: what was killed in between is all that differs
        expected, _ = answer(worker, longer)
    assert text == expected
