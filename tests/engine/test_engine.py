"""What a request gets, turn by turn on the fake runner. Every turn checks the books."""

from __future__ import annotations

import gc
import threading
import time
import weakref

import pytest
from helpers.engines import FakeEngine, chat, fake_answer

from localllm import core
from localllm.core import FinishReason, Priority
from localllm.engine.fake_runner import FakeRunner


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


# --- one request ---------------------------------------------------------------------------------


def test_a_request_gets_what_the_model_says(engine: FakeEngine) -> None:
    request = engine.ask("r", chat("hi"))
    engine.finish()
    assert engine.text("r") == fake_answer(request)
    assert engine.reason("r") is FinishReason.STOP


def test_its_events_come_in_order(engine: FakeEngine) -> None:
    engine.ask("r", "x" * 200)
    engine.finish()
    kinds = list(dict.fromkeys(type(event).__name__ for event in engine.events))
    assert kinds == ["Prefill", "Delta", "Finished", "Done"]


def test_all_deltas_of_a_step_are_one_frame(engine: FakeEngine) -> None:
    for i in range(4):
        engine.ask(f"r{i}", f"{i}", ignore_eos=True, max_tokens=20)
    engine.turn(10)
    assert [event.request_id for event in engine.frames[-1].events] == ["r0", "r1", "r2", "r3"]


def test_usage_counts_tokens_exactly(engine: FakeEngine) -> None:
    engine.ask("r", chat("say abc"))
    engine.finish()
    usage = engine.usage("r")
    assert usage.prompt_tokens == 1 + len("<|user|>say abc\n<|assistant|>")
    assert usage.completion_tokens == len("abc") + 1  # as llama-server counts: with the end
    assert usage.cached_tokens == 0


def test_usage_tells_the_times(engine: FakeEngine) -> None:
    engine.ask("r", "x" * 300)
    engine.now += 5
    engine.turn()
    engine.now += 7
    engine.finish()
    usage = engine.usage("r")
    assert usage.queued_s == pytest.approx(5, abs=0.1)
    assert usage.prefill_s == pytest.approx(7, abs=0.1)
    assert 0 < usage.decode_s < 1


def test_max_tokens_ends_for_length(engine: FakeEngine) -> None:
    engine.ask("r", ignore_eos=True, max_tokens=5)
    engine.finish()
    assert engine.reason("r") is FinishReason.LENGTH
    assert engine.usage("r").completion_tokens == 5


def test_the_end_at_the_last_token_is_a_stop(engine: FakeEngine) -> None:
    engine.ask("r", chat("say abc"), max_tokens=4)
    engine.finish()
    assert engine.reason("r") is FinishReason.STOP


def test_no_tokens_asked_for_reads_the_prompt_alone(engine: FakeEngine) -> None:
    engine.ask("r", "x" * 100, max_tokens=0)
    engine.finish()
    assert engine.reason("r") is FinishReason.LENGTH
    assert (engine.text("r"), engine.usage("r").completion_tokens) == ("", 0)
    engine.ask("again", "x" * 100 + "y")
    engine.finish()
    assert engine.usage("again").cached_tokens == 101


def test_the_end_of_the_context_ends_for_length() -> None:
    engine = FakeEngine(n_cells=64)
    engine.ask("r", "x" * 40, ignore_eos=True)
    engine.finish()
    assert engine.reason("r") is FinishReason.LENGTH
    usage = engine.usage("r")
    assert usage.prompt_tokens + usage.completion_tokens == 64


def test_a_stop_string_ends_it(engine: FakeEngine) -> None:
    request = engine.ask("r", chat("say one two three"), stop=("two",))
    engine.finish()
    assert engine.text("r") == fake_answer(request) == "one "
    (finished,) = engine.of("r", core.Finished)
    assert (finished.reason, finished.stop) == (FinishReason.STOP, "two")


def test_characters_of_several_tokens_come_whole(engine: FakeEngine) -> None:
    engine.ask("r", chat("say 漢字🙂é"))
    engine.finish()
    assert engine.text("r") == "漢字🙂é"
    assert all("\ufffd" not in delta.content for delta in engine.of("r", core.Delta))


def test_logprobs_are_those_of_the_tokens(engine: FakeEngine) -> None:
    engine.ask("r", chat("say aé"), logprobs=2)
    engine.finish()
    entries = [entry for delta in engine.of("r", core.Delta) for entry in delta.logprobs]
    assert [entry.bytes_ for entry in entries] == [b"a", b"\xc3", b"\xa9", b""]
    assert [entry.token for entry in entries] == ["a", "\ufffd", "\ufffd", ""]
    assert entries[0].top[0] == ("a", entries[0].logprob, b"a")
    assert len(entries[0].top) == 2


