"""The governor on a simulated machine: cores, other programs on them, and threads that wait for
each other at every barrier."""

from __future__ import annotations

import random
import threading
import time

import pytest
from helpers.engines import FakeEngine

from localllm import core
from localllm.engine.threads import ThreadGovernor, Work

WORK_S = 0.016  # of one decode, on one core alone
REACTION_S = 1.0


class Machine:
    """`cores` alike, `hogs` programs that each want one all the time.

    A step is cut into equal parts for its threads, and ends when the last has ended. A thread that
    shares its core gets half of it, and at each of the barriers waits for its turn. `wait_s` is
    what these waits take in all: seconds with spinning threads, little with threads that sleep.
    """

    def __init__(self, cores: int, *, serial: float = 0.2, wait_s: float = 0.3) -> None:
        self.cores = cores
        self.hogs = 0
        self.now = 0.0
        self.used = 0.0  # seconds of cores, ours
        self._serial = serial
        self._wait_s = wait_s
        self._noise = random.Random(1)

    def step_s(self, threads: int, n_tokens: int = 1) -> float:
        crowded = max(0, threads + self.hogs - self.cores)
        alone = WORK_S * n_tokens * (self._serial + (1 - self._serial) / threads)
        share = threads / (threads + crowded) if threads == 1 else 0.5
        seconds = alone / (share if crowded else 1.0)
        return seconds + (self._wait_s if crowded and threads > 1 else 0.0)

    @property
    def best_s(self) -> float:
        return min(self.step_s(threads) for threads in range(1, self.cores + 1))


class Drive:
    """Steps on the machine as the governor says; it hears of the load four times a second."""

    def __init__(self, machine: Machine, governor: ThreadGovernor, *, tells: bool = True) -> None:
        self.machine = machine
        self.governor = governor
        self._tells = tells
        self._told_at = -1.0
        self.threads: list[int] = []

    def run(self, seconds: float, work: Work = Work.DECODE, n_tokens: int = 1) -> float:
        """Steps for so long; returns the mean seconds of one."""
        self.threads.clear()
        machine, since = self.machine, self.machine.now
        while machine.now - since < seconds:
            if self._tells and machine.now - self._told_at >= 0.25:
                self._told_at = machine.now
                self.governor.load(float(machine.hogs))
            threads = self.governor.next(work, machine.now)
            noise = machine._noise.uniform(0.97, 1.03)
            took = machine.step_s(threads, n_tokens) * noise
            machine.now += took
            self.governor.observe(work, n_tokens, took, machine.now)
            self.threads.append(threads)
        return (machine.now - since) / len(self.threads)


def drive(cores: int, *, tells: bool = True, wait_s: float = 0.3, **governor: float) -> Drive:
    return Drive(Machine(cores, wait_s=wait_s), ThreadGovernor(cores, **governor), tells=tells)  # type: ignore[arg-type]


@pytest.mark.parametrize("cores", [1, 2, 4, 8, 16])
def test_alone_it_takes_all_cores_and_stays_at_them(cores: int) -> None:
    bench = drive(cores)
    bench.run(1.0)
    assert bench.run(10.0) <= 1.03 * bench.machine.best_s
    assert set(bench.threads) == {cores}


@pytest.mark.parametrize(("cores", "hogs"), [(2, 1), (2, 2), (4, 1), (8, 1), (8, 3), (4, 4)])
def test_it_is_fast_again_within_a_second_of_a_neighbour_s_coming_and_going(
    cores: int, hogs: int
) -> None:
    bench = drive(cores)
    bench.run(2.0)
    bench.machine.hogs = hogs
    bench.run(REACTION_S)
    assert bench.run(3.0) <= 1.1 * bench.machine.best_s
    bench.machine.hogs = 0
    bench.run(REACTION_S)
    assert bench.run(3.0) <= 1.1 * bench.machine.best_s


def test_what_was_measured_counts_where_the_load_is_not_told() -> None:
    bench = drive(2, tells=False)
    bench.run(2.0)
    bench.machine.hogs = 1
    bench.run(2 * REACTION_S)  # each step of two threads is slow now: it takes some to notice
    assert bench.threads[-1] == 1


