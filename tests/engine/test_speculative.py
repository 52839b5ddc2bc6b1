"""Drafts through the whole engine on the fake runner, whose cells know all tokens before them: what
is said must be what the fake model says alone, whatever was guessed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from helpers.engines import FakeEngine, chat, fake_answer, make_sequence

from localllm import core
from localllm.core import FinishReason
from localllm.engine.fake_language import EOG, N_VOCAB, FakeLanguage, FakeSampler
from localllm.engine.fake_runner import FakeRunner
from localllm.engine.runner import Status
from localllm.engine.scheduler import Chunk
from localllm.engine.speculative import RowCost, Speculator

MOST = 15
COPIED = "one step and one step and one step and one step and one step"


class Seer:
    """Drafts that know what will be said, up to a random place, and are wrong behind it."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.n = 0

    def draft(self, decodes: list[Chunk], room: int) -> int:
        before = room
        for chunk in decodes:
            most = min(room, chunk.seq.limit - len(chunk.seq.tokens) - 1)
            chunk.draft = self._guess(chunk.seq.sampler, self._rng.randint(0, 6))[: max(most, 0)]
            room -= len(chunk.draft)
        self.n += before - room
        return before - room

    def _guess(self, sampler: FakeSampler, n: int) -> list[int]:
        said = sampler._answer[sampler._n :][:n]
        wrong = [self._rng.randrange(N_VOCAB) for _ in range(self._rng.randint(0, 3))]
        return [token for token in said + wrong if token != EOG]

    def observe(self, n_decodes: int, n_drafted: int, seconds: float) -> float:
        return seconds

    def refuse(self) -> None:
        self.n += 0


class Sure(Seer):
    """All of the next ten tokens, at every step."""

    def __init__(self) -> None:
        super().__init__(random.Random(0))

    def _guess(self, sampler: FakeSampler, n: int) -> list[int]:
        return sampler._answer[sampler._n :][:10]


def speculator() -> Speculator:
    return Speculator(FakeLanguage().is_eog, MOST)


# --- the same text ------------------------------------------------------------------------------


class Moody(FakeRunner):
    def __init__(self, rng: random.Random, *args: Any) -> None:
        super().__init__(*args)
        self._rng = rng

    def run(self, chunks: Any) -> Any:
        if self._rng.random() < 0.1:
            # A step without drafts that fails may be the end of a request.
            more = [Status.NO_CELLS, Status.FAILED] if any(c.draft for c in chunks) else []
            self.faults.append(self._rng.choice([Status.ABORTED, *more]))
        return super().run(chunks)


def ask(engine: FakeEngine, rng: random.Random, id: str) -> core.Request:
    words = " ".join(rng.choices(["to be", "or not", "that is"], k=rng.randint(1, 9)))
    prompt: Any = chat(f"say {words}") if rng.random() < 0.7 else "a" * 60 + words
    return engine.ask(
        id,
        prompt,
        n=rng.choice([1, 1, 2, 3]),
        seed=rng.randrange(1000),
        max_tokens=rng.choice([None, 0, 1, 2, 30]),
        stop=rng.choice([(), (), ("not to",), (" that is that",), ("or",)]),
        logprobs=rng.choice([None, 0, 2]),
    )


@pytest.mark.parametrize("moody", [False, True])
@pytest.mark.parametrize(("cells", "slots"), [(300, 3), (1000, 8)])
@pytest.mark.parametrize("knowing", [True, False])
def test_text_with_drafts_is_text_without(
    cells: int, slots: int, moody: bool, knowing: bool
) -> None:
    rng = random.Random(f"{cells} {moody} {knowing}")
    runner = Moody(rng, cells, 32) if moody else FakeRunner(cells, 32)
    drafting = Seer(rng) if knowing else speculator()
    engine = FakeEngine(runner=runner, max_sequences=slots, drafting=drafting)
    requests = {}
    for i in range(120):
        requests[f"r{i}"] = ask(engine, rng, f"r{i}")
        engine.turn(rng.choice([0, 1, 2, 20]))
        if rng.random() < 0.1:
            engine.engine.abort(rng.choice(list(requests)[-10:]))
    engine.finish()
    assert engine.ends() == dict.fromkeys(requests, 1)
    for request in requests.values():
        check(engine, request, cells)
    stats = engine.engine.stats
    assert 0 < stats.accepted_tokens < stats.drafted_tokens