def test_tools_are_called(engine: FakeEngine) -> None:
    tool = core.Tool("look", parameters={"properties": {"where": {"type": "string"}}})
    engine.ask("r", chat("find it", tools=(tool,), tool_choice="required"))
    engine.finish()
    calls = [call for delta in engine.of("r", core.Delta) for call in delta.tool_calls]
    assert (calls[0].name, "".join(call.arguments for call in calls)) == (
        "look",
        '{"where": "fake"}',
    )
    assert engine.text("r") == ""
    assert engine.reason("r") is FinishReason.TOOL_CALLS


def test_thoughts_are_counted_apart(engine: FakeEngine) -> None:
    engine.ask("r", chat("say yes", enable_thinking=True))
    engine.finish()
    reasoning = "".join(delta.reasoning for delta in engine.of("r", core.Delta))
    assert reasoning.startswith("I was asked")
    assert engine.text("r") == "yes"
    # One byte a token: the thought and its two tags.
    assert engine.usage("r").reasoning_tokens == len(f"<think>{reasoning}</think>")


def test_prefill_is_told_now_and_then(engine: FakeEngine) -> None:
    engine.ask("r", "x" * 900, max_tokens=1)
    engine.turn()
    for _ in range(6):
        engine.now += 0.05
        engine.turn()
    told = [(event.done, event.total, event.cached) for event in engine.of("r", core.Prefill)]
    assert told == [(0, 901, 0), (192, 901, 0), (320, 901, 0), (448, 901, 0)]


# --- several -------------------------------------------------------------------------------------


def test_several_answers_do_not_touch_each_other(engine: FakeEngine) -> None:
    requests = [engine.ask(f"r{i}", chat(f"question {i}")) for i in range(10)]
    engine.finish()
    for request in requests:
        assert engine.text(request.id) == fake_answer(request)


def test_running_streams_go_on_while_a_long_prompt_is_read(engine: FakeEngine) -> None:
    engine.ask("stream", ignore_eos=True, max_tokens=200)
    engine.turn(5)
    engine.ask("long", "y" * 900, max_tokens=1)
    before = len(engine.of("stream", core.Delta))
    turns = 0
    while not engine.of("long", core.Done):
        engine.turn()
        turns += 1
    assert turns > 5
    assert len(engine.of("stream", core.Delta)) == before + turns


def test_who_waits_is_told_where_it_stands() -> None:
    engine = FakeEngine(max_sequences=1)
    for id in "abc":
        engine.ask(id, id, ignore_eos=True, max_tokens=3)
    engine.finish()
    told = {id: [event.position for event in engine.of(id, core.Queued)] for id in "abc"}
    assert told == {"a": [], "b": [0], "c": [1, 0]}


def test_an_urgent_request_goes_first() -> None:
    engine = FakeEngine(max_sequences=1)
    engine.ask("running", "r", ignore_eos=True, max_tokens=30)
    engine.turn(3)
    engine.ask("batch", "b", priority=Priority.BACKGROUND)
    engine.ask("person", "p", priority=Priority.INTERACTIVE)
    engine.finish()
    ends = [event.request_id for event in engine.events if isinstance(event, core.Done)]
    assert ends == ["person", "running", "batch"]


def test_an_engine_at_rest_holds_no_cells(engine: FakeEngine) -> None:
    engine.ask("r")
    engine.finish()
    assert engine.engine.stats.cells_used == 0
    assert engine.engine.stats.ram_cache_entries == 1


def test_stats_count_what_was_done(engine: FakeEngine) -> None:
    for id in "ab":
        engine.ask(id, "x" * 50, ignore_eos=True, max_tokens=10)
        engine.finish()
    stats = engine.engine.stats
    assert (stats.prompt_tokens, stats.cached_tokens, stats.completion_tokens) == (102, 50, 20)
    assert (stats.running, stats.waiting, stats.cells_total) == (0, 0, 1024)


# --- nothing is read twice -----------------------------------------------------------------------


def test_the_next_turn_of_a_chat_computes_its_own_tokens_alone(engine: FakeEngine) -> None:
    engine.ask("a", "system prompt " * 10)
    engine.finish()
    computed = engine.runner.n_tokens
    engine.ask("b", "system prompt " * 10 + "more", max_tokens=1)
    engine.finish()
    assert engine.usage("b").cached_tokens == 141
    assert engine.runner.n_tokens - computed == len("more")


