"""The real runner and the engine on it: one thread with flash attention, where llama.cpp gives the
same numbers whatever else is in the batch, as long as the cells of a sequence stay in order; so
greedy text can be compared. (Without flash attention any other place of the cells shows.)

What a text should be comes from a context that holds nothing else and computes it in one go.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.engines import chat, make_request, make_sequence

from localllm import core
from localllm.core import FinishReason, SamplingParams
from localllm.engine.engine import Engine
from localllm.engine.intake import Intake
from localllm.engine.language import LlamaLanguage
from localllm.engine.runner import LlamaRunner, Status
from localllm.engine.scheduler import Chunk
from localllm.engine.sequence import Sequence
from localllm.llama.batch import Batch
from localllm.llama.context import OK, Context
from localllm.llama.model import Model

pytestmark = pytest.mark.model

QUESTIONS = [
    "What is the capital of France?",
    "List five prime numbers.",
    "Why is the sky blue?",
    "Write a haiku about the sea.",
]
LENGTH = 24
CONTEXT: dict[str, Any] = {"threads": 1, "flash_attention": "on", "n_ubatch": 64}


@pytest.fixture(scope="module")
def model(starter_model: Path) -> Iterator[Model]:
    with Model.open(starter_model) as opened:
        yield opened


@pytest.fixture(scope="module")
def language(model: Model) -> LlamaLanguage:
    return LlamaLanguage(model)


@pytest.fixture(scope="module")
def expected(model: Model, language: LlamaLanguage) -> dict[str, str]:
    """The greedy answers, by argmax over the logits of a context of its own for each."""
    return {question: greedy(model, language, question) for question in QUESTIONS}


def greedy(model: Model, language: LlamaLanguage, question: str, length: int = LENGTH) -> str:
    tokens = language.tokenize(prompt_text(language, question), add_special=True)
    data = b""
    with Context(model, n_ctx=512, n_seq_max=1, **CONTEXT) as ctx:
        batch, position = Batch(64, 1), 0
        for _ in range(length):
            for start in range(0, len(tokens), 64):
                batch.clear()
                row = batch.add(tokens[start : start + 64], position, 0, True)
                assert ctx.decode(batch) == OK
                position += len(tokens[start : start + 64])
            token = int(ctx.logits(row).argmax())
            if language.is_eog(token):
                break
            data += language.piece(token)
            tokens = array("i", [token])
    return data.decode()


def prompt_text(language: LlamaLanguage, question: str) -> str:
    return language.apply(chat(question), SamplingParams()).prompt


class RealEngine:
    """An engine on the real runner, turned by hand."""

    def __init__(
        self, model: Model, language: LlamaLanguage, *, cells: int, sequences: int
    ) -> None:
        self.ctx = Context(model, n_ctx=cells, n_seq_max=sequences + 1, **CONTEXT)
        self.runner = LlamaRunner(self.ctx)
        self.intake = Intake(language, self.ctx.n_ctx, 8192)
        self.events: list[core.Event] = []
        self.engine = Engine(
            self.runner,
            language,
            lambda frame: self.events.extend(frame.events),
            max_sequences=sequences,
            ram_budget=1 << 30,
        )

    def ask(self, id: str, prompt: Any, **fields: Any) -> None:
        fields = {"temperature": 0.0, "max_tokens": LENGTH} | fields
        request = make_request(id, prompt, **fields)
        self.engine.submit(self.intake.prepare(request, time.perf_counter()))

    def turn(self, n: int = 1) -> None:
        for _ in range(n):
            self.engine.turn()
            self.engine.check_integrity()

    def finish(self) -> None:
        self.turn()
        while self.engine.has_work:
            self.turn()

    def text(self, id: str, index: int = 0) -> str:
        deltas = [e for e in self.events if isinstance(e, core.Delta) and e.request_id == id]
        return "".join(delta.content for delta in deltas if delta.index == index)

    def done(self, id: str) -> core.Usage:
        (usage,) = [e.usage for e in self.events if isinstance(e, core.Done) and e.request_id == id]
        return usage


@pytest.fixture
def make_engine(model: Model, language: LlamaLanguage) -> Iterator[Any]:
    made: list[RealEngine] = []

    def make(cells: int = 1024, sequences: int = 4) -> RealEngine:
        made.append(RealEngine(model, language, cells=cells, sequences=sequences))
        return made[-1]

    yield make
    for engine in made:
        engine.runner.close()


# --- the same text, whatever happens --------------------------------------------------------------


def test_alone(make_engine: Any, expected: dict[str, str]) -> None:
    for question, text in expected.items():
        engine = make_engine()
        engine.ask("r", chat(question))
        engine.finish()
        assert engine.text("r") == text


def test_together(make_engine: Any, expected: dict[str, str]) -> None:
    engine = make_engine()
    for question in QUESTIONS:
        engine.ask(question, chat(question))
    engine.finish()
    assert {question: engine.text(question) for question in QUESTIONS} == expected


def test_one_after_the_other_on_kept_prefixes(make_engine: Any, expected: dict[str, str]) -> None:
    engine = make_engine()
    for turn in range(2):
        for question in QUESTIONS:
            id = f"{turn} {question}"
            engine.ask(id, chat(question))
            engine.finish()
            assert engine.text(id) == expected[question]
    assert all(engine.done(f"1 {question}").cached_tokens > 20 for question in QUESTIONS)


def test_a_busy_prefix_is_shared(make_engine: Any, expected: dict[str, str]) -> None:
    engine = make_engine()
    engine.ask("first", chat(QUESTIONS[0]))
    engine.turn(5)
    engine.ask("again", chat(QUESTIONS[0]))
    engine.finish()
    assert engine.text("again") == expected[QUESTIONS[0]]
    usage = engine.done("again")
    assert usage.cached_tokens == usage.prompt_tokens - 1


def test_preempted_and_restored(make_engine: Any, model: Model) -> None:
    """Who leaves the cells and comes back stands elsewhere in them, which shows in the last bits;
    foreign or missing KV would show as tokens that the model alone finds out of the question."""
    engine = make_engine(cells=256, sequences=3)
    for i in range(3):
        engine.ask(f"r{i}", chat(f"Tell me story {i} of a lighthouse keeper."), max_tokens=130)
    engine.turn()
    sequences = [state.sequences[0] for state in engine.engine._digest.requests.values()]
    preempted = 0
    while engine.engine.has_work:
        engine.turn()
        preempted += sum(seq.n_generated > 0 for seq in engine.engine._scheduler.waiting)
    assert preempted
    assert max(regret(model, seq) for seq in sequences) < 1.0


def regret(model: Model, seq: Sequence) -> float:
    """How much less likely a picked token was than the model's own choice, at worst, in logits of
    a context that holds only this sequence."""
    worst = 0.0
    with Context(model, n_ctx=256, n_seq_max=1, **CONTEXT) as ctx:
        batch = Batch(64, 1)
        for position, (token, following) in enumerate(pairwise(seq.tokens)):
            batch.clear()
            batch.add([token], position, 0, True)
            assert ctx.decode(batch) == OK
            if position + 1 >= seq.n_prompt:
                logits = ctx.logits(0)
                worst = max(worst, float(logits.max() - logits[following]))
    return worst


def test_choices_of_one_prompt(make_engine: Any, expected: dict[str, str]) -> None:
    engine = make_engine()
    engine.ask("r", chat(QUESTIONS[0]), n=3)
    engine.finish()
    assert [engine.text("r", index) for index in range(3)] == [expected[QUESTIONS[0]]] * 3


def test_seeds_give_choices_of_their_own_that_can_be_repeated(make_engine: Any) -> None:
    engine = make_engine()
    for id in ("a", "b"):
        engine.ask(id, chat(QUESTIONS[3]), n=2, temperature=1.5, seed=11)
        engine.finish()
    assert engine.text("a", 0) != engine.text("a", 1)
    assert engine.text("a", 1) == engine.text("b", 1)


# --- the runner -----------------------------------------------------------------------------------


@pytest.fixture
def ctx(model: Model) -> Iterator[Context]:
    with Context(model, n_ctx=256, n_seq_max=4, **CONTEXT) as opened:
        yield opened


def sequence(language: LlamaLanguage, n_tokens: int, seq_id: int = 0) -> Sequence:
    seq = make_sequence(tokens=[100 + i % 50 for i in range(n_tokens)], seq_id=seq_id)
    seq.sampler = language.sampler(SamplingParams(temperature=0), None, seq.tokens, None)
    return seq


def computed(runner: LlamaRunner, seq: Sequence, n: int) -> None:
    while seq.n_computed < n:
        chunk = Chunk(seq, min(64, n - seq.n_computed), False)
        assert runner.run([chunk]).status is Status.DONE
        seq.n_computed += chunk.n


def logits_after(ctx: Context, runner: LlamaRunner, seq: Sequence) -> Any:
    """Of the sequence's last token, which is computed alone."""
    assert seq.remaining == 1
    assert runner.run([Chunk(seq, 1, True)]).status is Status.DONE
    return ctx.logits(0).copy()


