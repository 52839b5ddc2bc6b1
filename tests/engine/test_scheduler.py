"""The scheduler as numbers in and numbers out: no runner, no model, no clock."""

from __future__ import annotations

import random
from typing import Any

import pytest
from helpers.engines import make_sequence

from localllm.core import Priority
from localllm.engine.cost import MIN_CHUNK, CostModel
from localllm.engine.fake_runner import FakeRunner
from localllm.engine.kv_pool import KvPool
from localllm.engine.kv_store import KvStore, Match
from localllm.engine.scheduler import Admit, Preempt, Scheduler
from localllm.engine.sequence import PATIENCE, Sequence

INTERACTIVE, NORMAL, BACKGROUND = Priority
UBATCH = 512


class Bench:
    """A scheduler whose moves are carried out on the books alone."""

    def __init__(self, cells: int = 10_000, slots: int = 4, cost: CostModel | None = None) -> None:
        self.pool = KvPool(cells, slots)
        self.store = KvStore(FakeRunner(cells), self.pool, 0)
        # 1 ms a prompt token beside a step of 10 ms: 40 tokens fit beside a stream.
        self.scheduler = Scheduler(self.store, cost or CostModel(1e-3, 10e-3), UBATCH)
        self.serial = 0

    def wait(self, n_tokens: int, **fields: Any) -> Sequence:
        """A new sequence waits; its tokens are like nobody else's unless given."""
        self.serial += 1
        seq = make_sequence(n_tokens, serial=self.serial, **fields)
        self.scheduler.add(seq)
        return seq

    def run(self, n_tokens: int, computed: int, **fields: Any) -> Sequence:
        """A sequence is running, with so many of its tokens computed."""
        seq = self.wait(n_tokens, **fields)
        self.admit(seq)
        self.compute(seq, computed)
        return seq

    def decode(self, n_tokens: int = 50, **fields: Any) -> Sequence:
        """A sequence that generates."""
        return self.run(n_tokens, n_tokens - 1, generated=2, **fields)

    def admit(self, seq: Sequence) -> None:
        seq.seq_id = self.pool.acquire()
        self.scheduler.admitted(seq)

    def compute(self, seq: Sequence, n: int) -> None:
        if n:
            self.pool.grow(seq.seq_id, n)
            seq.n_computed += n

    def leave(self, seq: Sequence) -> None:
        self.pool.release(seq.seq_id)
        seq.seq_id, seq.n_computed = -1, 0

    def end(self, seq: Sequence) -> None:
        """A running sequence has ended."""
        self.leave(seq)
        self.scheduler.remove(seq)

    def moves(self, now: float = 0.0) -> list[tuple[str, Sequence]]:
        """Carries out all moves; they are told as ("admit" or "preempt", who)."""
        made: list[tuple[str, Sequence]] = []
        while (move := self.scheduler.next_move(now)) is not None:
            assert len(made) < 50, "moves without end"
            if isinstance(move, Admit):
                made.append(("admit", move.seq))
                self.admit(move.seq)
                if isinstance(move.match.source, Sequence):
                    self.pool.share(move.match.source.seq_id, move.seq.seq_id, move.match.n)
                    move.seq.n_computed = move.match.n
            else:
                assert isinstance(move, Preempt)
                made.append(("preempt", move.seq))
                self.leave(move.seq)
                self.scheduler.preempted(move.seq)
        return made

    def chunks(self) -> list[tuple[Sequence, int, bool]]:
        plan = self.scheduler.schedule()
        assert plan.n_decodes + plan.n_prompt == sum(chunk.n for chunk in plan.chunks)
        return [(chunk.seq, chunk.n, chunk.last) for chunk in plan.chunks]


@pytest.fixture
def bench() -> Bench:
    return Bench()


# --- the step ------------------------------------------------------------------------------------


def test_nobody_runs_nothing_is_planned(bench: Bench) -> None:
    assert bench.chunks() == []


