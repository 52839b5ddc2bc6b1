"""Every template that llama.cpp carries, and the ones a model may bring."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from native.conftest import WEATHER, Template

from localllm.llama.shim import Shim, ShimError

SCHEMA = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}
CHATML = (
    "{% for m in messages %}<|im_start|>{{ m['role'] + '\n' + m['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
CALL = {
    "role": "assistant",
    "content": None,
    "tool_calls": [
        {
            "id": "abcdef123",
            "type": "function",
            "function": {"name": "get_weather", "arguments": '{"city": "Paris"}'},
        }
    ],
}


def every(templates_dir: Path) -> list[str]:
    names = sorted(path.stem for path in templates_dir.glob("*.jinja"))
    assert len(names) >= 60
    return names


def grammar_words(shim: Shim, gbnf: str) -> str:
    words = shim.lib.shim_grammar_check(gbnf.encode())
    return shim.take(words).decode() if words else ""


@pytest.fixture
def chatml(shim: Shim) -> Template:
    return Template(shim, CHATML)


def test_every_template_renders_a_chat(
    template: Callable[[str], Template], templates_dir: Path
) -> None:
    for name in every(templates_dir):
        assert "Hello there" in template(name).apply()["prompt"], name


def test_every_template_that_takes_tools_renders_them(
    template: Callable[[str], Template], templates_dir: Path
) -> None:
    for name in every(templates_dir):
        opened = template(name)
        if opened.info["caps"]["supports_tools"]:
            assert "get_weather" in opened.apply(tools=[WEATHER])["prompt"], name


def test_every_template_can_force_a_call(
    template: Callable[[str], Template], templates_dir: Path, shim: Shim
) -> None:
    for name in every(templates_dir):
        applied = template(name).apply(tools=[WEATHER], tool_choice="required")
        assert "get_weather" in applied["grammar"], name
        assert not applied["grammar_lazy"], name
        assert grammar_words(shim, applied["grammar"]) == "", name


def test_every_template_can_force_a_schema(
    template: Callable[[str], Template], templates_dir: Path, shim: Shim
) -> None:
    for name in every(templates_dir):
        applied = template(name).apply(json_schema=SCHEMA)
        assert "age" in applied["grammar"], name
        assert grammar_words(shim, applied["grammar"]) == "", name


def test_every_template_takes_a_call_and_its_result(
    template: Callable[[str], Template], templates_dir: Path
) -> None:
    result = {"role": "tool", "tool_call_id": "abcdef123", "content": "18 degrees"}
    chat = [{"role": "user", "content": "Weather?"}, CALL, result]
    for name in every(templates_dir):
        assert "18 degrees" in template(name).apply(messages=chat, tools=[WEATHER])["prompt"], name


def test_a_lazy_grammar_has_triggers(
    template: Callable[[str], Template], templates_dir: Path
) -> None:
    for name in every(templates_dir):
        applied = template(name).apply(tools=[WEATHER])
        assert applied["grammar_lazy"] == bool(applied["grammar_triggers"]), name


def test_without_tools_in_the_template_they_are_put_into_words(chatml: Template) -> None:
    prompt = chatml.apply(tools=[WEATHER])["prompt"]

    assert prompt.startswith("<|im_start|>system\nYou can call functions.")
    assert '"name":"get_weather"' in prompt


def test_the_description_of_tools_follows_the_chats_own_system_message(chatml: Template) -> None:
    chat = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}]
    prompt = chatml.apply(messages=chat, tools=[WEATHER])["prompt"]

    assert prompt.startswith("<|im_start|>system\nBe brief.\n\nYou can call functions.")
    assert prompt.count("<|im_start|>system") == 1


def test_earlier_calls_are_written_out_where_the_template_has_no_place_for_them(
    chatml: Template,
) -> None:
    results = [{"role": "tool", "content": content} for content in ("18 degrees", "19 degrees")]
    prompt = chatml.apply(messages=[{"role": "user", "content": "Hi"}, CALL, *results])["prompt"]

    assert '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n' in prompt
    assert prompt.count("<|im_start|>user") == 2  # the question, and both results in one
    assert "18 degrees" in prompt
    assert "19 degrees" in prompt


def test_a_users_grammar_is_kept_as_it_is(chatml: Template) -> None:
    applied = chatml.apply(grammar='root ::= "yes"')

    assert (applied["grammar"], applied["grammar_type"]) == ('root ::= "yes"', "user")


def test_without_constraints_there_is_no_grammar(chatml: Template) -> None:
    assert chatml.apply()["grammar_type"] == "none"


def test_an_unfinished_answer_is_the_end_of_the_prompt(chatml: Template) -> None:
    chat = [{"role": "user", "content": "Count"}, {"role": "assistant", "content": "One, two,"}]
    applied = chatml.apply(messages=chat, continue_final_message=True)

    assert applied["prompt"].endswith("<|im_start|>assistant\nOne, two,")
    assert applied["is_continuation"]


@pytest.mark.parametrize(("thinking", "expected"), [(True, False), (False, True)])
def test_thinking_is_switched_by_its_argument(
    template: Callable[[str], Template], thinking: bool, expected: bool
) -> None:
    prompt = template("Qwen-Qwen3-0.6B").apply(enable_thinking=thinking)["prompt"]

    assert prompt.endswith("<think>\n\n</think>\n\n") == expected


def test_the_templates_own_arguments_reach_it(shim: Shim) -> None:
    source = CHATML + "{{ colour }}{{ list | length }}"
    arguments = {"colour": "red", "list": [1, 2]}

    assert Template(shim, source).apply(chat_template_kwargs=arguments)["prompt"].endswith("red2")


@pytest.mark.parametrize(
    ("source", "words"),
    [("{% for %}", "template"), ("{{ raise_exception('no') }}{% if %}", "template"), ("", "model")],
)
def test_a_template_that_cannot_be_read_is_refused_with_words(
    shim: Shim, source: str, words: str
) -> None:
    with pytest.raises(ShimError, match=words):
        Template(shim, source)


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"messages": "no list"}, "messages"),
        ({"messages": [{"role": "user"}]}, "content"),
        ({"tool_choice": "perhaps"}, "tool_choice"),
        ({"grammar": 'root ::= "a"', "json_schema": SCHEMA}, "exclude"),
        ({"grammar": 'root ::= "a"', "tools": [WEATHER]}, "exclude"),
        ({"continue_final_message": True}, "assistant"),
        ({"enable_thinking": "yes"}, "enable_thinking"),
        ({"reasoning_format": "loud"}, "loud"),
        ({"chat_template_kwargs": json.loads("[" * 200 + "]" * 200)}, "nested"),
    ],
)
def test_wrong_input_is_refused_with_words(
    chatml: Template, inputs: dict[str, Any], words: str
) -> None:
    with pytest.raises(ShimError, match=words):
        chatml.apply(**inputs)


def test_deeply_nested_arguments_of_an_earlier_call_are_refused(chatml: Template) -> None:
    arguments = '{"a":' * 200 + "1" + "}" * 200
    call = {"type": "function", "function": {"name": "f", "arguments": arguments}}
    chat = [{"role": "user", "content": "Hi"}, {"role": "assistant", "tool_calls": [call]}]

    with pytest.raises(ShimError, match="nested"):
        chatml.apply(messages=chat)
