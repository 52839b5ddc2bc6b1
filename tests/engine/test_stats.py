from __future__ import annotations

import pytest
from helpers.engines import FakeEngine

from localllm import core
from localllm.core import EngineStats, Histogram
from localllm.engine.fake_runner import FakeRunner
from localllm.engine.runner import Status
from localllm.engine.stats import Meter
from localllm.histograms import quantile


def step(meter: Meter, now: float, n_prompt: int, n_generated: int) -> bool:
    return meter.count_step(now, n_prompt, n_generated, n_prompt + n_generated, 1)


def n(histogram: Histogram) -> int:
    return sum(histogram.counts)


def stats_of(fake: FakeEngine) -> EngineStats:
    fake.engine._publish()
    return fake.engine.stats


def test_rates_are_of_the_last_seconds() -> None:
    meter = Meter(0.0)
    for tenth in range(1, 101):
        step(meter, tenth / 10, 20 if tenth <= 10 else 0, 3)
        meter.publish(tenth / 10, EngineStats())
    stats = meter.latest(10.0)
    assert stats.decode_rate == pytest.approx(30.0)
    assert stats.prefill_rate == 0.0
    assert (stats.steps, stats.completion_tokens) == (100, 300)


def test_rates_of_an_engine_that_rests_fall_to_nothing() -> None:
    meter = Meter(0.0)
    step(meter, 1.0, 100, 1)
    meter.publish(1.0, EngineStats(cells_total=7))
    assert meter.latest(2.0).prefill_rate > 0
    later = meter.latest(60.0)
    assert (later.prefill_rate, later.decode_rate) == (0.0, 0.0)
    assert later.cells_total == 7


def test_the_usual_time_of_a_request_follows_what_they_take() -> None:
    meter = Meter(0.0)
    for _ in range(50):
        meter.count_request(8.0)
    assert meter.request_s == pytest.approx(8.0, rel=0.01)


def test_each_request_is_timed_once_and_each_token_after_its_first() -> None:
    fake = FakeEngine()
    for number in range(3):
        fake.ask(f"r{number}", f"prompt {number}", max_tokens=5, ignore_eos=True)
    fake.finish()
    stats = stats_of(fake)
    assert (n(stats.ttft), n(stats.queue_wait), n(stats.tpot)) == (3, 3, 3)
    assert n(stats.itl) == 3 * 4
    assert stats.ended == {"length": 3}
    assert (stats.aborts, stats.failures) == ({}, {})


def test_times_are_those_that_the_usage_tells() -> None:
    fake = FakeEngine()
    fake.ask(max_tokens=5, ignore_eos=True)
    fake.finish()
    usage, stats = fake.usage(), stats_of(fake)
    assert stats.ttft.total == pytest.approx(usage.queued_s + usage.prefill_s)
    assert stats.queue_wait.total == pytest.approx(usage.queued_s)
    assert stats.itl.total == pytest.approx(usage.decode_s)
    assert stats.tpot.total == pytest.approx(usage.decode_s / 4)
    assert (stats.prefill_s, stats.decode_s) == (usage.prefill_s, usage.decode_s)


def test_tokens_computed_are_those_of_the_steps() -> None:
    fake = FakeEngine()
    for number in range(4):
        fake.ask(f"r{number}", "a" * 40 + str(number), max_tokens=6, ignore_eos=True)
    fake.finish()
    stats = stats_of(fake)
    assert (n(stats.step_tokens), n(stats.step_sequences)) == (stats.steps, stats.steps)
    assert stats.step_tokens.total == fake.runner.n_tokens
    assert stats.steps == fake.runner.n_steps
    assert stats.longest_sequence == max(
        fake.usage(f"r{number}").prompt_tokens + 6 for number in range(4)
    )


def test_aborts_are_told_apart_by_what_was_going_on() -> None:
    fake = FakeEngine(ubatch=16, max_sequences=1)
    fake.ask("reads", "a" * 200)
    fake.ask("waits", "b")
    fake.turn(2)
    fake.engine.abort("waits")
    fake.engine.abort("reads")
    fake.turn(2)
    fake.ask("writes", "c", ignore_eos=True)
    fake.turn(5)
    fake.engine.abort("writes")
    fake.engine.abort("writes")  # once more, as the reception does
    fake.engine.abort("nobody")
    fake.finish()
    stats = stats_of(fake)
    assert stats.aborts == {"queued": 1, "prefill": 1, "decode": 1}
    assert stats.ended == {"aborted": 3}
    assert n(stats.abort_delay) == 3