def test_a_crowd_that_costs_nothing_is_borne() -> None:
    # Threads that sleep while they wait, half a core taken: two are still faster than one.
    class Patient(Machine):
        def step_s(self, threads: int, n_tokens: int = 1) -> float:
            return WORK_S * n_tokens / threads * (1.2 if self.hogs else 1.0)

    machine = Patient(2)
    bench = Drive(machine, ThreadGovernor(2))
    bench.run(1.0)
    machine.hogs = 1
    bench.run(10.0)
    assert bench.threads.count(2) > 0.9 * len(bench.threads)


def test_slow_cores_are_tried_and_left_alone_where_they_do_not_help() -> None:
    class Hybrid(Machine):  # four fast cores and four that are three times slower
        def step_s(self, threads: int, n_tokens: int = 1) -> float:
            return WORK_S / threads * (3.0 if threads > 4 else 1.0)

    machine = Hybrid(8)
    bench = Drive(machine, ThreadGovernor(8, start=4))
    assert bench.run(20.0) <= 1.05 * machine.step_s(4)
    assert set(bench.threads) == {4, 8}


def test_prompts_have_a_number_of_their_own() -> None:
    class Steady(Machine):  # a prompt's threads share the work out as it comes
        def step_s(self, threads: int, n_tokens: int = 1) -> float:
            if n_tokens == 1:
                return super().step_s(threads)
            return WORK_S * n_tokens / max(1.0, min(threads, self.cores - self.hogs / 2)) / 4

    machine = Steady(2)
    governor = ThreadGovernor(2)
    bench = Drive(machine, governor)
    machine.hogs = 1
    for _ in range(5):
        bench.run(1.0)
        decode = bench.threads[-1]
        bench.run(1.0, Work.PROMPT, 32)
        prompt = bench.threads[-1]
    assert (decode, prompt) == (1, 2)


def test_an_explicit_number_is_kept_whatever_happens() -> None:
    governor = ThreadGovernor(8, start=3, fixed=True)
    governor.load(8.0)
    bench = Drive(Machine(8), governor)
    bench.machine.hogs = 8
    bench.run(5.0)
    assert set(bench.threads) == {3}


def test_a_share_leaves_cores_to_others() -> None:
    bench = drive(8, share=0.5)
    bench.run(5.0)
    assert set(bench.threads) == {4}
    bench.machine.hogs = 4
    bench.run(REACTION_S)
    bench.run(1.0)
    assert set(bench.threads) <= {2}


def test_a_share_leaves_one_thread_at_least() -> None:
    assert ThreadGovernor(1, share=0.5).next(Work.DECODE, 0.0) == 1


def test_a_larger_batch_is_no_slower_machine() -> None:
    bench = drive(4)
    bench.run(1.0)
    for n_tokens in (1, 8, 1, 8, 2):
        bench.run(1.0, n_tokens=n_tokens)
        assert set(bench.threads) == {4}


def test_after_a_pause_it_starts_with_what_is_free() -> None:
    bench = drive(4)
    bench.run(1.0)
    bench.machine.now += 60
    bench.machine.hogs = 3
    bench.run(0.01)
    assert bench.threads == [1]


def test_an_engine_computes_with_what_the_governor_says_and_shows_it() -> None:
    governor = ThreadGovernor(4)
    engine = FakeEngine(governor=governor)
    governor.load(3.0)  # before the first step: three of four cores are taken
    engine.ask("r", "hi", ignore_eos=True, max_tokens=5)
    engine.finish()
    assert governor.current == engine.engine.stats.threads
    assert engine.runner.threads == 1


def test_an_engine_tells_when_it_has_work() -> None:
    told: list[bool] = []
    engine = FakeEngine(on_work=told.append)
    loop = threading.Thread(target=engine.engine.run)
    loop.start()
    engine.ask("r", "hi")
    while not (engine.of("r", core.Done) and told and told[-1] is False):
        time.sleep(0.01)
    engine.engine.stop()
    loop.join()
    assert told[0] is True