def test_a_prompt_alone_takes_whole_ubatches(bench: Bench) -> None:
    seq = bench.run(1200, 0)
    assert bench.chunks() == [(seq, UBATCH, False)]
    bench.compute(seq, 1024)
    assert bench.chunks() == [(seq, 176, True)]


def test_everybody_who_decodes_gets_a_token_and_prompts_come_after(bench: Bench) -> None:
    a, prompt, b = bench.decode(), bench.run(3000, 0), bench.decode()
    planned = bench.chunks()
    assert planned[:2] == [(a, 1, True), (b, 1, True)]
    assert planned[2][0] is prompt


def test_beside_a_stream_a_prompt_takes_what_the_target_leaves(bench: Bench) -> None:
    bench.decode()
    prompt = bench.run(3000, 0)
    assert bench.chunks()[1:] == [(prompt, 40, False)]


def test_a_prompt_advances_however_slow_the_machine() -> None:
    bench = Bench(cost=CostModel(prompt_s=10.0, decode_s=1.0))
    bench.decode()
    prompt = bench.run(3000, 0)
    assert bench.chunks()[1:] == [(prompt, MIN_CHUNK, False)]


def test_background_streams_do_not_slow_a_prompt_down(bench: Bench) -> None:
    bench.decode(priority=BACKGROUND)
    prompt = bench.run(3000, 0)
    assert bench.chunks()[1:] == [(prompt, UBATCH - 1, False)]


def test_a_prompt_of_which_one_token_is_missing_is_no_stream(bench: Bench) -> None:
    bench.run(50, 49)
    prompt = bench.run(3000, 0)
    assert bench.chunks()[1:] == [(prompt, UBATCH - 1, False)]


def test_a_step_never_takes_more_than_a_ubatch(bench: Bench) -> None:
    for n_tokens in (300, 300, 300):
        bench.run(n_tokens, 0)
    assert sum(n for _, n, _ in bench.chunks()) == UBATCH


def test_a_short_prompt_does_not_wait_for_a_long_one(bench: Bench) -> None:
    long, short = bench.run(3000, 0), bench.run(40, 0)
    assert bench.chunks() == [(long, UBATCH - 40, False), (short, 40, True)]