def test_a_step_picks_a_token_for_each_chunk_that_ends(
    ctx: Context, language: LlamaLanguage
) -> None:
    runner = LlamaRunner(ctx)
    first, second = sequence(language, 20), sequence(language, 30, seq_id=1)
    result = runner.run([Chunk(first, 20, True), Chunk(second, 10, False)])
    assert result.status is Status.DONE
    assert result.tokens == [int(ctx.logits(19).argmax())]


def test_too_few_cells_change_nothing(ctx: Context, language: LlamaLanguage) -> None:
    runner = LlamaRunner(ctx)
    seq, other = sequence(language, 240), sequence(language, 60, seq_id=1)
    computed(runner, seq, 239)
    assert runner.run([Chunk(other, 60, True)]).status is Status.NO_CELLS
    assert ctx.seq_pos_max(0) == 238
    assert ctx.seq_pos_max(1) == -1


def test_an_interrupted_step_leaves_the_sequence_as_it_was(
    ctx: Context, language: LlamaLanguage
) -> None:
    runner = LlamaRunner(ctx)
    seq, untouched = sequence(language, 101), sequence(language, 101, seq_id=1)
    for each in (seq, untouched):
        computed(runner, each, 64)
    runner.interrupt()
    result = runner.run([Chunk(seq, 37, True)])
    assert (result.status, result.lost) == (Status.ABORTED, [])
    runner.clear_interrupt()
    for each in (seq, untouched):
        computed(runner, each, 100)
    difference = logits_after(ctx, runner, seq) - logits_after(ctx, runner, untouched)
    assert np.abs(difference).max() == 0


