"""localllm bench on the fake engine: what is asked of it, and what is made of its times."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from cli.conftest import Run

from localllm import core
from localllm.cli import measure
from localllm.cli.measure import Plan
from localllm.runtime import FakeStore, Runtime
from localllm.settings import Settings


def test_every_line_of_the_plan_is_measured(run: Run) -> None:
    options = ("--prompt", "64", "--tokens", "16", "--streams", "2", "--repeat", "2")
    result = run("bench", "--engine", "fake", "--json", *options)
    said = json.loads(result.out)
    assert said["model"]["name"] == "fake"
    assert said["loaded"]["threads"] >= 1
    lines = {line["name"]: line for line in said["results"]}
    assert list(lines) == ["pp64", "tg16", "tg16 x 2"]
    for line in lines.values():
        assert len(line["rates"]) == 2
        assert min(line["rates"]) <= line["median"] <= max(line["rates"])


def test_it_is_a_table_for_people(run: Run) -> None:
    options = ("--prompt", "8", "--tokens", "4", "--streams", "1", "--repeat", "1")
    shown = run("bench", "--engine", "fake", *options).out
    assert "fake:" in shown
    assert "thread" in shown
    assert [line.split()[0] for line in shown.splitlines()[-2:]] == ["pp8", "tg4"]


class Recorded:
    """A stream of made-up times."""

    def __init__(self, request: core.Request, usage: core.Usage) -> None:
        self._events: list[Any] = [
            core.Delta(request.id, n_tokens=1),
            core.Delta(request.id, n_tokens=1),
            core.Done(request.id, usage),
        ]

    async def __aenter__(self) -> Recorded:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def __aiter__(self) -> Recorded:
        return self

    async def __anext__(self) -> Any:
        if not self._events:
            raise StopAsyncIteration
        return self._events.pop(0)


class Recorder:
    """Stands in for the runtime: keeps requests, answers with one usage."""

    def __init__(self, usage: core.Usage) -> None:
        self.requests: list[core.Request] = []
        self._usage = usage

    async def submit(self, request: core.Request, model: object) -> Recorded:
        self.requests.append(request)
        return Recorded(request, self._usage)


def bench_on(recorder: Recorder) -> measure._Bench:
    runtime: Any = recorder
    return measure._Bench(runtime, FakeStore.MODEL, 1000, random.Random(0))


async def test_reading_is_what_was_computed_by_the_time_to_the_first_token() -> None:
    usage = core.Usage(prompt_tokens=512, cached_tokens=112, prefill_s=2.0)
    assert await bench_on(Recorder(usage)).read(512) == 200.0


async def test_writing_leaves_out_the_first_token() -> None:
    usage = core.Usage(completion_tokens=101, decode_s=4.0)
    assert await bench_on(Recorder(usage)).write(101, 1) == 25.0


async def test_prompts_are_random_whole_vocabulary_and_never_the_same() -> None:
    recorder = Recorder(core.Usage(prompt_tokens=512, prefill_s=1.0))
    bench = bench_on(recorder)
    await bench.read(512)
    await bench.read(512)
    first, second = (request.prompt for request in recorder.requests)
    assert isinstance(first, core.TokenPrompt)
    assert len(first.tokens) == 512
    assert all(0 <= token < 1000 for token in first.tokens)
    assert first != second


async def test_answers_do_not_end_by_themselves_and_are_greedy() -> None:
    recorder = Recorder(core.Usage(completion_tokens=9, decode_s=1.0))
    await bench_on(recorder).write(9, 1)
    sampling = recorder.requests[0].sampling
    assert (sampling.ignore_eos, sampling.temperature, sampling.max_tokens) == (True, 0, 9)


async def test_several_streams_run_at_once() -> None:
    told: list[str] = []
    async with Runtime(Settings(engine="fake")) as runtime:
        info = await runtime.load()
        plan = Plan(prompt=8, tokens=8, streams=3, repeat=1)
        results = await measure.measure(runtime, FakeStore.MODEL, info, plan, told.append)
    assert [(line.name, line.streams) for line in results] == [
        ("pp8", 1),
        ("tg8", 1),
        ("tg8 x 3", 3),
    ]
    assert told == ["warming up", "pp8, 1 of 1", "tg8, 1 of 1", "tg8 x 3, 1 of 1"]


@pytest.mark.parametrize("option", [("--tokens", "1"), ("--streams", "0"), ("--repeat", "0")])
def test_a_plan_that_measures_nothing_is_refused(run: Run, option: tuple[str, str]) -> None:
    assert run("bench", "--engine", "fake", *option).code == 2
