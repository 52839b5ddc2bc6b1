"""The engine process on the fake runner, over real pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.engines import chat, fake_answer, make_request
from helpers.workers import END_SECONDS, WorkerProcess, is_running

from localllm import core


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    with WorkerProcess() as process:
        assert isinstance(process.load(), core.Ready)
        yield process


def endless(id: str = "endless") -> core.Submit:
    return core.Submit(make_request(id, "x" * 50, ignore_eos=True))


def test_it_says_what_it_loaded() -> None:
    with WorkerProcess() as process:
        ready = process.load(context=2048, max_sequences=3)
    assert isinstance(ready, core.Ready)
    assert (ready.model.context, ready.model.max_sequences) == (2048, 3)


def test_it_answers(worker: WorkerProcess) -> None:
    request = make_request("r", chat("hello"))
    assert worker.answer(request) == fake_answer(request)


def test_it_answers_several_at_once(worker: WorkerProcess) -> None:
    requests = [make_request(f"r{i}", chat(f"hello {i}")) for i in range(6)]
    worker.send(*map(core.Submit, requests))
    texts: dict[str, str] = {}
    for event in worker.events():
        if isinstance(event, core.Delta):
            texts[event.request_id] = texts.get(event.request_id, "") + event.content
        if isinstance(event, core.Done) and len(texts) == 6:
            break
    assert texts.keys() == {request.id for request in requests}


def test_it_counts_tokens_and_gives_numbers(worker: WorkerProcess) -> None:
    worker.send(core.CountTokens("c", core.TextPrompt("abc")))
    assert worker.reader.read() == core.TokenCount("c", tokens=4)
    worker.send(core.GetStats("s"))
    assert isinstance(worker.reader.read(), core.Stats)


def test_it_ends_when_told(worker: WorkerProcess) -> None:
    worker.send(core.Shutdown())
    assert worker.status() == 0


def test_it_ends_with_its_input(worker: WorkerProcess) -> None:
    worker.end_input()
    assert worker.status() == 0


def test_it_ends_with_its_input_while_it_works(worker: WorkerProcess) -> None:
    worker.send(endless())
    worker.until("endless", core.Delta)
    worker.end_input()
    assert worker.status() == 0


def test_it_ends_when_nobody_reads_any_more(worker: WorkerProcess) -> None:
    assert worker.process.stdout is not None
    worker.process.stdout.close()
    worker.send(endless())
    assert worker.status() == 0


def test_it_ends_before_it_is_asked_to_load() -> None:
    with WorkerProcess() as process:
        process.end_input()
        assert process.status() == 0


def test_another_first_command_is_refused() -> None:
    with WorkerProcess(stderr=subprocess.PIPE) as process:
        process.send(core.Abort("r"))
        assert process.status() != 0
        assert process.process.stderr is not None
        assert b"not Load" in process.process.stderr.read()


def test_bytes_that_are_no_frame_end_it(worker: WorkerProcess) -> None:
    assert worker.process.stdin is not None
    os.write(worker.process.stdin.fileno(), b"\xff" * 64)
    assert worker.status() == 0


def test_what_is_printed_goes_to_the_log_and_not_between_the_frames(tmp_path: Path) -> None:
    noise = (
        "import os; from localllm.engine import loading; real = loading.load_fake\n"
        "def noisy(options):\n"
        "    print('printed', flush=True); os.write(1, b'written'); os.write(2, b'complained')\n"
        "    return real(options)\n"
        "loading.load_fake = noisy\n"
    )
    log = tmp_path / "engine.log"
    with WorkerProcess(before=noise) as process:
        assert isinstance(process.load(log_path=str(log)), core.Ready)
        request = make_request("r", chat("hello"))
        assert process.answer(request) == fake_answer(request)
    logged = log.read_text()
    assert all(word in logged for word in ("printed", "written", "complained"))


def test_a_bug_while_loading_is_told() -> None:
    bug = "from localllm.engine import loading; loading.load_fake = lambda options: 1 / 0\n"
    with WorkerProcess(before=bug) as process:
        failed = process.load()
        assert isinstance(failed, core.LoadFailed)
        assert "ZeroDivisionError" in failed.message
        assert process.status() == 1


def test_an_interrupt_from_the_terminal_is_not_for_it(worker: WorkerProcess) -> None:
    worker.process.send_signal(signal.SIGINT)
    request = make_request("r", chat("hello"))
    assert worker.answer(request) == fake_answer(request)


PARENT = """
import os, subprocess, sys
from localllm import core
from localllm.frames import FrameReader, FrameWriter
from helpers.engines import make_request
engine = subprocess.Popen(
    [sys.executable, "-c", "from localllm.engine import worker; worker.main(fake=True)"],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE)
writer = FrameWriter(engine.stdin.fileno())
writer.write(core.Load(core.EngineOptions("fake.gguf")))
writer.write(core.Submit(make_request("r", "x", ignore_eos=True)))
reader = FrameReader(engine.stdout.fileno(), core.Reply)
while not isinstance(reader.read(), core.Events):
    pass
print(engine.pid, flush=True)
while reader.read():
    pass
"""


def test_it_does_not_outlive_a_parent_that_is_killed() -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, env=environment
    )
    assert parent.stdout is not None
    with parent.stdout as said:
        pid = int(said.readline())
        assert is_running(pid)
        parent.kill()
        parent.wait()
    deadline = time.monotonic() + END_SECONDS
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not is_running(pid)