def test_positions_that_do_not_follow_are_a_failed_step(
    ctx: Context, language: LlamaLanguage
) -> None:
    runner = LlamaRunner(ctx)
    seq = sequence(language, 40)
    computed(runner, seq, 10)
    seq.n_computed = 20
    assert runner.run([Chunk(seq, 20, True)]).status is Status.FAILED


def test_shared_and_restored_cells_are_exactly_those_computed(
    ctx: Context, language: LlamaLanguage
) -> None:
    runner = LlamaRunner(ctx)
    seq = sequence(language, 101)
    computed(runner, seq, 100)
    expected = logits_after(ctx, runner, seq)
    shared = sequence(language, 101, seq_id=1)
    assert runner.resumes(0, 100)
    runner.share(0, 1, 100)
    shared.n_computed = 100
    assert np.abs(logits_after(ctx, runner, shared) - expected).max() == 0
    saved = runner.save(0, 0, 100)
    runner.clear()
    restored = sequence(language, 101, seq_id=2)
    assert runner.restore(2, saved, 0, 100)
    restored.n_computed = 100
    assert np.abs(logits_after(ctx, runner, restored) - expected).max() == 0


@pytest.mark.parametrize("cuts", [(0, 40, 100), (0, 1, 63, 64, 99, 100)])
def test_a_chain_of_runs_is_exactly_what_was_computed(
    ctx: Context, language: LlamaLanguage, cuts: tuple[int, ...]
) -> None:
    runner = LlamaRunner(ctx)
    seq = sequence(language, 101)
    computed(runner, seq, 100)
    expected = logits_after(ctx, runner, seq)
    runs = [(runner.save(0, start, stop), start, stop) for start, stop in pairwise(cuts)]
    runner.clear()
    restored = sequence(language, 101, seq_id=2)
    for state, start, stop in runs:
        assert runner.restore(2, state, start, stop)
    assert runner.resumes(2, 100)
    restored.n_computed = 100
    assert np.abs(logits_after(ctx, runner, restored) - expected).max() == 0


