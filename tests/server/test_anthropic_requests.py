"""/v1/messages: what the runtime is asked for what a client sends."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from helpers.fake_runtime import FakeRuntime

from localllm.core import ChatPrompt, Message, Request, SamplingParams, Tool, ToolCall

HI = {"role": "user", "content": "Hi"}
ADD = {"name": "add", "description": "Adds.", "input_schema": {"type": "object"}}


@pytest.fixture
def asked(client: httpx.AsyncClient, runtime: FakeRuntime) -> Any:
    async def ask(**fields: Any) -> Request:
        body = {"max_tokens": 5, "messages": [HI], **fields}
        answer = await client.post("/v1/messages", json=body)
        assert answer.status_code == 200, answer.text
        return runtime.requests[-1]

    return ask


@pytest.fixture
def refused(client: httpx.AsyncClient, runtime: FakeRuntime) -> Any:
    """The words of its 400."""

    async def ask(**fields: Any) -> str:
        answer = await client.post(
            "/v1/messages", json={"max_tokens": 5, "messages": [HI]} | fields
        )
        assert answer.status_code in (400, 422), answer.text
        assert not runtime.requests
        told = answer.json()
        assert told["type"] == "error"
        return told["error"]["message"]

    return ask


async def messages(asked: Any, *wire: dict[str, Any], **fields: Any) -> tuple[Message, ...]:
    prompt = (await asked(messages=list(wire), **fields)).prompt
    assert isinstance(prompt, ChatPrompt)
    return prompt.messages


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words, "cache_control": {"type": "ephemeral"}}


async def test_defaults_are_cores(asked: Any) -> None:
    request = await asked()
    assert request.prompt == ChatPrompt((Message("user", "Hi"),))
    assert request.sampling == SamplingParams(max_tokens=5)


async def test_parameters_and_what_is_unknown(asked: Any) -> None:
    request = await asked(
        temperature=0.5,
        top_p=0.9,
        top_k=3,
        stop_sequences=["a", ""],
        metadata={"user_id": "x"},
        service_tier="auto",
        context_management={"edits": []},
    )
    assert request.sampling == SamplingParams(
        max_tokens=5, temperature=0.5, top_p=0.9, top_k=3, stop=("a",)
    )


async def test_the_system_prompt_comes_first_as_text_or_blocks(asked: Any) -> None:
    system = Message("system", "Be brief.\nBe kind.")
    expected = (system, Message("user", "Hi"))
    assert await messages(asked, HI, system="Be brief.\nBe kind.") == expected
    assert await messages(asked, HI, system=[text("Be brief."), text("Be kind.")]) == expected


async def test_a_header_that_differs_with_every_request_is_no_part_of_the_prompt(
    asked: Any,
) -> None:
    told = [
        await messages(asked, HI, system=[text(f"x-anthropic-billing-header: cch={n};"), text("A")])
        for n in (1, 2)
    ]
    assert told[0] == told[1] == (Message("system", "A"), Message("user", "Hi"))
    joined = await messages(asked, HI, system="x-anthropic-billing-header: cch=3;\nA")
    assert joined == told[0]


async def test_results_of_tools_are_messages_of_their_own(asked: Any) -> None:
    use = {"type": "tool_use", "id": "t1", "name": "add", "input": {"a": 1}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [text("2"), text("3")]}
    told = await messages(
        asked,
        HI,
        {"role": "assistant", "content": [text("I add."), use]},
        {"role": "user", "content": [result, text("And now?")]},
        tools=[ADD],
    )
    call = ToolCall("t1", "add", '{"a":1}')
    assert told[1:] == (
        Message("assistant", "I add.", tool_calls=(call,)),
        Message("tool", "2\n3", tool_call_id="t1"),
        Message("user", "And now?"),
    )


async def test_thoughts_come_back_as_thoughts(asked: Any) -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": ""}
    hidden = {"type": "redacted_thinking", "data": "xyz"}
    answer = {"role": "assistant", "content": [thought, hidden, text("Yes.")]}
    told = await messages(asked, HI, answer, HI)
    assert told[1] == Message("assistant", "Yes.", reasoning="Hm.")


async def test_turns_of_one_person_are_joined(asked: Any) -> None:
    told = await messages(asked, HI, {"role": "user", "content": "there"})
    assert told == (Message("user", "Hi\n\nthere"),)


async def test_a_last_message_of_the_assistant_is_continued(asked: Any) -> None:
    request = await asked(messages=[HI, {"role": "assistant", "content": "The answer is"}])
    assert request.prompt.continue_final
    assert request.prompt.messages[-1] == Message("assistant", "The answer is")


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({"type": "auto"}, "auto"),
        ({"type": "any"}, "required"),
        ({"type": "none"}, "none"),
        ({"type": "tool", "name": "add"}, "required"),
    ],
)
async def test_the_choice_of_a_tool(asked: Any, choice: Any, expected: str) -> None:
    other = {**ADD, "name": "other"}
    prompt = (await asked(tools=[ADD, other], tool_choice=choice)).prompt
    assert prompt.tool_choice == expected
    tools = (Tool("add", "Adds.", {"type": "object"}), Tool("other", "Adds.", {"type": "object"}))
    assert prompt.tools == (tools[:1] if choice["type"] == "tool" else tools)
    assert prompt.parallel_tool_calls


async def test_one_call_at_a_time(asked: Any) -> None:
    choice = {"type": "auto", "disable_parallel_tool_use": True}
    assert not (await asked(tools=[ADD], tool_choice=choice)).prompt.parallel_tool_calls


@pytest.mark.parametrize(
    ("thinking", "expected"),
    [
        ({"type": "enabled", "budget_tokens": 1024}, True),
        ({"type": "disabled"}, False),
        ({"type": "adaptive"}, None),
        (None, None),
    ],
)
async def test_thinking(asked: Any, thinking: Any, expected: bool | None) -> None:
    assert (await asked(thinking=thinking)).prompt.enable_thinking is expected


SERVER_TOOL = {"type": "web_search_20250305", "name": "web_search"}
ORPHAN = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t9"}]}
IMAGE = {"role": "user", "content": [{"type": "image", "source": {"type": "base64"}}]}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"max_tokens": None}, "max_tokens"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"messages": []}, "messages is empty"),
        ({"messages": [{"role": "robot", "content": "x"}]}, "messages[0].role"),
        ({"messages": [ORPHAN]}, "messages[0].content[0].tool_use_id"),
        ({"messages": [IMAGE]}, "'image'"),
        ({"tools": [SERVER_TOOL]}, "web_search"),
        ({"tool_choice": {"type": "any"}}, "there are no tools"),
        ({"tools": [ADD], "tool_choice": {"type": "tool", "name": "sub"}}, "'sub'"),
        ({"tools": [ADD], "tool_choice": {"type": "most"}}, "tool_choice.type"),
        ({"temperature": -1}, "temperature"),
    ],
)
async def test_what_is_wrong_is_named(refused: Any, fields: Any, words: str) -> None:
    assert words in await refused(**fields)
