"""What goes wrong ends what it belongs to, and nothing else."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from helpers.engines import FakeEngine, chat, fake_answer

from localllm import core
from localllm.engine.fake_runner import FakeRunner
from localllm.engine.runner import Status, StepResult
from localllm.engine.scheduler import Chunk


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


def three(engine: FakeEngine) -> list[core.Request]:
    return [engine.ask(f"r{i}", f"{i}" * 40) for i in range(3)]


def assert_well(engine: FakeEngine, requests: list[core.Request]) -> None:
    for request in requests:
        assert engine.text(request.id) == fake_answer(request)
    assert set(engine.ends().values()) == {1}


# --- steps ---------------------------------------------------------------------------------------


def test_a_step_without_cells_is_planned_again_with_fewer(engine: FakeEngine) -> None:
    requests = three(engine)
    engine.turn(5)
    engine.runner.faults.append(Status.NO_CELLS)
    engine.finish()
    assert_well(engine, requests)


def test_who_is_alone_and_has_no_cells_fails_with_words(engine: FakeEngine) -> None:
    engine.ask("r", "x" * 40)
    engine.runner.faults.append(Status.NO_CELLS)
    engine.finish()
    assert engine.failure("r").code == "engine_error"
    assert "no room" in engine.failure("r").message


def test_an_aborted_step_is_planned_again(engine: FakeEngine) -> None:
    requests = three(engine)
    engine.runner.faults.extend([Status.DONE, Status.ABORTED, Status.ABORTED])
    engine.finish()
    assert_well(engine, requests)


def test_a_failed_step_is_tried_one_by_one(engine: FakeEngine) -> None:
    requests = three(engine)
    engine.turn(5)
    engine.runner.faults.append(Status.FAILED)
    engine.finish()
    assert_well(engine, requests)


@pytest.mark.parametrize("prompt", ["~ in what it reads", chat("say something ~ else")])
def test_only_the_culprit_of_a_failed_step_fails(engine: FakeEngine, prompt: Any) -> None:
    engine.runner.poison = frozenset({ord("~")})
    requests = three(engine)
    engine.ask("bad", prompt)
    engine.finish()
    assert "could not compute" in engine.failure("bad").message
    assert_well(engine, requests)


class Losing(FakeRunner):
    """Loses the KV of what a failed step held, as a recurrent model does."""

    def run(self, chunks: list[Chunk]) -> StepResult:
        result = super().run(chunks)
        if result.status in (Status.ABORTED, Status.FAILED):
            result.lost = [chunk.seq for chunk in chunks]
            for seq in result.lost:
                self.remove(seq.seq_id)
        return result


@pytest.mark.parametrize("status", [Status.ABORTED, Status.FAILED])
@pytest.mark.parametrize("at", [1, 3, 8])
def test_what_a_step_lost_is_computed_again(status: Status, at: int) -> None:
    engine = FakeEngine(runner=Losing(1024, 64))
    requests = three(engine)
    engine.runner.faults.extend([Status.DONE] * at + [status])
    engine.finish()
    assert_well(engine, requests)


# --- requests ------------------------------------------------------------------------------------


def test_a_sampler_that_cannot_go_on_ends_its_request_alone(
    engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = three(engine)
    engine.turn(5)
    sampler = engine.engine._digest.requests["r1"].sequences[0].sampler
    monkeypatch.setattr(sampler, "pick", lambda chain: -1)
    engine.finish()
    assert "No next token" in engine.failure("r1").message
    assert_well(engine, [requests[0], requests[2]])


def test_one_failing_choice_ends_all_of_the_request(
    engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = engine.ask("other", "o")
    engine.ask("r", "x" * 20, n=3, ignore_eos=True)
    engine.turn(6)
    sampler = engine.engine._digest.requests["r"].sequences[1].sampler
    monkeypatch.setattr(sampler, "pick", lambda chain: -1)
    engine.finish()
    assert engine.failure("r")
    assert_well(engine, [other])


@pytest.mark.expects_error_log
def test_a_bug_over_one_output_ends_that_request_alone(
    engine: FakeEngine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    requests = three(engine)
    engine.turn(5)
    output = engine.engine._digest.requests["r1"].sequences[0].output
    monkeypatch.setattr(output, "push", lambda *_: 1 / 0)
    engine.finish()
    assert "ZeroDivisionError" in engine.failure("r1").message
    assert_well(engine, [requests[0], requests[2]])
    assert "r1 failed over its output" in caplog.text


# --- the loop ------------------------------------------------------------------------------------


class LoopThread:
    """The engine's own loop, on a thread, until the block ends."""

    def __init__(self, engine: FakeEngine) -> None:
        self.engine = engine
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run)
        self.heard = threading.Condition()
        emit = engine.engine._emit

        def emit_and_tell(frame: core.Events) -> None:
            with self.heard:
                emit(frame)
                self.heard.notify_all()

        engine.engine._emit = emit_and_tell

    def _run(self) -> None:
        try:
            self.engine.engine.run()
        except BaseException as error:
            self.error = error

    def __enter__(self) -> LoopThread:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.engine.stop()
        self.thread.join(10)
        assert not self.thread.is_alive()

    def wait_for(self, id: str, kind: type[Any] = core.Done | core.Failed) -> None:  # type: ignore[assignment]
        with self.heard:
            assert self.heard.wait_for(lambda: self.engine.of(id, kind), timeout=10)


