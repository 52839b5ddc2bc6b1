"""How fast a model answers, measured through the runtime as every face uses it.

    ppN        reading a prompt of N random tokens, none of them known, with nobody else there
    tgN        writing N tokens after a short prompt, greedily, never ending by itself
    tgN x S    S of those at once: tokens of all streams a second

Rates come from the engine's own times (core.Usage), several streams' from the span in which they
wrote together. The names are llama-bench's; unlike there a token is also sampled each step.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import statistics
import time
from collections.abc import Awaitable, Callable

import msgspec

from localllm import core
from localllm.runtime import InstalledModel, Runtime

_SHORT_PROMPT = 8
_ids = itertools.count(1)


class Measured(msgspec.Struct, frozen=True):
    """One line of the result. `rates` in tokens a second, one for each repetition."""

    name: str
    tokens: int
    streams: int
    rates: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.rates)


class Plan(msgspec.Struct, frozen=True):
    """`streams` 1 leaves out the measurement of several at once."""

    prompt: int = 512
    tokens: int = 128
    streams: int = 4
    repeat: int = 3


async def measure(
    runtime: Runtime,
    model: InstalledModel,
    info: core.ModelInfo,
    plan: Plan,
    tell: Callable[[str], None],
) -> list[Measured]:
    """Every line of the plan, after a run that does not count. `tell` hears what goes on now."""
    pick = random.Random(0)
    bench = _Bench(runtime, model, info.n_vocab, pick)
    tell("warming up")
    await bench.read(min(plan.prompt, 64))
    await bench.write(8, 1)
    lines: list[tuple[str, int, int, Callable[[], Awaitable[float]]]] = [
        (f"pp{plan.prompt}", plan.prompt, 1, lambda: bench.read(plan.prompt)),
        (f"tg{plan.tokens}", plan.tokens, 1, lambda: bench.write(plan.tokens, 1)),
        (
            f"tg{plan.tokens} x {plan.streams}",
            plan.tokens,
            plan.streams,
            lambda: bench.write(plan.tokens, plan.streams),
        ),
    ]
    if plan.streams == 1:
        lines.pop()
    measured = []
    for name, tokens, streams, run in lines:
        rates = []
        for number in range(plan.repeat):
            tell(f"{name}, {number + 1} of {plan.repeat}")
            rates.append(await run())
        measured.append(Measured(name, tokens, streams, tuple(rates)))
    return measured


class _Bench:
    def __init__(
        self, runtime: Runtime, model: InstalledModel, n_vocab: int, pick: random.Random
    ) -> None:
        self._runtime = runtime
        self._model = model
        self._n_vocab = n_vocab
        self._pick = pick

    async def read(self, tokens: int) -> float:
        usage = (await self._run(self._request(tokens, 1)))[0]
        return (usage.prompt_tokens - usage.cached_tokens) / usage.prefill_s

    async def write(self, tokens: int, streams: int) -> float:
        requests = [self._request(_SHORT_PROMPT, tokens) for _ in range(streams)]
        runs = await asyncio.gather(*(self._run(request) for request in requests))
        if streams == 1:
            usage, _, _ = runs[0]
            return (usage.completion_tokens - 1) / usage.decode_s
        begun = min(first for _, first, _ in runs)
        ended = max(last for _, _, last in runs)
        return sum(usage.completion_tokens - 1 for usage, _, _ in runs) / (ended - begun)

    def _request(self, prompt_tokens: int, max_tokens: int) -> core.Request:
        tokens = tuple(self._pick.randrange(self._n_vocab) for _ in range(prompt_tokens))
        return core.Request(
            id=f"bench-{next(_ids)}",
            prompt=core.TokenPrompt(tokens),
            sampling=core.SamplingParams(max_tokens=max_tokens, temperature=0, ignore_eos=True),
            client="localllm bench",
        )

    async def _run(self, request: core.Request) -> tuple[core.Usage, float, float]:
        """Its usage, and when its first and its last token came."""
        usage = core.Usage()
        first = last = 0.0
        async with await self._runtime.submit(request, self._model) as stream:
            async for event in stream:
                if isinstance(event, core.Delta):
                    last = time.monotonic()
                    first = first or last
                elif isinstance(event, core.Done):
                    usage = event.usage
        return usage, first, last
