"""The engine process on the real model, over real pipes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from helpers.engines import chat, make_request
from helpers.workers import WorkerProcess

from localllm import core
from localllm.core import FinishReason

pytestmark = pytest.mark.model

LONG = "word " * 1500


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("worker") / "engine.log"


@pytest.fixture(scope="module")
def worker(starter_model: Path, log: Path) -> Iterator[WorkerProcess]:
    with WorkerProcess(fake=False) as process:
        ready = process.load(starter_model, context=2048, threads=1, log_path=str(log))
        assert isinstance(ready, core.Ready)
        yield process


def test_it_answers_and_counts(worker: WorkerProcess) -> None:
    request = make_request("r", chat("What is the capital of France?"), max_tokens=12)
    worker.send(core.CountTokens("c", request.prompt))
    count = worker.reader.read()
    assert isinstance(count, core.TokenCount)
    worker.send(core.Submit(request))
    events = worker.until("r", core.Done)
    done = events[-1]
    assert isinstance(done, core.Done)
    assert done.usage.prompt_tokens == count.tokens
    assert sum(isinstance(event, core.Delta) for event in events) > 1


def test_json_follows_a_schema(worker: WorkerProcess) -> None:
    schema = '{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}'
    request = make_request("j", chat("A number, please."), json_schema=schema, max_tokens=100)
    answer = msgspec.json.decode(worker.answer(request))
    assert isinstance(answer["n"], int)


def test_a_schema_that_is_none_is_refused(worker: WorkerProcess) -> None:
    worker.send(core.Submit(make_request("bad", chat("hi"), json_schema="[1")))
    (failed,) = worker.until("bad", core.Failed)
    assert isinstance(failed, core.Failed)
    assert (failed.code, failed.detail["param"]) == ("invalid_request", "json_schema")


def test_a_schema_that_nothing_can_follow_is_the_askers_fault(worker: WorkerProcess) -> None:
    schema = '{"type":"integer","minimum":18,"maximum":15}'
    worker.send(core.Submit(make_request("never", chat("hi"), json_schema=schema)))
    failed = worker.until("never", core.Failed)[-1]
    assert isinstance(failed, core.Failed)
    assert (failed.code, failed.detail["param"]) == ("invalid_request", "json_schema")
    assert "cannot be" in failed.message


def test_a_prompt_that_does_not_fit_is_refused_with_numbers(worker: WorkerProcess) -> None:
    worker.send(core.Submit(make_request("long", "word " * 5000)))
    (failed,) = worker.until("long", core.Failed)
    assert isinstance(failed, core.Failed)
    assert failed.code == "context_length_exceeded"
    assert failed.detail["context"] == 2048
    assert failed.detail["prompt_tokens"] > 5000


def test_a_half_read_prompt_can_be_aborted_and_is_kept(worker: WorkerProcess) -> None:
    worker.send(core.Submit(make_request("first", LONG, max_tokens=1)))
    worker.until("first", core.Prefill)
    while not any(
        isinstance(event, core.Prefill) and event.done
        for event in worker.until("first", core.Prefill)
    ):
        pass
    worker.send(core.Abort("first"))
    finished = worker.until("first", core.Done)[-2]
    assert isinstance(finished, core.Finished)
    assert finished.reason is FinishReason.ABORTED
    worker.send(core.Submit(make_request("again", LONG, max_tokens=1)))
    done = worker.until("again", core.Done)[-1]
    assert isinstance(done, core.Done)
    assert done.usage.cached_tokens >= 64


def test_native_words_go_to_the_log(worker: WorkerProcess, log: Path) -> None:
    assert "llama" in log.read_text(errors="replace")


def test_it_ends_with_its_input_in_the_middle_of_a_prompt(starter_model: Path) -> None:
    with WorkerProcess(fake=False) as process:
        process.load(starter_model, context=2048, threads=1)
        process.send(core.Submit(make_request("r", LONG)))
        process.until("r", core.Prefill)
        process.end_input()
        assert process.status() == 0


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "model_not_found"),
        (b"no model at all, but long enough", "not_a_model"),
        (b"GGUF\x03\x00\x00\x00", "model_truncated"),
    ],
)
def test_what_is_wrong_with_a_file_is_told(
    tmp_path: Path, content: bytes | None, code: str
) -> None:
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    with WorkerProcess(fake=False) as process:
        failed = process.load(path)
        assert isinstance(failed, core.LoadFailed)
        assert failed.code == code
        assert process.status() == 1