def test_generated_tokens_are_reused_too(engine: FakeEngine) -> None:
    engine.ask("a", chat("say yes"))
    engine.finish()
    engine.ask("b", "<|user|>say yes\n<|assistant|>yes\n<|user|>why")
    engine.finish()
    assert engine.usage("b").cached_tokens == 1 + len("<|user|>say yes\n<|assistant|>yes")


def test_the_same_prompt_again_computes_one_token(engine: FakeEngine) -> None:
    for id in "ab":
        engine.ask(id, "x" * 100, max_tokens=1)
        engine.finish()
    assert engine.usage("b").cached_tokens == 100
    assert engine.runner.n_tokens == 101 + 1


def test_a_busy_prefix_is_shared(engine: FakeEngine) -> None:
    engine.ask("a", "x" * 200 + "a", ignore_eos=True, max_tokens=100)
    engine.turn(10)
    request = engine.ask("b", "x" * 200 + "b")
    engine.finish()
    assert engine.usage("b").cached_tokens == 201
    assert engine.text("b") == fake_answer(request)


def test_a_new_prefix_of_many_is_computed_once(engine: FakeEngine) -> None:
    requests = [engine.ask(f"r{i}", "x" * 300 + f"{i}" * 5, max_tokens=3) for i in range(4)]
    engine.finish()
    for request in requests:
        assert engine.text(request.id) == fake_answer(request)
    assert [engine.usage(request.id).cached_tokens for request in requests] == [0, 301, 301, 301]
    assert engine.runner.n_tokens == 301 + 4 * (5 + 2)


def test_choices_share_one_prompt(engine: FakeEngine) -> None:
    request = engine.ask("r", "x" * 200, n=3, seed=5, max_tokens=6)
    engine.finish()
    for index in range(3):
        assert engine.text("r", index) == fake_answer(request, index)
    assert len({engine.text("r", index) for index in range(3)}) == 3
    usage = engine.usage("r")
    assert (usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens) == (201, 0, 18)
    # The prompt once, its last token again for two of them, and all but the last of their own.
    assert engine.runner.n_tokens == 201 + 2 + 3 * 5


def test_of_several_choices_one_is_kept(engine: FakeEngine) -> None:
    engine.ask("r", "x" * 200, n=3, seed=5)
    engine.finish()
    assert engine.engine.stats.ram_cache_entries == 1


def test_a_model_that_cannot_be_cut_reuses_whole_turns() -> None:
    engine = FakeEngine(runner=FakeRunner(1024, 64, can_cut=False))
    engine.ask("a", chat("say yes"))
    engine.finish()
    request = engine.ask("b", "<|user|>say yes\n<|assistant|>yes, and")
    engine.ask("c", "<|user|>say no")
    engine.finish()
    assert engine.usage("b").cached_tokens == 1 + len("<|user|>say yes\n<|assistant|>yes")
    assert engine.usage("c").cached_tokens == 0
    assert engine.text("b") == fake_answer(request)


# --- too few cells -------------------------------------------------------------------------------


def test_when_cells_run_out_streams_pause_and_nobody_fails() -> None:
    engine = FakeEngine(n_cells=128)
    requests = [engine.ask(f"r{i}", f"{i}" * 30, ignore_eos=True, max_tokens=60) for i in range(4)]
    engine.finish()
    for request in requests:
        assert engine.text(request.id) == fake_answer(request)
        assert engine.usage(request.id).completion_tokens == 60


def test_a_preempted_stream_goes_on_from_ram() -> None:
    engine = FakeEngine(n_cells=128)
    for i in range(2):
        engine.ask(f"r{i}", f"{i}" * 30, ignore_eos=True, max_tokens=60)
    engine.finish()
    # Each token was computed once: the beginning for both, the last of each answer never.
    assert engine.runner.n_tokens == 1 + 2 * (30 + 59)


def test_without_room_in_ram_a_preempted_stream_is_computed_again() -> None:
    engine = FakeEngine(n_cells=128, ram_budget=0)
    requests = [engine.ask(f"r{i}", f"{i}" * 30, ignore_eos=True, max_tokens=60) for i in range(3)]
    engine.finish()
    for request in requests:
        assert engine.text(request.id) == fake_answer(request)
    assert engine.runner.n_tokens > 3 * (31 + 59)


def test_cached_tokens_are_those_of_the_first_start() -> None:
    engine = FakeEngine(n_cells=128)
    for i in range(2):
        engine.ask(f"r{i}", f"{i}" * 30, ignore_eos=True, max_tokens=60)
    engine.finish()
    assert [engine.usage(f"r{i}").cached_tokens for i in range(2)] == [0, 1]


