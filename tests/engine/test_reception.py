from __future__ import annotations

from typing import Any

import pytest
from helpers.engines import FakeEngine, make_request

from localllm import core
from localllm.core import FinishReason
from localllm.engine.fake_language import FakeLanguage
from localllm.engine.reception import Reception


class Bench:
    """A reception before an engine that is turned by hand; everything sent is in one list."""

    def __init__(self, slots: int = 2, max_queue: int = 3, **engine: Any) -> None:
        self.engine = FakeEngine(max_sequences=slots, **engine)
        self.sent: list[core.Reply] = []
        self.reception = Reception(
            self.engine.engine,
            self.engine.intake,
            self.sent.append,
            slots=slots,
            max_queue=max_queue,
        )

    def submit(self, id: str, prompt: Any = "hello", **fields: Any) -> None:
        self.reception.receive(core.Submit(make_request(id, prompt, **fields)))

    def take_in(self) -> None:
        """What the intake thread does, until all is done."""
        self.reception.end()
        self.reception.work()

    def failures(self) -> dict[str, core.Failed]:
        frames = [reply for reply in self.sent if isinstance(reply, core.Events)]
        events = [event for frame in frames for event in frame.events]
        return {event.request_id: event for event in events if isinstance(event, core.Failed)}


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_request_goes_through_the_intake_to_the_engine(bench: Bench) -> None:
    bench.submit("r")
    bench.take_in()
    bench.engine.finish()
    assert bench.engine.reason("r") is FinishReason.STOP
    assert bench.sent == []


def test_a_request_that_is_wrong_fails_before_the_engine(bench: Bench) -> None:
    bench.submit("long", "x" * 5000)
    bench.take_in()
    failed = bench.failures()["long"]
    assert failed.code == "context_length_exceeded"
    assert failed.detail["prompt_tokens"] == 5001
    assert not bench.engine.of("long")


@pytest.mark.expects_error_log
def test_a_bug_over_one_request_fails_it_alone(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokenize = FakeLanguage.tokenize

    def buggy(self: FakeLanguage, text: str, **fields: Any) -> Any:
        if text == "bad":
            raise KeyError("a bug")
        return tokenize(self, text, **fields)

    monkeypatch.setattr(FakeLanguage, "tokenize", buggy)
    bench.submit("a", "bad")
    bench.submit("b", "good")
    bench.take_in()
    bench.engine.finish()
    assert bench.failures()["a"].code == "engine_error"
    assert bench.engine.reason("b") is FinishReason.STOP


def test_one_too_many_is_refused_at_once(bench: Bench) -> None:
    for i in range(2 + 3):
        bench.submit(f"r{i}")
    assert bench.failures() == {}
    bench.submit("too many")
    failed = bench.failures()["too many"]
    assert failed.code == "queue_full"
    assert 1 <= failed.detail["retry_after"] <= 60
    bench.take_in()
    bench.engine.finish()
    assert len(bench.engine.ends()) == 5


def test_room_in_the_queue_comes_back(bench: Bench) -> None:
    for i in range(3):
        bench.submit(f"r{i}")
        bench.submit(f"long{i}", "x" * 5000)
        bench.take_in()
        bench.engine.finish()
    for i in range(5):
        bench.submit(f"again{i}")
    assert "queue_full" not in {failed.code for failed in bench.failures().values()}


def test_an_abort_overtakes_prompts_that_are_taken_in(bench: Bench) -> None:
    bench.submit("running", ignore_eos=True)
    bench.take_in()
    bench.engine.turn(3)
    bench.submit("next")
    bench.reception.receive(core.Abort("running"))
    bench.engine.turn()
    assert bench.engine.reason("running") is FinishReason.ABORTED


def test_an_abort_reaches_a_request_that_is_still_taken_in(bench: Bench) -> None:
    bench.submit("r")
    bench.reception.receive(core.Abort("r"))
    bench.engine.turn()
    bench.take_in()
    bench.engine.finish()
    assert bench.engine.reason("r") is FinishReason.ABORTED
    assert bench.engine.runner.n_steps == 0


def test_numbers_are_given_at_once(bench: Bench) -> None:
    bench.reception.receive(core.GetStats("s"))
    (reply,) = bench.sent
    assert isinstance(reply, core.Stats)
    assert reply.id == "s"


def test_tokens_are_counted(bench: Bench) -> None:
    bench.reception.receive(core.CountTokens("c", core.TextPrompt("abc")))
    bench.take_in()
    assert bench.sent == [core.TokenCount("c", tokens=4)]


def test_a_prompt_that_cannot_be_counted_is_said_to_be(bench: Bench) -> None:
    bench.reception.receive(core.CountTokens("c", core.TokenPrompt((-1,))))
    bench.take_in()
    (reply,) = bench.sent
    assert isinstance(reply, core.TokenCount)
    assert reply.code == "invalid_request"
    assert "-1" in reply.message


def test_whoever_waits_too_long_is_refused_and_the_others_go_on() -> None:
    bench = Bench(slots=1, queue_timeout=60.0)
    bench.submit("running", ignore_eos=True)
    bench.submit("old")
    bench.take_in()
    bench.engine.turn(3)
    # Requests arrive by the reception's clock; the engine's is turned forward.
    (state,) = [s for s in bench.engine.engine._digest.requests.values() if s.request.id == "old"]
    bench.engine.now = state.arrived + 61
    bench.engine.turn()
    failed = bench.engine.failure("old")
    assert failed.code == "queue_full"
    assert failed.detail["retry_after"] > 0
    assert not bench.engine.of("running", core.Failed)
