"""Matches and moves, on the fake runner, whose cells are kept one by one."""

from __future__ import annotations

import pytest
from helpers.engines import make_sequence

from localllm.engine.fake_runner import FakeRunner
from localllm.engine.kv_pool import KvPool
from localllm.engine.kv_store import KvStore
from localllm.engine.scheduler import Chunk
from localllm.engine.sequence import Sequence

SLOW_S = 1.0  # a token so dear that any saved one is worth restoring


class Bench:
    """A store, and sequences that it runs."""

    def __init__(self, runner: FakeRunner | None = None, ram: int = 1 << 20) -> None:
        self.runner = runner or FakeRunner(200, 64)
        self.pool = KvPool(self.runner.n_cells, 8)
        self.store = KvStore(self.runner, self.pool, ram)
        self.running: list[Sequence] = []

    def start(self, *tokens: int, compute: int | None = None) -> Sequence:
        """Brings a sequence in and computes its first `compute` tokens (all by default)."""
        seq = make_sequence(tokens=list(tokens), serial=len(self.running))
        self.store.bring_in(seq, self.store.find(seq, self.running, SLOW_S))
        n = (len(tokens) if compute is None else compute) - seq.n_computed
        if n > 0:
            assert self.runner.run([Chunk(seq, n, False)]).tokens == []
            self.pool.grow(seq.seq_id, n)
            seq.n_computed += n
        self.running.append(seq)
        return seq

    def leave(self, seq: Sequence, *, keep: bool = True) -> None:
        self.running.remove(seq)
        self.store.take_out(seq, keep=keep)

    def check(self) -> None:
        self.store.check_integrity()
        assert self.pool.used == self.runner.used


class NoContinuation(FakeRunner):
    """A model whose window has always moved on."""

    def resumes(self, seq_id: int, n: int) -> bool:
        return False


class NoRestoring(FakeRunner):
    """A library that refuses every saved state."""

    def restore(self, seq_id: int, state: object, start: int, stop: int) -> bool:
        return False


def test_a_running_sequence_lends_its_cells() -> None:
    bench = Bench()
    bench.start(1, 2, 3, 4, 5)
    second = bench.start(1, 2, 3, 9, compute=0)
    assert (second.n_computed, bench.pool.used) == (3, 5)
    bench.check()


def test_only_what_a_running_sequence_has_computed_counts() -> None:
    bench = Bench()
    first = bench.start(1, 2, 3, 4, 5, 6, compute=2)
    match = bench.store.find(make_sequence(tokens=[1, 2, 3, 4, 9]), [first], SLOW_S)
    assert (match.n, match.source) == (2, first)
    assert (match.leader, match.leader_tokens) == (first, 4)


def test_nobody_leads_who_only_generates() -> None:
    bench = Bench()
    first = bench.start(1, 2, 3, 4, compute=3)
    match = bench.store.find(make_sequence(tokens=[1, 2, 3, 4, 9]), [first], SLOW_S)
    assert (match.n, match.leader) == (3, None)


def test_the_last_token_is_always_left_to_compute() -> None:
    bench = Bench()
    bench.start(1, 2, 3)
    assert bench.start(1, 2, 3, compute=0).n_computed == 2


def test_an_idle_sequence_comes_back_from_ram_cut_to_the_match() -> None:
    bench = Bench()
    bench.leave(bench.start(1, 2, 3, 4, 5))
    assert bench.runner.used == 0
    again = bench.start(1, 2, 3, 9, compute=0)
    assert (again.n_computed, bench.runner.used) == (3, 3)
    bench.check()


def test_sharing_is_preferred_to_restoring_as_much() -> None:
    bench = Bench()
    bench.leave(bench.start(1, 2, 3, 4))
    running = bench.start(1, 2, 3, 4, 5)
    match = bench.store.find(make_sequence(tokens=[1, 2, 3, 4, 9]), [running], SLOW_S)
    assert match.source is running


def test_a_longer_match_in_ram_is_preferred_to_sharing_less() -> None:
    bench = Bench()
    bench.leave(bench.start(1, 2, 3, 4, 5))
    bench.start(1, 2, 8, 8)
    assert bench.start(1, 2, 3, 4, 9, compute=0).n_computed == 4


def test_a_small_match_in_a_large_entry_is_computed_instead() -> None:
    bench = Bench()
    bench.leave(bench.start(*range(60)))
    seq = make_sequence(tokens=[0, 1, 99])
    assert bench.store.find(seq, [], token_seconds=1e-9).n == 0
    assert bench.store.find(seq, [], token_seconds=1.0).n == 2


