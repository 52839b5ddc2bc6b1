"""/v1/responses through OpenAI's own Python client, and what the runtime is asked."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import openai
import pytest
from helpers.fake_runtime import FakeRuntime, deltas, says, steps, tool_call

from localllm import errors
from localllm.core import ChatPrompt, Delta, FinishReason, Message, SamplingParams, Tool, ToolCall
from localllm.server.responses_store import ResponseNotFound, ResponseStore

ADD: Any = {"type": "function", "name": "add", "parameters": {"type": "object"}, "strict": False}


@pytest.fixture
async def client(url: str) -> AsyncIterator[openai.AsyncOpenAI]:
    async with openai.AsyncOpenAI(base_url=f"{url}/v1", api_key="none", max_retries=0) as client:
        yield client


def prompt(runtime: FakeRuntime) -> ChatPrompt:
    found = runtime.requests[-1].prompt
    assert isinstance(found, ChatPrompt)
    return found


async def test_a_response(client: openai.AsyncOpenAI, runtime: FakeRuntime) -> None:
    response = await client.responses.create(
        model="tiny", input="Hi", instructions="Be brief.", max_output_tokens=9, temperature=0.5
    )
    assert (response.output_text, response.status) == ("Hello world", "completed")
    assert response.usage is not None
    assert (response.usage.input_tokens, response.usage.output_tokens) == (10, 3)
    assert response.usage.input_tokens_details.cached_tokens == 4
    assert prompt(runtime).messages == (Message("system", "Be brief."), Message("user", "Hi"))
    assert runtime.requests[-1].sampling == SamplingParams(max_tokens=9, temperature=0.5)


async def test_a_streamed_response_grows_into_the_whole_one(client: openai.AsyncOpenAI) -> None:
    async with client.responses.stream(model="tiny", input="Hi") as stream:
        events = [event async for event in stream]
        final = await stream.get_final_response()
    assert [event.type for event in events] == [
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.content_part.added",
        "response.output_text.delta",
        "response.output_text.delta",
        "response.output_text.done",
        "response.content_part.done",
        "response.output_item.done",
        "response.completed",
    ]
    assert [event.sequence_number for event in events] == list(range(len(events)))
    assert final.output_text == "Hello world"


async def test_thoughts_and_calls_are_items(
    client: openai.AsyncOpenAI, runtime: FakeRuntime
) -> None:
    runtime.script = deltas(
        Delta("", reasoning="Hm."),
        Delta("", content="I add."),
        *tool_call("add", '{"a"', ":1}"),
        *tool_call("add", index=1),
        reason=FinishReason.TOOL_CALLS,
    )
    whole = await client.responses.create(model="tiny", input="Hi", tools=[ADD])
    assert [item.type for item in whole.output] == [
        "reasoning",
        "message",
        "function_call",
        "function_call",
    ]
    first: Any = whole.output[2]
    assert (first.call_id, first.name, first.arguments) == ("call_0", "add", '{"a":1}')
    async with client.responses.stream(model="tiny", input="Hi", tools=[ADD]) as stream:
        final = await stream.get_final_response()
    shown = [[(i.type, getattr(i, "arguments", "")) for i in r.output] for r in (whole, final)]
    assert shown[0] == shown[1]
    assert prompt(runtime).tools == (Tool("add", "", {"type": "object"}),)


async def test_a_length_is_told(client: openai.AsyncOpenAI, runtime: FakeRuntime) -> None:
    runtime.script = says("Hello", reason=FinishReason.LENGTH)
    response = await client.responses.create(model="tiny", input="Hi")
    assert response.status == "incomplete"
    assert response.incomplete_details is not None
    assert response.incomplete_details.reason == "max_output_tokens"


async def test_it_goes_on_from_an_earlier_one(
    client: openai.AsyncOpenAI, runtime: FakeRuntime
) -> None:
    runtime.script = deltas(*tool_call("add", "{}"), reason=FinishReason.TOOL_CALLS)
    first = await client.responses.create(
        model="tiny", input="Hi", instructions="Be brief.", tools=[ADD]
    )
    runtime.script = says("2")
    output: Any = {"type": "function_call_output", "call_id": "call_0", "output": "2"}
    second = await client.responses.create(
        model="tiny", input=[output], previous_response_id=first.id
    )
    # Instructions are the first one's alone, as there.
    assert prompt(runtime).messages == (
        Message("user", "Hi"),
        Message("assistant", None, tool_calls=(ToolCall("call_0", "add", "{}"),)),
        Message("tool", "2", tool_call_id="call_0"),
    )
    await client.responses.create(model="tiny", input="So?", previous_response_id=second.id)
    assert prompt(runtime).messages[-2:] == (Message("assistant", "2"), Message("user", "So?"))


async def test_stored_ones_are_found_and_deleted(client: openai.AsyncOpenAI) -> None:
    response = await client.responses.create(model="tiny", input="Hi")
    assert (await client.responses.retrieve(response.id)).output_text == "Hello world"
    await client.responses.delete(response.id)
    with pytest.raises(openai.NotFoundError, match="no response"):
        await client.responses.retrieve(response.id)
    unstored = await client.responses.create(model="tiny", input="Hi", store=False)
    with pytest.raises(openai.NotFoundError):
        await client.responses.create(model="tiny", input="x", previous_response_id=unstored.id)


async def test_items_of_one_turn_are_one_message(
    client: openai.AsyncOpenAI, runtime: FakeRuntime
) -> None:
    items: Any = [
        {"role": "developer", "content": "Be kind."},
        {"role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
        {"type": "reasoning", "id": "rs_1", "summary": [], "content": [
            {"type": "reasoning_text", "text": "Hm."}]},
        {"type": "message", "role": "assistant", "id": "msg_1", "status": "completed",
         "content": [{"type": "output_text", "text": "I add.", "annotations": []}]},
        {"type": "function_call", "call_id": "c1", "name": "add", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "2"},
    ]  # fmt: skip
    await client.responses.create(model="tiny", input=items)
    assert prompt(runtime).messages == (
        Message("developer", "Be kind."),
        Message("user", "Hi"),
        Message("assistant", "I add.", "Hm.", (ToolCall("c1", "add", "{}"),)),
        Message("tool", "2", tool_call_id="c1"),
    )


async def test_an_empty_text_is_a_question_too(
    client: openai.AsyncOpenAI, runtime: FakeRuntime
) -> None:
    await client.responses.create(model="tiny", input="")
    assert prompt(runtime).messages == (Message("user", ""),)


async def test_a_schema_of_the_answer(client: openai.AsyncOpenAI, runtime: FakeRuntime) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    format: Any = {"format": {"type": "json_schema", "name": "x", "schema": schema}}
    await client.responses.create(model="tiny", input="Hi", text=format)
    assert runtime.requests[-1].sampling.json_schema is not None
    assert '"integer"' in runtime.requests[-1].sampling.json_schema


async def test_reasoning_can_be_switched_off(
    client: openai.AsyncOpenAI, runtime: FakeRuntime
) -> None:
    await client.responses.create(model="tiny", input="Hi", reasoning={"effort": "none"})
    assert prompt(runtime).enable_thinking is False
    await client.responses.create(model="tiny", input="Hi", reasoning={"effort": "low"})
    assert prompt(runtime).template_kwargs == {"reasoning_effort": "low"}


async def test_an_answer_that_breaks_off(client: openai.AsyncOpenAI, runtime: FakeRuntime) -> None:
    runtime.script = steps([Delta("", content="Hel")], errors.EngineDied("The engine died."))
    stream = await client.responses.create(model="tiny", input="Hi", stream=True)
    events = [event async for event in stream]
    last: Any = events[-1]
    assert (last.type, last.response.error.message) == ("response.failed", "The engine died.")


IMAGE = [{"role": "user", "content": [{"type": "input_image", "image_url": "data:"}]}]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "empty"),
        ({"input": []}, "empty"),
        ({"input": IMAGE}, "input_image"),
        ({"input": [{"type": "web_search_call"}]}, "web_search_call"),
        ({"input": [{"role": "robot", "content": "x"}]}, "robot"),
        ({"input": "Hi", "tools": [{"type": "web_search"}]}, "web_search"),
        ({"input": "Hi", "tool_choice": "required"}, "no tools"),
        ({"input": "Hi", "reasoning": {"effort": "huge"}}, "huge"),
        ({"input": "Hi", "background": True}, "background"),
        ({"input": "Hi", "text": {"format": {"type": "json_schema", "name": "x"}}}, "schema"),
    ],
)
async def test_what_is_wrong_is_named(
    client: openai.AsyncOpenAI, runtime: FakeRuntime, fields: Any, words: str
) -> None:
    with pytest.raises(openai.APIStatusError, match=words) as raised:
        await client.responses.create(model="tiny", **fields)
    assert raised.value.status_code < 500
    assert not runtime.requests


def test_the_store_is_bounded() -> None:
    store = ResponseStore(budget=3000)
    for n in range(5):
        store.add(str(n), [Message("user", "x" * 500)], {}, 1)
    with pytest.raises(ResponseNotFound):
        store.find("1")
    assert store.find("3").messages[0].role == "user"
    store.remove("3")
    with pytest.raises(ResponseNotFound):
        store.find("3")
