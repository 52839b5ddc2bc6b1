"""Drafts on the real model: one thread, where a row has the same logits beside any others, so that
text can be compared with what comes without drafts."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.engines import chat, make_request

from localllm import core
from localllm.engine.engine import Engine
from localllm.engine.intake import Intake
from localllm.engine.language import LlamaLanguage
from localllm.engine.runner import LlamaRunner
from localllm.engine.speculative import RowCost, Speculator
from localllm.llama.context import Context
from localllm.llama.model import Model

pytestmark = pytest.mark.model

COPY = "Repeat this list word for word: red apple, green pear, red apple, green pear, blue plum."
QUESTIONS = [COPY, "Count from one to ten, then count again.", "What is the capital of France?"]
SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {"names": {"type": "array", "items": {"type": "string"}, "maxItems": 4}},
        "required": ["names"],
    }
)


class Cheap(RowCost):
    """Rows cost next to nothing, whatever the clock says: each guess is drafted."""

    is_known = True

    def of(self, rows: int) -> float:
        return 1.0 + 0.01 * rows

    def observe(self, rows: int, seconds: float) -> None: ...

    def observe_plain(self, rows: int, seconds: float) -> None: ...


@pytest.fixture(scope="module")
def model(starter_model: Path) -> Iterator[Model]:
    with Model.open(starter_model) as opened:
        yield opened


def answers(model: Model, requests: list[core.Request], *, drafts: bool) -> dict[str, Any]:
    """(text, tokens, drafted, accepted) of each request, all of them run together."""
    language = LlamaLanguage(model)
    speculator = Speculator(language.is_eog, 7)
    speculator.cost = Cheap()
    events: list[core.Event] = []
    with Context(
        model, n_ctx=2048, n_ubatch=64, n_seq_max=5, threads=1, flash_attention="on"
    ) as ctx:
        engine = Engine(
            LlamaRunner(ctx),
            language,
            lambda frame: events.extend(frame.events),
            max_sequences=4,
            ram_budget=1 << 28,
            drafting=speculator if drafts else None,
        )
        intake = Intake(language, ctx.n_ctx, 8192)
        for request in requests:
            engine.submit(intake.prepare(request, time.perf_counter()))
        engine.turn()
        while engine.has_work:
            engine.turn()
            engine.check_integrity()
    return {request.id: _told(events, request.id) for request in requests}


def _told(events: list[core.Event], id: str) -> tuple[str, int, int, int]:
    text = "".join(e.content for e in events if isinstance(e, core.Delta) and e.request_id == id)
    (usage,) = [e.usage for e in events if isinstance(e, core.Done) and e.request_id == id]
    return text, usage.completion_tokens, usage.drafted_tokens, usage.accepted_tokens


def compare(model: Model, requests: list[core.Request]) -> tuple[int, int]:
    """Asserts that drafts change nothing; how many tokens they had, and how many came true."""
    without, with_ = (answers(model, requests, drafts=drafts) for drafts in (False, True))
    assert {id: told[:2] for id, told in with_.items()} == {
        id: told[:2] for id, told in without.items()
    }
    return sum(told[2] for told in with_.values()), sum(told[3] for told in with_.values())


def test_greedy_text_is_the_same(model: Model) -> None:
    fields: dict[str, Any] = {"temperature": 0.0, "max_tokens": 40}
    requests = [make_request(f"r{i}", chat(q), **fields) for i, q in enumerate(QUESTIONS)]
    drafted, accepted = compare(model, requests)
    assert 0 < accepted < drafted


def test_drawn_text_of_a_seed_is_the_same(model: Model) -> None:
    fields: dict[str, Any] = {"temperature": 0.8, "max_tokens": 32, "seed": 7}
    requests = [make_request(f"r{i}", chat(q), **fields) for i, q in enumerate(QUESTIONS)]
    drafted, accepted = compare(model, requests)
    assert accepted < drafted


def test_penalties_and_a_grammar_are_as_without(model: Model) -> None:
    fields: dict[str, Any] = {"temperature": 0.0, "max_tokens": 40}
    schema = make_request("schema", chat(COPY), json_schema=SCHEMA, **fields)
    penalties = make_request("penalties", chat(COPY), repeat_penalty=1.1, **fields)
    dry = make_request("dry", chat(COPY), dry_multiplier=0.8, dry_allowed_length=4, **fields)
    drafted, accepted = compare(model, [schema, penalties, dry])
    assert 0 < accepted < drafted