def test_how_long_work_goes_on_after_a_hang_up_is_measured() -> None:
    fake = FakeEngine()
    fake.ask(ignore_eos=True)
    fake.turn(3)
    fake.engine.abort("r")
    fake.now += 0.2
    fake.turn(1)
    assert quantile(stats_of(fake).abort_delay, 0.5) == pytest.approx(0.2, rel=0.3)


def test_failures_are_counted_by_their_code() -> None:
    fake = FakeEngine()
    fake.runner.poison = frozenset({ord("!")})
    fake.ask("bad", "what!")
    fake.ask("good", "what", max_tokens=2, ignore_eos=True)
    fake.finish()
    stats = stats_of(fake)
    assert stats.failures == {fake.failure("bad").code: 1}
    assert stats.ended == {"failed": 1, "length": 1}


def test_interrupted_steps_are_counted() -> None:
    fake = FakeEngine()
    fake.ask(max_tokens=2)
    fake.runner.faults.append(Status.ABORTED)
    fake.finish()
    assert stats_of(fake).interrupted_steps == 1


def test_making_way_is_counted() -> None:
    fake = FakeEngine(runner=FakeRunner(120, 32), max_sequences=4)
    for number in range(4):
        fake.ask(f"r{number}", f"{number}" * 20, max_tokens=60, ignore_eos=True)
    fake.finish()
    assert stats_of(fake).preemptions > 0
    assert set(fake.ends().values()) == {1}


def test_a_snapshot_tells_the_memory_of_the_process() -> None:
    assert Meter(0.0).latest(0.0).rss_bytes > 1_000_000


def test_deltas_carry_the_usage_so_far_where_it_was_asked_for() -> None:
    fake = FakeEngine()
    fake.ask("with", max_tokens=6, ignore_eos=True, timings=True)
    fake.ask("without", max_tokens=6, ignore_eos=True)
    fake.finish()
    told = [delta.usage for delta in fake.of("with", core.Delta)]
    *going_on, last = [usage.completion_tokens for usage in told if usage is not None]
    assert going_on == sorted(going_on)
    assert last <= 6
    assert all(delta.usage is None for delta in fake.of("without", core.Delta))


def test_cells_of_those_who_run_are_told_from_kept_ones() -> None:
    fake = FakeEngine()
    fake.ask("first", "a" * 50, max_tokens=4, ignore_eos=True)
    fake.finish(put_away=False)
    kept = stats_of(fake)
    assert kept.cells_running == 0
    assert kept.cells_used > 0
    fake.ask("second", "b" * 50, ignore_eos=True)
    fake.turn(3)
    running = stats_of(fake)
    assert running.cells_running >= 50
    assert running.cells_used - running.cells_running in (0, kept.cells_used)


def test_what_was_found_is_told_by_where_it_was() -> None:
    fake = FakeEngine()
    prompt = "a" * 100
    fake.ask("computes", prompt, max_tokens=2, ignore_eos=True)
    fake.finish(put_away=False)
    fake.ask("from cells", prompt, max_tokens=2, ignore_eos=True)
    fake.finish()
    found = stats_of(fake)
    assert found.reused_cells == fake.usage("from cells").cached_tokens > 90
    assert (found.reused_ram, found.cells_used) == (0, 0)
    assert 0 < found.ram_cache_bytes <= found.ram_cache_budget
    assert found.ram_cache_entries > 0
    fake.ask("from ram", prompt, max_tokens=2, ignore_eos=True)
    fake.finish()
    assert stats_of(fake).reused_ram == fake.usage("from ram").cached_tokens > 90
    assert stats_of(fake).reused_disk == 0


def test_what_leaves_ram_for_want_of_room_is_counted() -> None:
    fake = FakeEngine(ram_budget=10_000)
    for number in range(9):
        fake.ask(f"r{number}", f"{number}" * 150, max_tokens=2, ignore_eos=True)
        fake.finish()
    found = stats_of(fake)
    assert found.ram_evictions > 0
    assert found.ram_cache_bytes <= found.ram_cache_budget == 10_000