def test_a_prompt_as_long_as_the_context_runs_after_the_others() -> None:
    engine = FakeEngine(n_cells=128)
    engine.ask("short", "a" * 30, ignore_eos=True, max_tokens=20)
    engine.turn(2)
    engine.ask("long", "b" * 125, ignore_eos=True)
    engine.finish()
    assert engine.usage("long").completion_tokens == 2


# --- going away ----------------------------------------------------------------------------------


def test_a_running_request_ends_when_it_is_aborted(engine: FakeEngine) -> None:
    engine.ask("r", ignore_eos=True)
    engine.turn(5)
    engine.engine.abort("r")
    engine.finish()
    assert engine.reason("r") is FinishReason.ABORTED
    assert engine.usage("r").completion_tokens == 5


def test_a_half_read_prompt_is_not_lost_with_its_request(engine: FakeEngine) -> None:
    engine.ask("r", "x" * 900)
    engine.turn(4)
    engine.engine.abort("r")
    engine.finish()
    engine.ask("again", "x" * 900)
    engine.finish()
    assert engine.usage("again").cached_tokens == 4 * 64


def test_a_waiting_request_never_runs_once_it_is_aborted() -> None:
    engine = FakeEngine(max_sequences=1)
    engine.ask("a", ignore_eos=True, max_tokens=10)
    engine.ask("b", "other")
    engine.turn(2)
    engine.engine.abort("b")
    engine.finish()
    assert engine.reason("b") is FinishReason.ABORTED
    assert engine.usage("b").completion_tokens == 0
    assert engine.runner.n_tokens == 6 + 9


def test_all_choices_end_with_an_abort(engine: FakeEngine) -> None:
    engine.ask("r", n=6, ignore_eos=True)
    engine.turn(5)
    engine.engine.abort("r")
    engine.finish()
    assert [e.reason for e in engine.of("r", core.Finished)] == [FinishReason.ABORTED] * 6
    assert engine.ends() == {"r": 1}


def test_aborting_what_is_not_there_does_nothing(engine: FakeEngine) -> None:
    engine.engine.abort("nobody")
    engine.ask("r")
    engine.finish()
    engine.engine.abort("r")
    engine.turn()
    assert engine.ends() == {"r": 1}


def test_followers_of_an_aborted_leader_start_with_what_it_read(engine: FakeEngine) -> None:
    engine.ask("leader", "x" * 500 + "a")
    request = engine.ask("follower", "x" * 500 + "b")
    engine.turn(3)
    engine.engine.abort("leader")
    engine.finish()
    assert engine.usage("follower").cached_tokens == 3 * 64
    assert engine.text("follower") == fake_answer(request)


def test_an_ended_request_is_freed_at_once(engine: FakeEngine) -> None:
    """Its samplers take a lot of memory; a collection of garbage may be far away."""
    engine.ask("r", n=2)
    engine.turn(2)
    sampler = weakref.ref(engine.engine._digest.requests["r"].sequences[1].sampler)
    gc.disable()
    try:
        engine.finish()
        assert sampler() is None
    finally:
        gc.enable()


def test_the_next_turn_finds_its_cells_where_they_were(engine: FakeEngine) -> None:
    engine.ask("a", "x" * 50, max_tokens=1)
    engine.finish(put_away=False)
    engine.ask("b", "x" * 50 + "y" * 10, max_tokens=1)
    engine.finish(put_away=False)
    assert engine.usage("b").cached_tokens == 51
    assert len(engine.engine._store.ram) == 0  # nothing was copied


def test_what_rests_makes_way_before_anybody_waits_or_is_preempted() -> None:
    engine = FakeEngine(runner=FakeRunner(120, 16), max_sequences=2)
    for id in "abc":
        engine.ask(id, id * 60, max_tokens=5)
        engine.finish(put_away=False)
    engine.ask("d", "d" * 100, max_tokens=10)
    engine.finish(put_away=False)
    assert engine.of("d", core.Queued) == []
    assert len(engine.of("d", core.Done)) == 1


def test_with_nothing_to_do_what_rests_is_saved_where_it_is(
    engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.ask("a", "x" * 50, max_tokens=3)
    engine.finish(put_away=False)
    monkeypatch.setattr("localllm.engine.engine._SETTLE_S", 0.0)
    used = engine.runner.used
    loop = threading.Thread(target=engine.engine.run)
    loop.start()
    deadline = time.monotonic() + 30
    while engine.engine.stats.ram_cache_entries < 1 and time.monotonic() < deadline:
        time.sleep(0.01)
    engine.engine.stop()
    loop.join()
    assert (engine.engine.stats.ram_cache_entries, engine.runner.used) == (1, used)