@pytest.mark.expects_error_log
def test_a_bug_in_the_loop_ends_what_runs_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = FakeEngine(max_sequences=1)
    engine.ask("running", "x" * 100)
    waiting = engine.ask("waiting", "y" * 100)
    engine.turn(2)
    schedule = engine.engine._scheduler.schedule
    bugs = iter([RuntimeError("a bug")])

    def buggy() -> Any:
        for bug in bugs:
            raise bug
        return schedule()

    monkeypatch.setattr(engine.engine._scheduler, "schedule", buggy)
    with LoopThread(engine) as loop:
        loop.wait_for("waiting")
    assert "a bug" in engine.failure("running").message
    assert_well(engine, [waiting])
    engine.put_away()


@pytest.mark.expects_error_log
def test_too_many_bugs_end_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = FakeEngine()
    for i in range(8):
        engine.ask(f"r{i}")
    monkeypatch.setattr(engine.engine._scheduler, "schedule", lambda: 1 / 0)
    loop = LoopThread(engine)
    with loop:
        loop.thread.join(10)
    assert isinstance(loop.error, ZeroDivisionError)


@pytest.mark.expects_error_log
def test_books_that_do_not_add_up_are_started_afresh() -> None:
    engine = FakeEngine()
    engine.ask("a", "x" * 50)
    engine.finish()
    engine.engine._pool.used = 7
    with LoopThread(engine) as loop:
        after = engine.ask("b", "x" * 50)
        loop.wait_for("b")
    assert_well(engine, [after])
    engine.put_away()


def test_the_loop_sleeps_without_work_and_wakes_for_it() -> None:
    engine = FakeEngine()
    with LoopThread(engine) as loop:
        first = engine.ask("a", chat("hi"))
        loop.wait_for("a")
        steps = engine.engine.stats.steps
        second = engine.ask("b", chat("ho"))
        loop.wait_for("b")
    assert engine.engine.stats.steps >= steps
    assert_well(engine, [first, second])


def slow_engine() -> FakeEngine:
    """A step of it takes a minute, unless it is interrupted."""
    return FakeEngine(runner=FakeRunner(1024, 64, step_s=60))


def test_stopping_ends_a_running_step() -> None:
    engine = slow_engine()
    with LoopThread(engine) as loop:
        engine.ask("r", "x" * 500)
        loop.wait_for("r", core.Prefill)
    assert engine.runner.n_steps == 0


def test_an_abort_interrupts_the_step_that_reads_its_prompt() -> None:
    engine = slow_engine()
    with LoopThread(engine) as loop:
        engine.ask("r", "x" * 500)
        loop.wait_for("r", core.Prefill)
        engine.engine.abort("r")
        loop.wait_for("r")
    assert engine.runner.n_steps == 0
    assert engine.ends() == {"r": 1}


def test_an_abort_of_another_request_interrupts_nothing() -> None:
    engine = FakeEngine(runner=FakeRunner(1024, 64, step_s=0.05))
    with LoopThread(engine) as loop:
        engine.ask("stream", ignore_eos=True, max_tokens=100)
        loop.wait_for("stream", core.Delta)
        request = engine.ask("prompt", "x" * 200)
        loop.wait_for("prompt", core.Prefill)
        steps = engine.runner.n_steps
        engine.engine.abort("stream")
        loop.wait_for("stream")
        loop.wait_for("prompt")
    assert engine.runner.n_steps > steps
    assert engine.text("prompt") == fake_answer(request)