def check(engine: FakeEngine, request: core.Request, context: int) -> None:
    assert not engine.of(request.id, core.Failed)
    for index in range(request.n):
        told, alone = engine.text(request.id, index), fake_answer(request, index, context)
        if engine.reason(request.id, index) is FinishReason.ABORTED:
            assert alone.startswith(told)
        else:
            assert told == alone
    usage = engine.usage(request.id)
    most = request.sampling.max_tokens
    assert most is None or usage.completion_tokens <= most * request.n
    assert usage.accepted_tokens <= usage.drafted_tokens


@pytest.mark.parametrize("can_cut", [True, False])
def test_a_copy_takes_fewer_steps_and_only_where_cells_can_be_taken_back(can_cut: bool) -> None:
    steps = {}
    for drafting in (None, speculator()):
        runner = FakeRunner(1024, 64, can_cut=can_cut)
        engine = FakeEngine(runner=runner, drafting=drafting)
        request = engine.ask("r", chat(f"say {COPIED}"))
        engine.finish()
        assert engine.text() == fake_answer(request) == COPIED
        steps[drafting is not None] = runner.n_steps
        assert engine.usage().completion_tokens == len(COPIED) + 1
    assert steps[True] < 0.5 * steps[False] if can_cut else steps[True] == steps[False]


def test_a_stop_string_within_a_draft_ends_there_and_counts_no_token_behind_it() -> None:
    engine = FakeEngine(drafting=Sure())
    request = engine.ask("r", chat("say abcdefgh STOP ijklmnop"), stop=("STOP",), logprobs=0)
    engine.finish(put_away=False)
    assert engine.text() == fake_answer(request) == "abcdefgh "
    assert engine.usage().completion_tokens == len("abcdefgh STOP")
    # What was computed behind it is in the cells, and a next turn may well begin so.
    (rested,) = engine.engine._store.resting
    said = bytes(rested.tokens[engine.usage().prompt_tokens :].tolist())
    assert len(said) > len("abcdefgh STOP")
    assert b"abcdefgh STOP ijklmnop".startswith(said)


def test_a_length_within_a_draft_is_kept() -> None:
    for most in range(12):
        engine = FakeEngine(drafting=Seer(random.Random(most)))
        engine.ask("r", chat("say abcdefghijklmnop"), max_tokens=most)
        engine.finish()
        assert engine.text() == "abcdefghijklmnop"[:most]
        assert engine.usage().completion_tokens == most


def test_log_probabilities_belong_to_their_tokens() -> None:
    told = []
    for drafting in (None, Seer(random.Random(0))):
        engine = FakeEngine(drafting=drafting)
        engine.ask("r", chat(f"say {COPIED}"), logprobs=2)
        engine.finish()
        told.append([one for delta in engine.of("r", core.Delta) for one in delta.logprobs])
    assert told[0] == told[1]
    assert "".join(one.token for one in told[1]) == COPIED


def test_a_failing_sampler_fails_its_request_alone() -> None:
    engine = FakeEngine(drafting=Seer(random.Random(0)))
    request = engine.ask("good", chat(f"say {COPIED}"))
    engine.ask("bad", chat(f"say {COPIED}"))
    engine.turn(8)
    (bad,) = [s for s in engine.engine._scheduler.running if s.state.request.id == "bad"]
    bad.sampler._answer[bad.sampler._n + 2] = -1
    engine.finish()
    assert "fake sampler" in engine.failure("bad").message
    assert engine.text("good") == fake_answer(request)


def test_a_draft_that_the_model_cannot_compute_costs_nobody() -> None:
    runner = FakeRunner(1024, 64)
    engine = FakeEngine(runner=runner, drafting=Wrong())
    runner.poison = frozenset({7})
    request = engine.ask("r", chat("say hello"))
    engine.finish()
    assert engine.text() == fake_answer(request)


class Wrong(Seer):
    """Drafts that fail, until one was refused."""

    def __init__(self) -> None:
        super().__init__(random.Random(0))
        self.refused = 0

    def draft(self, decodes: list[Chunk], room: int) -> int:
        if self.refused:
            return 0
        decodes[0].draft = [7]
        return 1

    def refuse(self) -> None:
        self.refused += 1


class Watched(FakeRunner):
    """Counts steps that have both drafts and prompts."""

    n_mixed = 0

    def run(self, chunks: Any) -> Any:
        drafted = any(chunk.draft for chunk in chunks)
        self.n_mixed += drafted and any(chunk.n > 1 for chunk in chunks)
        return super().run(chunks)