def test_room_for_all_of_a_saved_sequence_is_asked_for() -> None:
    bench = Bench()
    bench.leave(bench.start(*range(60)))
    assert bench.store.find(make_sequence(tokens=[0, 1, 99]), [], SLOW_S).cells == 60


@pytest.mark.parametrize("idle", [False, True])
@pytest.mark.parametrize("kind", [NoContinuation, NoRestoring])
def test_a_model_that_cannot_continue_computes_from_the_first_token(
    kind: type[FakeRunner], idle: bool
) -> None:
    bench = Bench(kind(200, 64))
    first = bench.start(1, 2, 3, 4)
    if idle:
        bench.leave(first)
    second = bench.start(1, 2, 3, 9, compute=0)
    assert second.n_computed == (3 if kind is NoRestoring and not idle else 0)
    assert second.seq_id >= 0
    bench.check()


def test_a_stiff_model_shares_nothing_with_what_runs_and_restores_whole_entries() -> None:
    bench = Bench(FakeRunner(200, 64, can_cut=False))
    first = bench.start(1, 2, 3)
    assert bench.start(1, 2, 3, 4, compute=0).n_computed == 0
    bench.leave(first)
    assert bench.start(1, 2, 3, 4, 5, compute=0).n_computed == 3
    assert bench.start(1, 2, 9, compute=0).n_computed == 0
    bench.check()


def test_what_an_entry_covers_is_not_saved_again() -> None:
    bench = Bench()
    bench.leave(bench.start(1, 2, 3, 4, 5))
    bench.leave(bench.start(1, 2, 3))
    assert len(bench.store.ram) == 1


def test_what_is_not_to_be_kept_is_gone() -> None:
    bench = Bench()
    bench.leave(bench.start(1, 2, 3), keep=False)
    assert len(bench.store.ram) == 0
    bench.check()


def test_without_a_budget_nothing_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(ram=0)
    monkeypatch.setattr(bench.runner, "save", None)
    bench.leave(bench.start(1, 2, 3))
    bench.check()


def test_without_memory_to_save_only_the_saved_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(seq_id: int, start: int, stop: int) -> None:
        raise MemoryError

    bench = Bench()
    seq = bench.start(1, 2, 3)
    monkeypatch.setattr(bench.runner, "save", no_memory)
    bench.leave(seq)
    bench.check()
    assert bench.pool.used == 0


