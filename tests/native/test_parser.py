"""Answers split into content, reasoning and tool calls, whole and while they are written."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise, takewhile
from typing import Any

import pytest
from native.conftest import WEATHER, Parser, Template

from localllm.llama.shim import Shim, ShimError

ARGUMENTS = {"city": "Paris", "days": 3}
QUESTION = {"role": "user", "content": "Weather?"}

# Templates that write an earlier call right after what they ask the model to go on from, so that
# this text is what the model would write: the expectation is the template's, not ours.
ROUND_TRIPS = [
    "Apertus-8B-Instruct",
    "CohereForAI-c4ai-command-r7b-12-2024-tool_use",
    "GLM-4.6",
    "GigaChat3-10B-A1.8B",
    "HuggingFaceTB-SmolLM3-3B",
    "Kimi-K2-Instruct",
    "Kimi-K3",
    "MiMo-VL",
    "MiniMax-M1",
    "MiniMax-M3",
    "NousResearch-Hermes-3-Llama-3.1-8B-tool_use",
    "Qwen-Qwen2.5-7B-Instruct",
    "Qwen-Qwen3-0.6B",
    "Qwen3-Coder",
    "Qwen3.5-4B",
    "deepseek-ai-DeepSeek-V3.1",
    "deepseek-ai-DeepSeek-V3.2",
    "deepseek-ai-DeepSeek-V4",
    "fireworks-ai-llama-3-firefunction-v2",
    "google-gemma-2-2b-it",
    "google-gemma-4-31B-it",
    "ibm-granite-granite-4.0",
    "meetkai-functionary-medium-v3.2",
    "meta-llama-Llama-3.1-8B-Instruct",
    "meta-llama-Llama-3.3-70B-Instruct",
    "microsoft-Phi-3.5-mini-instruct",
    "mistralai-Ministral-3-14B-Reasoning-2512",
    "mistralai-Mistral-Nemo-Instruct-2407",
    "openai-gpt-oss-120b",
]

Open = Callable[[str], Template]


def written_call(template: Template) -> tuple[dict[str, Any], str]:
    """The applied template, and the text of a call as the template itself writes it, without the
    marker that ends the turn."""
    function = {"name": "get_weather", "arguments": json.dumps(ARGUMENTS)}
    call = {"id": "abcdef123", "type": "function", "function": function}
    answer = {"role": "assistant", "content": "", "tool_calls": [call]}
    applied = template.apply(messages=[QUESTION], tools=[WEATHER])
    both: dict[str, Any] = {"tools": [WEATHER], "add_generation_prompt": False}
    with_call = template.apply(messages=[QUESTION, answer], **both)["prompt"]
    without = template.apply(
        messages=[QUESTION, answer | {"content": "Hm", "tool_calls": []}], **both
    )
    pairs = zip(reversed(with_call), reversed(without["prompt"]), strict=False)
    end = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    assert with_call.startswith(applied["prompt"])
    return applied, with_call[len(applied["prompt"]) : len(with_call) - end]


def grows(earlier: dict[str, Any], later: dict[str, Any]) -> bool:
    """Whether `later` only adds to the end of `earlier`."""
    texts = all(later[key].startswith(earlier[key]) for key in ("content", "reasoning_content"))
    calls = zip(earlier["tool_calls"], later["tool_calls"], strict=False)
    return (
        texts
        and len(later["tool_calls"]) >= len(earlier["tool_calls"])
        and all(
            new["name"].startswith(old["name"]) and new["arguments"].startswith(old["arguments"])
            for old, new in calls
        )
    )


def stream(parser: Parser, text: str) -> list[dict[str, Any]]:
    return [parser.parse(text[:end], partial=True) for end in range(len(text) + 1)]


@pytest.mark.parametrize("name", ROUND_TRIPS)
def test_a_call_is_read_as_the_template_writes_it(shim: Shim, template: Open, name: str) -> None:
    applied, text = written_call(template(name))
    (call,) = Parser(shim, applied).parse(text)["tool_calls"]

    assert call["name"] == "get_weather"
    assert json.loads(call["arguments"]) == ARGUMENTS


@pytest.mark.parametrize("name", ROUND_TRIPS)
def test_a_call_only_grows_while_it_is_written(shim: Shim, template: Open, name: str) -> None:
    applied, text = written_call(template(name))
    seen = stream(Parser(shim, applied), text)

    assert all(grows(earlier, later) for earlier, later in pairwise(seen))
    assert json.loads(seen[-1]["tool_calls"][0]["arguments"]) == ARGUMENTS


@pytest.mark.parametrize(
    "text",
    [
        "Grüße, 世界 🙂!\n\n- a [list]\n- with {braces} and <tags>\n```json\n{}\n```\n",
        "a < b and <tool_cal is no call, nor is <think",
        "trailing space and newline \n",
    ],
)
def test_plain_content_is_neither_lost_nor_repeated(shim: Shim, template: Open, text: str) -> None:
    seen = stream(Parser(shim, template("Qwen-Qwen2.5-7B-Instruct").apply()), text)

    assert all(grows(earlier, later) for earlier, later in pairwise(seen))
    assert seen[-1]["content"] == text


def test_content_before_a_call_is_kept(shim: Shim, template: Open) -> None:
    applied, call = written_call(template("Qwen-Qwen2.5-7B-Instruct"))
    message = Parser(shim, applied).parse(f"Let me see. {call}")

    assert message["content"].strip() == "Let me see."
    assert len(message["tool_calls"]) == 1


def test_several_calls_are_told_apart(shim: Shim, template: Open) -> None:
    opened = template("Qwen-Qwen2.5-7B-Instruct")
    _, call = written_call(opened)
    applied = opened.apply(tools=[WEATHER], parallel_tool_calls=True)
    calls = Parser(shim, applied).parse(f"{call}\n{call.replace('Paris', 'Rome')}")["tool_calls"]

    assert [json.loads(one["arguments"])["city"] for one in calls] == ["Paris", "Rome"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Qwen-QwQ-32B", "I think.</think>\n\nParis."),  # the prompt ends with <think>
        ("Qwen-Qwen3-0.6B", "<think>\nI think.\n</think>\n\nParis."),
        ("deepseek-ai-DeepSeek-R1-Distill-Qwen-32B", "I think.\n</think>\n\nParis."),
        (
            "openai-gpt-oss-120b",
            "<|channel|>analysis<|message|>I think.<|end|><|start|>assistant<|channel|>final"
            "<|message|>Paris.",
        ),
    ],
)
def test_thoughts_are_kept_apart_from_the_answer(
    shim: Shim, template: Open, name: str, text: str
) -> None:
    seen = stream(Parser(shim, template(name).apply()), text)

    assert all(grows(earlier, later) for earlier, later in pairwise(seen))
    assert seen[-1]["reasoning_content"].strip() == "I think."
    assert seen[-1]["content"].strip() == "Paris."


def test_thoughts_stay_in_the_content_where_asked(shim: Shim, template: Open) -> None:
    applied = template("Qwen-Qwen3-0.6B").apply(reasoning_format="none")
    message = Parser(shim, applied, "none").parse("<think>\nI think.\n</think>\n\nParis.")

    assert "I think." in message["content"]
    assert message["reasoning_content"] == ""


def test_what_was_prefilled_is_not_said_again(shim: Shim, template: Open) -> None:
    chat = [QUESTION, {"role": "assistant", "content": "One, two,"}]
    applied = template("Qwen-Qwen2.5-7B-Instruct").apply(messages=chat, continue_final_message=True)

    assert Parser(shim, applied).parse(" three.", partial=True)["content"] == " three."


@pytest.mark.parametrize("depth", [100, 5_000, 30_000])
def test_brackets_may_nest_as_deep_as_the_model_likes(
    shim: Shim, template: Open, depth: int
) -> None:
    applied = template("Qwen-Qwen2.5-7B-Instruct").apply(
        tools=[{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}]
    )
    text = '<tool_call>\n{"name": "f", "arguments": {"a":' + "[" * depth
    (call,) = Parser(shim, applied).parse(text, partial=True)["tool_calls"]

    assert call["arguments"].count("[") == depth


def test_brackets_beyond_all_measure_are_refused_with_words(shim: Shim, template: Open) -> None:
    parser = Parser(shim, template("Qwen-Qwen2.5-7B-Instruct").apply(tools=[WEATHER]))

    with pytest.raises(ShimError, match="brackets"):
        parser.parse("[" * 50_000, partial=True)


@pytest.mark.parametrize("applied", ["{", '{"format": "unheard of"}', '{"parser": "{"}'])
def test_a_broken_definition_is_refused(shim: Shim, applied: str) -> None:
    with pytest.raises(ShimError):
        shim.handle(shim.lib.shim_parser_init(applied.encode(), True, b"auto"))