def test_drafts_and_prompts_share_a_step() -> None:
    runner = Watched(4096, 64)
    engine = FakeEngine(drafting=Sure(), runner=runner)
    first = engine.ask("first", chat(f"say {COPIED}"))
    engine.turn(4)
    second = engine.ask("second", chat(f"say {COPIED * 4}"))
    engine.finish()
    assert runner.n_mixed > 0
    assert [engine.text("first"), engine.text("second")] == [
        fake_answer(first),
        fake_answer(second),
    ]


# --- what pays ----------------------------------------------------------------------------------


def decoding(tokens: list[int], serial: int = 0) -> Chunk:
    return Chunk(make_sequence(tokens=tokens, generated=2, computed=len(tokens) - 1), 1, True)


def measured(row: float, most: int = MOST) -> Speculator:
    """One that knows what a row costs, as a share of a step."""
    found = Speculator(lambda token: token == EOG, most)
    for _ in range(60):
        found.observe(1, 0, 1.0)
        for rows in (4, 8, 16):
            found.observe(1, rows - 1, 1.0 + (rows - 1) * row)
    found.observe(1, 0, 1.0)
    return found


REPEATED = list(range(100, 148)) * 2
PROSE = list(range(100, 196))


def test_no_draft_before_a_step_was_measured() -> None:
    assert Speculator(lambda token: False, MOST).draft([decoding(REPEATED)], 64) == 0


def test_a_match_is_drafted_where_rows_are_cheap_in_whole_tiles() -> None:
    chunk = decoding(REPEATED)
    n = measured(0.1).draft([chunk], 64)
    assert chunk.draft == [*range(100, 148)][:n]
    assert (n + 1) % 4 == 0


def test_dear_rows_get_none() -> None:
    assert measured(1.0).draft([decoding(REPEATED)], 64) == 0


def test_prose_gets_none() -> None:
    assert measured(0.1).draft([decoding(PROSE)], 64) == 0


def test_guesses_that_fail_stop_drafts_and_guesses_that_would_come_true_bring_them_back() -> None:
    found = measured(0.3)
    seq = make_sequence(tokens=list(REPEATED), generated=2)

    def drafted() -> int:
        seq.n_computed = len(seq.tokens) - 1
        n = found.draft([Chunk(seq, 1, True)], 64)
        found.observe(1, 0, 1.0)
        return n

    assert drafted() > 0
    for i in range(120):  # three tokens of what came before, then others
        seq.tokens.extend([100, 101, 102, 103, 9000 + i])
        drafted()
    seq.tokens.extend([100, 101, 102, 103])
    assert drafted() == 0
    for i in range(60):
        seq.tokens.append(3000 + i % 12)
        n = drafted()
    assert n > 0


def test_room_and_the_limit_bound_a_draft() -> None:
    found = measured(0.1)
    assert found.draft([decoding(REPEATED)], 2) <= 2
    chunk = decoding(REPEATED)
    chunk.seq.limit = len(REPEATED) + 3
    assert found.draft([chunk], 64) == 2


def test_the_end_of_generation_is_never_drafted() -> None:
    found = measured(0.1)
    chunk = decoding([*range(40), 41, 42, EOG, 43, *range(40)])
    found.draft([chunk], 64)
    assert chunk.draft == [41, 42]


def test_who_has_no_draft_is_not_slowed_down_much() -> None:
    found = measured(0.5)
    copy, prose = decoding(REPEATED), decoding(PROSE)
    assert found.draft([decoding(REPEATED)], 64) > 2
    assert 1 + 0.5 * (1 + found.draft([copy, prose], 64)) <= 1.5 * 1.5


def test_now_and_then_a_step_has_none_to_measure_it() -> None:
    found = measured(0.1)
    plain = 0
    for _ in range(200):
        n = found.draft([decoding(REPEATED)], 64)
        plain += n == 0
        found.observe(1, n, 1.0 + 0.1 * n)
    assert 2 <= plain <= 10


def test_a_row_that_seemed_dear_is_tried_again_rarely() -> None:
    found = measured(1.5)
    drafted = 0
    for _ in range(2000):  # rows are cheap now
        n = found.draft([decoding(REPEATED)], 64)
        drafted += n > 0
        found.observe(1, n, 1.0 + 0.05 * n)
    assert drafted > 1000


def test_cost_of_rows_follows_what_is_measured_and_no_outlier_spoils_it() -> None:
    cost = RowCost()
    for _ in range(100):
        cost.observe_plain(1, 0.010)
        cost.observe(8, 0.045)
    assert cost.of(8) == pytest.approx(4.5, rel=0.02)
    cost.observe(8, 30.0)
    assert cost.of(8) < 4.5 * 1.5
