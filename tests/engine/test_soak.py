"""Hundreds of requests of every kind through a small engine, at random but from a seed.

Each must end exactly once, and say what the fake model says alone; the books are compared with the
fake's cells after every turn.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from helpers.engines import FakeEngine, fake_answer

from localllm import core
from localllm.core import FinishReason, Priority
from localllm.engine.fake_runner import FakeRunner
from localllm.engine.radix import State
from localllm.engine.runner import Status

N_REQUESTS = 300
PREFIXES = ["a" * 150, "b" * 70, "a" * 60 + "c" * 60, ""]


class Moody(FakeRunner):
    """Now and then it refuses to go on from other KV, or a step does not work out."""

    def __init__(self, rng: random.Random, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rng = rng

    def run(self, chunks: Any) -> Any:
        if self._rng.random() < 0.05:
            self.faults.append(self._rng.choice([Status.ABORTED, Status.NO_CELLS, Status.FAILED]))
        return super().run(chunks)

    def resumes(self, seq_id: int, n: int) -> bool:
        return self._rng.random() < 0.9 and super().resumes(seq_id, n)

    def restore(self, seq_id: int, state: State, start: int, stop: int) -> bool:
        return self._rng.random() < 0.9 and super().restore(seq_id, state, start, stop)


def ask(engine: FakeEngine, rng: random.Random, id: str) -> core.Request:
    prompt = rng.choice(PREFIXES) + "".join(rng.choices("xyz\n", k=rng.randint(0, 60)))
    return engine.ask(
        id,
        prompt,
        n=rng.choice([1, 1, 1, 2, 4]),
        seed=rng.randrange(1000),
        priority=rng.choice(list(Priority)),
        max_tokens=rng.choice([None, 0, 1, 10, 40]),
        stop=rng.choice([(), (), (" river", "漢")]),
        ignore_eos=rng.random() < 0.1,
        logprobs=rng.choice([None, None, 0, 2]),
    )


@pytest.mark.parametrize("can_cut", [True, False])
@pytest.mark.parametrize("moody", [False, True])
@pytest.mark.parametrize(
    ("cells", "slots", "ram"), [(260, 4, 3000), (400, 8, 1 << 20), (230, 3, 0)]
)
def test_every_request_ends_once_with_its_own_text(
    cells: int, slots: int, ram: int, moody: bool, can_cut: bool
) -> None:
    rng = random.Random(f"{cells} {moody} {can_cut}")
    runner = (
        Moody(rng, cells, 32, can_cut=can_cut) if moody else FakeRunner(cells, 32, can_cut=can_cut)
    )
    engine = FakeEngine(runner=runner, max_sequences=slots, ram_budget=ram)
    requests: dict[str, core.Request] = {}
    for i in range(N_REQUESTS):
        request = requests[f"r{i}"] = ask(engine, rng, f"r{i}")
        engine.turn(rng.choice([0, 0, 1, 2, 30]))
        engine.now += rng.choice([0, 0.01, 3])
        if rng.random() < 0.15:
            engine.engine.abort(rng.choice([request.id, *list(requests)[-10:]]))
    engine.finish()
    assert engine.ends() == dict.fromkeys(requests, 1)
    for request in requests.values():
        check(engine, request, cells)


def check(engine: FakeEngine, request: core.Request, context: int) -> None:
    if engine.of(request.id, core.Failed):
        # Only a fault that hit it while it was alone can be the reason.
        assert isinstance(engine.runner, Moody)
        return
    indexes = {event.index for event in engine.of(request.id, core.Finished)}
    assert indexes == set(range(request.n))
    for index in range(request.n):
        told, alone = engine.text(request.id, index), fake_answer(request, index, context)
        if engine.reason(request.id, index) is FinishReason.ABORTED:
            assert alone.startswith(told)
        else:
            assert told == alone
    usage = engine.usage(request.id)
    told_tokens = sum(delta.n_tokens for delta in engine.of(request.id, core.Delta))
    assert usage.completion_tokens >= told_tokens
    assert usage.cached_tokens < usage.prompt_tokens
