"""The fakes are part of the program: what they promise to whoever runs on them."""

from __future__ import annotations

import json

from helpers.engines import FakeEngine, chat, fake_answer, make_request

from localllm import core


def test_the_same_prompt_gives_the_same_text_and_another_another() -> None:
    answers = {fake_answer(make_request(prompt=chat(text))) for text in ("a", "a", "b", "c")}
    assert len(answers) == 3


def test_the_seed_counts() -> None:
    assert fake_answer(make_request(seed=1)) != fake_answer(make_request(seed=2))


def test_wrong_kv_shows_in_the_text() -> None:
    engine = FakeEngine()
    engine.ask("r", "x" * 100, ignore_eos=True, max_tokens=10)
    engine.turn(4)
    for cell in engine.runner._sequences[0]:
        cell.chain += 1
    engine.finish()
    assert "<corrupt>" in engine.text("r")


def test_json_has_the_schema_s_shape() -> None:
    schema = {
        "type": "object",
        "properties": {"name": {"type": ["string", "null"]}, "age": {"type": "integer"}},
    }
    engine = FakeEngine()
    engine.ask("r", chat("who?"), json_schema=json.dumps(schema))
    engine.finish()
    assert json.loads(engine.text("r")) == {"name": "fake", "age": 1}


def test_a_tool_may_be_offered_and_not_called() -> None:
    engine = FakeEngine()
    engine.ask("r", chat("say no thanks", tools=(core.Tool("f"),)))
    engine.finish()
    assert engine.text("r") == "no thanks"
    assert engine.reason("r") is core.FinishReason.STOP