def test_cells_are_free_even_if_saving_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    seq = bench.start(1, 2, 3)
    monkeypatch.setattr(bench.runner, "save", lambda seq_id, start, stop: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        bench.leave(seq)
    bench.check()
    assert bench.pool.used == 0


class TestResting:
    """Ended sequences that are still in the cells."""

    def end(self, bench: Bench, seq: Sequence) -> None:
        bench.running.remove(seq)
        bench.store.rest(seq, keep=True)

    def test_the_next_turn_goes_on_in_the_same_cells(self) -> None:
        bench = Bench()
        self.end(bench, bench.start(1, 2, 3))
        again = bench.start(1, 2, 3, 4, compute=0)
        assert (again.n_computed, bench.runner.used) == (3, 3)
        assert not bench.store.resting  # all it had is the new sequence's
        assert len(bench.store.ram) == 0  # and nothing was copied
        bench.check()

    def test_a_branch_shares_the_cells_and_leaves_the_rest(self) -> None:
        bench = Bench()
        self.end(bench, bench.start(1, 2, 3, 4))
        branch = bench.start(1, 2, 9, compute=0)
        assert (branch.n_computed, bench.runner.used) == (2, 4)
        assert len(bench.store.resting) == 1
        bench.check()

    def test_making_way_saves_the_longest_unused(self) -> None:
        bench = Bench()
        self.end(bench, bench.start(1, 2, 3, 4))
        self.end(bench, bench.start(7, 8, 9))
        self.end(bench, bench.start(1, 2, 5))  # a use of the first
        assert bench.store.make_way()
        assert saved_of(bench) == [[7, 8, 9]]
        assert bench.start(7, 8, 9, 10, compute=0).n_computed == 3
        bench.check()

    def test_nothing_makes_way_where_nothing_rests(self) -> None:
        assert not Bench().store.make_way()

    def test_what_was_saved_is_not_saved_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bench = Bench()
        self.end(bench, bench.start(1, 2, 3))
        assert bench.store.unsaved
        bench.store.save_one()
        assert not bench.store.unsaved
        assert (bench.runner.used, len(bench.store.ram)) == (3, 1)
        monkeypatch.setattr(bench.runner, "save", None)  # a call would fail
        assert bench.store.make_way()
        bench.check()

    def test_what_was_dropped_since_is_saved_again_before_it_leaves(self) -> None:
        bench = Bench()
        self.end(bench, bench.start(1, 2, 3))
        bench.store.save_one()
        bench.store.saved.clear()
        assert bench.store.make_way()
        assert bench.start(1, 2, 3, 4, compute=0).n_computed == 3
        bench.check()

    def test_a_long_one_leaves_when_others_run(self) -> None:
        bench = Bench(FakeRunner(1000, 512))
        self.end(bench, bench.start(*range(300)))
        self.end(bench, bench.start(7, 8, 9))
        bench.store.make_short()
        assert [list(rested.tokens) for rested in bench.store.resting] == [[7, 8, 9]]
        bench.check()

    @pytest.mark.parametrize("tokens", [(1, 2, 9), (5, 6, 7), (7, 8, 9, 10)])
    def test_all_leave_the_cells_of_one_that_runs_alone(self, tokens: tuple[int, ...]) -> None:
        bench = Bench()
        self.end(bench, bench.start(7, 8, 9))
        assert bench.store.make_way()
        self.end(bench, bench.start(1, 2, 3, 4))
        seq = make_sequence(tokens=list(tokens))
        bench.store.bring_in(seq, bench.store.find(seq, [], SLOW_S), alone=True)
        assert (bench.store.resting, bench.pool.used) == ([], seq.n_computed)
        assert len(bench.store.ram) == 2
        bench.check()

    def test_without_a_budget_nothing_rests(self) -> None:
        bench = Bench(ram=0)
        self.end(bench, bench.start(1, 2, 3))
        assert (bench.pool.used, bench.store.resting) == (0, [])

    def test_what_cannot_be_cut_is_gone_on_with_at_its_end_alone(self) -> None:
        bench = Bench(FakeRunner(200, 64, can_cut=False))
        self.end(bench, bench.start(1, 2, 3))
        assert bench.start(1, 2, 9, compute=0).n_computed == 0
        assert bench.start(1, 2, 3, 4, compute=0).n_computed == 3
        assert bench.store.reused.cells == 3
        bench.check()


class TestBlocks:
    """What is saved is saved once, and comes back as a chain."""

    def test_only_what_is_new_is_saved(self) -> None:
        bench = Bench(FakeRunner(4000, 4000), ram=1 << 24)
        bench.leave(bench.start(*range(1200)))
        blocks = [(b.start, b.stop) for b in bench.store.saved.tree.blocks()]
        assert sorted(blocks) == [(0, 512), (512, 1024), (1024, 1200)]
        bytes_before = bench.store.saved.saved_bytes
        longer = bench.start(*range(1230))
        assert longer.n_computed == 1230
        bench.leave(longer)
        assert bench.store.saved.saved_tokens == 1230
        assert bench.store.saved.saved_bytes - bytes_before == 16 * 31  # a row of head, 30 cells
        bench.check()

    def test_a_chain_of_blocks_comes_back(self) -> None:
        bench = Bench(FakeRunner(4000, 4000), ram=1 << 24)
        for n in (700, 900, 1500):
            bench.leave(bench.start(*range(n)))
        again = bench.start(*range(1501), compute=0)
        assert (again.n_computed, bench.runner.used) == (1500, 1500)
        assert bench.store.reused.ram == 700 + 900 + 1500
        bench.check()

    def test_cells_and_blocks_make_up_one_match(self) -> None:
        bench = Bench()
        bench.leave(bench.start(1, 2, 3, 4, 5, 6))
        bench.start(1, 2, 3, 9)
        again = bench.start(1, 2, 3, 4, 5, 7, compute=0)
        assert again.n_computed == 5
        assert (bench.store.reused.cells, bench.store.reused.ram) == (3, 3 + 2)
        assert bench.runner.used == 4 + 2
        bench.check()

    def test_a_block_that_is_gone_ends_the_match_there(self) -> None:
        bench = Bench(FakeRunner(4000, 4000), ram=1 << 24)
        bench.leave(bench.start(*range(1200)))
        seq = make_sequence(tokens=list(range(1201)))
        match = bench.store.find(seq, [], SLOW_S)
        bench.store.saved._forget(match.pieces[1].block)
        bench.store.bring_in(seq, match)
        assert (match.n, seq.n_computed) == (1200, 512)
        bench.check()


def saved_of(bench: Bench) -> list[list[int]]:
    tree = bench.store.saved.tree
    return [tree.tokens_of(block).tolist() for block in tree.blocks()]