def test_a_run_comes_back_in_part(ctx: Context, language: LlamaLanguage) -> None:
    runner = LlamaRunner(ctx)
    seq, shorter = sequence(language, 101), sequence(language, 61, seq_id=1)
    computed(runner, seq, 100)
    first, second = runner.save(0, 0, 50), runner.save(0, 50, 100)
    runner.share(0, 1, 60)
    shorter.n_computed = 60
    expected = logits_after(ctx, runner, shorter)
    runner.clear()
    assert runner.restore(1, first, 0, 50)
    assert runner.restore(1, second, 50, 60)
    assert ctx.seq_pos_max(1) == 59
    assert np.abs(logits_after(ctx, runner, shorter) - expected).max() == 0


def test_saved_runs_that_do_not_fit_change_nothing(ctx: Context, language: LlamaLanguage) -> None:
    runner = LlamaRunner(ctx)
    seq = sequence(language, 200)
    computed(runner, seq, 150)
    saved = runner.save(0, 0, 150)
    assert not runner.restore(1, saved, 0, 150)
    assert (ctx.seq_pos_max(0), ctx.seq_pos_max(1), ctx.seq_pos_max(3)) == (149, -1, -1)


def test_a_window_that_has_moved_on_is_no_place_to_resume(
    ctx: Context, language: LlamaLanguage
) -> None:
    runner = LlamaRunner(ctx)
    computed(runner, sequence(language, 100), 100)
    assert runner.resumes(0, 30)
    ctx.seq_remove(0, 0, 60)  # what a sliding window of 40 tokens has left behind
    runner._window = 40
    assert [runner.resumes(0, n) for n in (80, 99, 100, 101)] == [False, False, True, False]


def test_a_state_is_resumed_at_its_end_alone(ctx: Context, language: LlamaLanguage) -> None:
    runner = LlamaRunner(ctx)
    computed(runner, sequence(language, 100), 100)
    runner._has_state = True
    assert [runner.resumes(0, n) for n in (80, 100)] == [False, True]


def test_a_grammar_that_leads_nowhere_fails_its_row_alone(
    ctx: Context, language: LlamaLanguage
) -> None:
    runner = LlamaRunner(ctx)
    dead, alive = sequence(language, 20), sequence(language, 20, seq_id=1)
    # After the letter nothing fits, and the end is not allowed there either.
    nowhere = SamplingParams(grammar='root ::= "a" [^\\x00-\\U0010FFFF]')
    dead.sampler = language.sampler(nowhere, None, dead.tokens, None)
    for _ in range(3):
        result = runner.run([Chunk(seq, seq.remaining, True) for seq in (dead, alive)])
        if result.errors:
            break
        for seq, token in zip((dead, alive), result.tokens, strict=True):
            seq.n_computed = len(seq.tokens)
            seq.tokens.append(token)
    assert list(result.errors) == [0]
    assert result.errors[0]
    assert (result.tokens[0], result.tokens[1] >= 0) == (-1, True)


def test_logprobs_are_of_the_raw_logits(ctx: Context, language: LlamaLanguage) -> None:
    runner = LlamaRunner(ctx)
    seq = sequence(language, 20)
    seq.state.request = make_request(logprobs=3)
    result = runner.run([Chunk(seq, 20, True)])
    logits = ctx.logits(19).astype(np.float64)
    expected = logits - np.log(np.exp(logits - logits.max()).sum()) - logits.max()
    chosen, likeliest = result.logprobs[0]
    assert chosen == pytest.approx(expected[result.tokens[0]], abs=1e-4)
    assert [token for token, _ in likeliest] == np.argsort(-logits)[:3].tolist()


def test_finish_reasons_of_the_real_model(make_engine: Any) -> None:
    engine = make_engine()
    engine.ask("length", chat("Count to one hundred."), max_tokens=3)
    engine.ask("stop", chat("What is the capital of France?"), stop=(" ",), max_tokens=50)
    engine.finish()
    reasons = {e.request_id: e.reason for e in engine.events if isinstance(e, core.Finished)}
    assert reasons == {"length": FinishReason.LENGTH, "stop": FinishReason.STOP}