def test_the_first_prompt_gets_half_at_least_and_the_shortest_goes_on(bench: Bench) -> None:
    first, longer, shorter = bench.run(3000, 0), bench.run(2000, 0), bench.run(1000, 0)
    assert bench.chunks() == [(first, UBATCH // 2, False), (shorter, UBATCH // 2, False)]
    bench.compute(first, 2990)
    assert bench.chunks() == [(first, 10, True), (shorter, UBATCH - 10, False)]
    assert longer.n_computed == 0


def test_a_preempted_sequence_that_is_computed_again_ends_with_a_sample(bench: Bench) -> None:
    again = bench.run(100, 0, generated=30)
    assert bench.chunks() == [(again, 100, True)]


def test_no_more_prompt_tokens_than_cells() -> None:
    bench = Bench(cells=100)
    bench.decode(50)
    prompt = bench.run(90, 20)
    assert bench.pool.free == 31
    assert bench.chunks()[1:] == [(prompt, 30, False)]


# --- starting ------------------------------------------------------------------------------------


def test_first_come_first_served(bench: Bench) -> None:
    waiting = [bench.wait(10, arrived=float(i)) for i in range(6)]
    assert bench.moves() == [("admit", seq) for seq in waiting[:4]]


def test_the_urgent_go_first(bench: Bench) -> None:
    background, normal = bench.wait(10, priority=BACKGROUND), bench.wait(10)
    interactive = bench.wait(10, priority=INTERACTIVE)
    assert [seq for _, seq in bench.moves()] == [interactive, normal, background]


def test_nobody_starves_behind_the_urgent() -> None:
    bench = Bench(slots=1)
    patience = PATIENCE[BACKGROUND] - PATIENCE[INTERACTIVE]
    old = bench.wait(10, priority=BACKGROUND, arrived=0.0)
    bench.wait(10, priority=INTERACTIVE, arrived=patience + 1)
    assert bench.moves()[0] == ("admit", old)


def test_choices_of_a_request_start_in_order(bench: Bench) -> None:
    second, first = (make_sequence(10, serial=1, index=index) for index in (1, 0))
    bench.scheduler.add(second)
    bench.scheduler.add(first)
    assert bench.scheduler.waiting == [first, second]


def test_who_needs_more_cells_than_are_free_waits() -> None:
    bench = Bench(cells=100)
    bench.decode(60)
    waiting = bench.wait(50)
    assert bench.moves() == []
    bench.leave(bench.scheduler.running[0])
    bench.scheduler.remove(bench.scheduler.running[0])
    assert bench.moves() == [("admit", waiting)]


def test_cells_that_a_running_prompt_will_need_are_not_given_away() -> None:
    bench = Bench(cells=300)
    bench.run(250, 0)
    bench.wait(50)
    assert bench.moves() == []


def test_a_little_more_than_the_prompt_must_be_free_beside_others() -> None:
    bench = Bench(cells=100)
    bench.decode(30)
    bench.wait(65)
    assert bench.moves() == []


def test_alone_a_prompt_may_fill_all_cells() -> None:
    bench = Bench(cells=100)
    seq = bench.wait(100)
    assert bench.moves() == [("admit", seq)]


def test_a_small_one_may_pass_a_large_one_for_a_while() -> None:
    bench = Bench(cells=200)
    bench.decode(60)
    large, small = bench.wait(180), bench.wait(20)
    assert bench.moves(now=1.0) == [("admit", small)]
    another = bench.wait(20)
    assert bench.moves(now=100.0) == []
    assert bench.scheduler.waiting == [large, another]


def test_a_blocked_one_is_looked_up_again_only_after_a_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench(cells=100)
    running = bench.decode(60)
    bench.wait(90)
    looked = []
    find = bench.store.find

    def noted(seq: Sequence, *rest: Any) -> Match:
        looked.append(seq)
        return find(seq, *rest)

    monkeypatch.setattr(bench.store, "find", noted)
    for _ in range(5):
        assert bench.moves() == []
    assert len(looked) == 1
    bench.leave(running)
    bench.scheduler.remove(running)
    assert len(bench.moves()) == 1


# --- one prefix for many -------------------------------------------------------------------------


def prefixed(n: int, own: int) -> list[int]:
    return [7] * n + [own] * 10


def test_a_follower_waits_while_the_leader_reads_what_both_have(bench: Bench) -> None:
    leader = bench.run(0, 0, tokens=prefixed(1000, 1))
    follower = bench.wait(0, tokens=prefixed(1000, 2))
    bench.compute(leader, 512)
    assert bench.moves() == []
    bench.compute(leader, 488)
    assert bench.moves() == [("admit", follower)]
    assert follower.n_computed == 1000


def test_others_start_past_a_waiting_follower(bench: Bench) -> None:
    bench.run(0, 0, tokens=prefixed(1000, 1))
    bench.wait(0, tokens=prefixed(1000, 2))
    other = bench.wait(10)
    assert bench.moves() == [("admit", other)]


def test_a_follower_does_not_wait_for_what_the_leader_has_beyond(bench: Bench) -> None:
    leader = bench.run(0, 0, tokens=prefixed(100, 1) + [1] * 3000)
    bench.compute(leader, 512)
    follower = bench.wait(0, tokens=prefixed(100, 2))
    assert bench.moves() == [("admit", follower)]


def test_a_follower_whose_leader_left_starts_by_itself(bench: Bench) -> None:
    leader = bench.run(0, 0, tokens=prefixed(1000, 1))
    follower = bench.wait(0, tokens=prefixed(1000, 2))
    assert bench.moves() == []
    bench.leave(leader)
    bench.scheduler.remove(leader)
    assert bench.moves() == [("admit", follower)]


def test_nobody_waits_for_a_lesser_leader(bench: Bench) -> None:
    bench.run(0, 0, tokens=prefixed(1000, 1), priority=BACKGROUND)
    urgent = bench.wait(0, tokens=prefixed(1000, 2), priority=INTERACTIVE)
    assert bench.moves() == [("admit", urgent)]


# --- making room ---------------------------------------------------------------------------------


def test_when_cells_run_out_the_youngest_leaves() -> None:
    bench = Bench(cells=100)
    bench.decode(50, arrived=0.0)
    young = bench.decode(51, arrived=1.0)
    bench.compute(young, 1)
    young.tokens.append(5)
    assert bench.pool.free == 0
    assert bench.moves() == [("preempt", young)]


def test_the_least_urgent_leaves_before_the_youngest() -> None:
    bench = Bench(cells=99)
    lesser = bench.decode(50, arrived=0.0, priority=BACKGROUND)
    bench.decode(51, arrived=1.0)
    assert bench.moves() == [("preempt", lesser)]


def test_who_is_alone_is_never_preempted() -> None:
    bench = Bench(cells=50)
    bench.decode(51)
    assert bench.moves() == []


def test_a_preempted_one_comes_back_when_there_is_room() -> None:
    bench = Bench(cells=99)
    old, young = bench.decode(50, arrived=0.0), bench.decode(51, arrived=1.0)
    assert bench.moves() == [("preempt", young)]
    assert bench.moves() == []
    bench.leave(old)
    bench.scheduler.remove(old)
    assert bench.moves() == [("admit", young)]


def test_an_urgent_one_takes_the_slot_of_a_lesser() -> None:
    bench = Bench(slots=2)
    bench.decode()
    background = bench.decode(priority=BACKGROUND)
    urgent = bench.wait(10, priority=INTERACTIVE)
    assert bench.moves() == [("preempt", background), ("admit", urgent)]


def test_an_urgent_one_takes_the_cells_of_lesser_ones() -> None:
    bench = Bench(cells=200)
    bench.decode(60, priority=BACKGROUND)
    bench.decode(60, priority=BACKGROUND)
    urgent = bench.wait(150, priority=INTERACTIVE)
    made = bench.moves()
    assert [kind for kind, _ in made] == ["preempt", "preempt", "admit"]
    assert made[-1] == ("admit", urgent)


def test_lesser_ones_are_left_alone_where_their_cells_would_not_do() -> None:
    bench = Bench(cells=200)
    bench.decode(100, priority=INTERACTIVE)
    bench.decode(50, priority=BACKGROUND)
    bench.wait(150, priority=INTERACTIVE)
    assert bench.moves() == []


def test_background_that_has_waited_for_long_is_not_preempted_any_more() -> None:
    bench = Bench(slots=1)
    bench.decode(priority=BACKGROUND, arrived=0.0)
    bench.wait(10, priority=INTERACTIVE, arrived=PATIENCE[BACKGROUND] + 1)
    assert bench.moves() == []


def test_equals_do_not_preempt_each_other() -> None:
    bench = Bench(slots=1)
    bench.decode(arrived=5.0)
    bench.wait(10, arrived=0.0)
    assert bench.moves() == []


# --- clients take turns --------------------------------------------------------------------------


def test_one_of_many_does_not_hold_up_the_only_one_of_another() -> None:
    bench = Bench(slots=1)
    many = [bench.wait(10, client="a", arrived=float(i) / 100) for i in range(100)]
    assert bench.moves(now=1.0) == [("admit", many[0])]
    only = bench.wait(10, client="b", arrived=2.0)
    started = []
    for now in (3.0, 4.0, 5.0):
        bench.end(bench.scheduler.running[0])
        started += [seq for _, seq in bench.moves(now)]
    assert started.index(only) <= 1


def test_clients_come_in_turn_and_the_requests_of_each_in_order() -> None:
    bench = Bench(slots=1)
    a, b = [[bench.wait(10, client=name) for _ in range(3)] for name in ("a", "b")]
    started = []
    for now in range(1, 7):
        started += [seq for _, seq in bench.moves(float(now))]
        bench.end(bench.scheduler.running[0])
    assert started == [a[0], b[0], a[1], b[1], a[2], b[2]]


def test_what_is_urgent_comes_before_another_client_s_turn() -> None:
    bench = Bench(slots=1)
    bench.wait(10, client="a", priority=BACKGROUND)
    urgent = [bench.wait(10, client="b", priority=INTERACTIVE) for _ in range(3)]
    started = []
    for now in (1.0, 2.0, 3.0):
        started += [seq for _, seq in bench.moves(now)]
        bench.end(bench.scheduler.running[0])
    assert started == urgent


def test_a_client_that_holds_every_place_gives_one_up_after_a_while() -> None:
    bench = Bench(slots=4)
    held = [bench.decode(client="a", arrived=0.0) for _ in range(4)]
    only = bench.wait(10, client="b", arrived=0.5)
    assert bench.moves(now=1.0) == []
    assert bench.moves(now=3.0) == [("preempt", held[3]), ("admit", only)]
    assert bench.moves(now=60.0) == []  # the one that left waits for a free place


def test_a_client_never_gets_more_of_another_s_places_than_that_one_keeps() -> None:
    bench = Bench(slots=4)
    for _ in range(4):
        bench.decode(client="a")
    for _ in range(4):
        bench.wait(10, client="b", arrived=0.1)
    for now in range(1, 40, 3):
        bench.moves(float(now))
    assert [seq.state.request.client for seq in bench.scheduler.running].count("b") == 2


def test_a_place_is_not_taken_from_what_is_more_urgent() -> None:
    bench = Bench(slots=2)
    for _ in range(2):
        bench.decode(client="a", priority=INTERACTIVE)
    bench.wait(10, client="b", priority=NORMAL, arrived=0.1)
    assert bench.moves(now=10.0) == []


def test_cells_are_not_taken_where_they_would_not_do() -> None:
    bench = Bench(cells=300, slots=4)
    for _ in range(2):
        bench.decode(100, client="a")
    bench.wait(250, client="b", arrived=0.1)
    assert bench.moves(now=10.0) == []


@pytest.mark.parametrize("seed", range(8))
def test_whoever_comes_in_between_everybody_starts_in_time(seed: int) -> None:
    """At random: clients of all priorities keep asking, more than can be served. Nobody who waits
    is passed for longer than the patience of its kind allows, whatever the others do."""
    rng = random.Random(seed)
    bench = Bench(cells=2000, slots=3)
    now, step = 0.0, 0.5
    began: dict[int, float] = {}
    ends: dict[Sequence, float] = {}
    watched = [bench.wait(10, client="quiet", priority=priority) for priority in Priority]
    for _ in range(1200):
        now += step
        if len(bench.scheduler.waiting) < 60:
            bench.wait(
                rng.choice([10, 100, 400]),
                client=rng.choice("abcde"),
                priority=rng.choice(list(Priority)),
                arrived=now,
            )
        for seq in [seq for seq in bench.scheduler.running if now >= ends[seq]]:
            bench.end(seq)
        for kind, seq in bench.moves(now):
            if kind == "admit":
                began.setdefault(id(seq), now)
                ends[seq] = now + rng.choice([0.5, 1.0, 2.0])
        assert bench.pool.used <= bench.pool.total
    for seq in watched:
        # Its patience; then the five clients' turns, each of three places for two seconds at most,
        # and five seconds for which smaller ones may pass.
        assert began[id(seq)] <= PATIENCE[seq.state.request.priority] + 5 * 2.0 + 5.0
