"""Schemas and chats by the hundred on a real engine process: it lives, and nothing leaks.

Run by `make parity`, for the time that they take.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from helpers.workers import WorkerProcess

from localllm import core
from localllm.models.starter import in_package

pytestmark = [pytest.mark.peer, pytest.mark.model]

N_SCHEMAS = 1000
N_CHATS = 200
_AT_ONCE = 16
_MAY_FAIL = frozenset({"invalid_request", "unsupported_feature"})


@pytest.fixture
def engine() -> Iterator[WorkerProcess]:
    """Tiny budgets: little is kept in RAM, and the context is too small for all who run."""
    model = in_package()
    if model is None:
        pytest.skip("the starter model's package is not installed")
    with WorkerProcess(fake=False) as worker:
        ready = worker.load(
            model, context=512, threads=1, max_sequences=8, ram_cache_bytes=8_000_000
        )
        assert isinstance(ready, core.Ready)
        yield worker


def ask_all(worker: WorkerProcess, requests: list[core.Request]) -> dict[str, list[core.Event]]:
    """All events by request, of which some are under way at a time."""
    waiting, under_way = list(reversed(requests)), 0
    told: dict[str, list[core.Event]] = {request.id: [] for request in requests}
    events = worker.events()
    while waiting or under_way:
        while waiting and under_way < _AT_ONCE:
            worker.send(core.Submit(waiting.pop()))
            under_way += 1
        event = next(events)
        told[event.request_id].append(event)
        under_way -= isinstance(event, core.Done | core.Failed)
    return told


def text(events: list[core.Event]) -> str:
    return "".join(event.content for event in events if isinstance(event, core.Delta))


def numbers(worker: WorkerProcess) -> core.EngineStats:
    """Once it rests, which is when it checks its own books."""
    while True:
        worker.send(core.GetStats("s"))
        while not isinstance(reply := worker.reader.read(), core.Stats):
            assert reply is not None, "the engine is gone"
        if not (reply.stats.running or reply.stats.waiting or reply.stats.cells_running):
            return reply.stats


# --- schemas


def schema(rng: random.Random, depth: int = 0) -> dict[str, Any]:
    """A JSON schema at random: most are sound, some ask for what cannot be."""
    kinds = ["string", "integer", "number", "boolean", "null", "enum", "const", "odd"]
    kinds += ["object", "array", "anyOf", "ref"] * (depth < 3)
    match rng.choice(kinds):
        case "string":
            return {"type": "string", **rng.choice([{}, {"maxLength": rng.randint(0, 9)},
                    {"minLength": 5, "maxLength": rng.randint(0, 9)}, {"pattern": "^[a-z]{2,4}$"},
                    {"format": rng.choice(["date", "uuid", "email", "nothing"])}])}  # fmt: skip
        case "integer" | "number" as kind:
            low = rng.randint(-99, 99)
            return {"type": kind, "minimum": low, "maximum": low + rng.randint(-5, 99)}
        case "enum":
            return {"enum": [rng.choice(["a", "漢", 1, None, True, '\n"']) for _ in range(3)]}
        case "const":
            return {"const": rng.choice(["x", 0, [], {"a": 1}])}
        case "object":
            names = rng.sample(["a", "b", "名", "d e", ""], rng.randint(0, 4))
            parts = {name: schema(rng, depth + 1) for name in names}
            return {"type": "object", "properties": parts,
                    "required": rng.sample(names, rng.randint(0, len(names))),
                    "additionalProperties": rng.choice([True, False])}  # fmt: skip
        case "array":
            return {"type": "array", "items": schema(rng, depth + 1),
                    "minItems": rng.randint(0, 3), "maxItems": rng.randint(0, 5)}  # fmt: skip
        case "anyOf":
            return {rng.choice(["anyOf", "oneOf", "allOf"]):
                    [schema(rng, depth + 1) for _ in range(rng.randint(0, 3))]}  # fmt: skip
        case "ref":
            return {"$ref": rng.choice(["#", "#/$defs/none", "https://example.org/s"])}
        case "odd":
            return rng.choice(
                [
                    {},
                    {"type": "nothing"},
                    {"type": ["string", "null"]},
                    {"not": {"type": "string"}},
                    {"type": "string", "pattern": "(("},
                ]
            )
    return {"type": rng.choice(["boolean", "null"])}


def test_a_thousand_schemas_do_not_end_the_process(engine: WorkerProcess) -> None:
    rng = random.Random(20)
    requests = [
        core.Request(
            f"schema {number}",
            core.TextPrompt("JSON:"),
            core.SamplingParams(
                max_tokens=rng.choice([2, 2, 2, 12]),
                seed=number,
                json_schema=msgspec.json.encode(schema(rng)).decode(),
            ),
        )
        for number in range(N_SCHEMAS)
    ]
    told = ask_all(engine, requests)
    last = [events[-1] for events in told.values()]
    codes = {event.code for event in last if isinstance(event, core.Failed)}
    assert codes <= _MAY_FAIL
    assert sum(isinstance(event, core.Done) for event in last) > N_SCHEMAS / 2
    for events in told.values():
        ended = [event.reason for event in events if isinstance(event, core.Finished)]
        if ended == [core.FinishReason.STOP]:
            msgspec.json.decode(text(events))  # whole, so it is JSON
    assert numbers(engine).failures.keys() <= _MAY_FAIL
    assert engine.process.poll() is None


# --- canaries

_SYLLABLES = ("zor", "vex", "qua", "plim", "dru", "skel", "wyn", "jat", "fro", "mub")


def canary(number: int) -> str:
    """A word that no model says by itself."""
    a, b, c = number // 100 % 10, number // 10 % 10, number % 10
    return f"{_SYLLABLES[a]}{_SYLLABLES[b]}{_SYLLABLES[c]}ix"


def turn(number: int, said: str | None = None) -> core.Request:
    """Something that any model goes on with in the same words; or the next of it, after `said`."""
    words = f"My secret word is {canary(number)}. " * 2 + "My secret word is"
    if said is not None:
        words += said + " My secret word is"
    sampling = core.SamplingParams(max_tokens=8, temperature=0)
    id = f"{number} {'again' if said is not None else 'first'}"
    return core.Request(id, core.TextPrompt(words), sampling)


def test_no_chat_says_the_secret_of_another(engine: WorkerProcess) -> None:
    first = ask_all(engine, [turn(number) for number in range(N_CHATS)])
    said = {number: text(first[f"{number} first"]) for number in range(N_CHATS)}
    again = ask_all(engine, [turn(number, said[number]) for number in range(N_CHATS)])
    secrets = {canary(number) for number in range(N_CHATS)}
    assert len(secrets) == N_CHATS
    remembered = 0
    for number in range(N_CHATS):
        answer = (said[number] + " " + text(again[f"{number} again"])).lower()
        remembered += canary(number) in answer
        assert {secret for secret in secrets if secret in answer} <= {canary(number)}
    assert remembered > N_CHATS / 2  # else the test would see nothing
    stats = numbers(engine)
    assert "failed" not in stats.ended
    assert sum(stats.ended.values()) == 2 * N_CHATS
    assert stats.ram_evictions > 0
    assert stats.cells_used <= stats.cells_total
    assert engine.process.poll() is None
