"""Anthropic's own Python client against the port: what it makes of our answers and errors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import anthropic
import httpx
import msgspec
import pytest
from helpers.fake_runtime import MODEL, USAGE, FakeRuntime, Step, deltas, says, steps, tool_call
from helpers.port import serving

from localllm import errors
from localllm.core import Delta, Done, Finished, FinishReason, Prefill, Request
from localllm.settings import Settings

HI: Any = [{"role": "user", "content": "Hi"}]
ADD: Any = {"name": "add", "input_schema": {"type": "object"}}


@pytest.fixture
async def client(url: str) -> AsyncIterator[anthropic.AsyncAnthropic]:
    async with anthropic.AsyncAnthropic(base_url=url, api_key="none", max_retries=0) as client:
        yield client


def ask(client: anthropic.AsyncAnthropic, **fields: Any) -> Any:
    return client.messages.create(**{"model": "tiny", "max_tokens": 9, "messages": HI, **fields})


def events_of(client: anthropic.AsyncAnthropic, **fields: Any) -> Any:
    return client.messages.stream(**{"model": "tiny", "max_tokens": 9, "messages": HI, **fields})


def plain(message: Any) -> list[dict[str, Any]]:
    """The blocks, without what the client adds when it parses a stream."""
    return [
        {name: value for name, value in block.to_dict().items() if name != "parsed_output"}
        for block in message.content
    ]


async def test_a_message(client: anthropic.AsyncAnthropic) -> None:
    message = await ask(client)
    assert [(block.type, block.text) for block in message.content] == [("text", "Hello world")]
    assert (message.stop_reason, message.stop_sequence, message.role) == (
        "end_turn",
        None,
        "assistant",
    )
    usage = message.usage
    assert (usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens) == (6, 4, 3)
    assert message.id.startswith("msg_")


async def test_a_streamed_message(client: anthropic.AsyncAnthropic) -> None:
    async with events_of(client) as stream:
        pieces = [text async for text in stream.text_stream]
        message = await stream.get_final_message()
    assert pieces == ["Hello", " world"]
    assert message.content[0].text == "Hello world"
    assert (message.stop_reason, message.usage.output_tokens) == ("end_turn", 3)


async def test_the_prompts_tokens_are_told_at_the_start_where_reading_takes_a_while(
    client: anthropic.AsyncAnthropic, runtime: FakeRuntime
) -> None:
    def script(request: Request) -> list[Step]:
        rest = [Finished(request.id, 0, FinishReason.STOP), Done(request.id, USAGE)]
        return [[Prefill(request.id, 100, 900, 80)], [Delta(request.id, content="Hi"), *rest]]

    runtime.script = script
    stream = await ask(client, stream=True)
    first = await anext(aiter(stream))
    assert first.type == "message_start"
    assert (first.message.usage.input_tokens, first.message.usage.cache_read_input_tokens) == (
        820,
        80,
    )


THOUGHT = (Delta("", reasoning="Let me"), Delta("", reasoning=" see."), Delta("", content="Yes."))


async def test_thoughts_stand_apart(client: anthropic.AsyncAnthropic, runtime: FakeRuntime) -> None:
    runtime.script = deltas(*THOUGHT)
    thinking: Any = {"type": "enabled", "budget_tokens": 1024}
    whole = await ask(client, max_tokens=2000, thinking=thinking)
    assert [block.type for block in whole.content] == ["thinking", "text"]
    assert (whole.content[0].thinking, whole.content[1].text) == ("Let me see.", "Yes.")
    async with events_of(client, max_tokens=2000, thinking=thinking) as stream:
        assert plain(await stream.get_final_message()) == plain(whole)


CALLS = (
    Delta("", content="I add."),
    *tool_call("add", '{"a"', ": 1}"),
    *tool_call("add", index=1),
)


async def test_calls_of_tools(client: anthropic.AsyncAnthropic, runtime: FakeRuntime) -> None:
    runtime.script = deltas(*CALLS, reason=FinishReason.TOOL_CALLS)
    whole = await ask(client, tools=[ADD])
    assert whole.stop_reason == "tool_use"
    assert [block.type for block in whole.content] == ["text", "tool_use", "tool_use"]
    called = [(block.id, block.name, block.input) for block in whole.content[1:]]
    assert called == [("call_0", "add", {"a": 1}), ("call_1", "add", {})]
    async with events_of(client, tools=[ADD]) as stream:
        assert plain(await stream.get_final_message()) == plain(whole)


async def test_a_stop_sequence_is_named(
    client: anthropic.AsyncAnthropic, runtime: FakeRuntime
) -> None:
    def script(request: Request) -> list[Step]:
        ended = Finished(request.id, 0, FinishReason.STOP, stop="END")
        return [[Delta(request.id, content="so"), ended, Done(request.id, USAGE)]]

    runtime.script = script
    message = await ask(client, stop_sequences=["END"])
    assert (message.stop_reason, message.stop_sequence) == ("stop_sequence", "END")
    assert runtime.requests[-1].sampling.stop == ("END",)


async def test_a_length_that_cut_arguments_off(
    client: anthropic.AsyncAnthropic, runtime: FakeRuntime
) -> None:
    runtime.script = deltas(*tool_call("add", '{"a"'), reason=FinishReason.LENGTH)
    message = await ask(client, tools=[ADD])
    assert (message.stop_reason, message.content[0].input) == ("max_tokens", {})


async def test_counting_tokens(client: anthropic.AsyncAnthropic) -> None:
    counted = await client.messages.count_tokens(model="tiny", messages=HI, system="Be brief.")
    assert counted.input_tokens == len("Be brief.") + len("Hi")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (errors.ContextExceeded("too long"), anthropic.BadRequestError),
        (errors.QueueFull("too many"), anthropic.InternalServerError),
        (errors.ModelNotFound("no such"), anthropic.NotFoundError),
    ],
)
async def test_errors_are_the_clients_own(
    client: anthropic.AsyncAnthropic,
    runtime: FakeRuntime,
    error: errors.LocalLLMError,
    kind: type[anthropic.APIStatusError],
) -> None:
    runtime.script = steps(error)
    with pytest.raises(kind) as raised:
        await ask(client)
    body: Any = raised.value.body
    assert (body["type"], body["error"]["message"]) == ("error", error.message)


async def test_an_answer_that_breaks_off(
    client: anthropic.AsyncAnthropic, runtime: FakeRuntime
) -> None:
    runtime.script = steps([Delta("", content="Hel")], errors.EngineDied("The engine died."))
    with pytest.raises(anthropic.APIStatusError, match="The engine died"):
        async with events_of(client) as stream:
            await stream.get_final_message()


async def test_the_key_comes_in_a_header_of_its_own(runtime: FakeRuntime) -> None:
    async with serving(runtime, Settings(port=0, api_key="secret")) as url:
        async with anthropic.AsyncAnthropic(base_url=url, api_key="secret") as client:
            assert (await ask(client)).content
        async with anthropic.AsyncAnthropic(base_url=url, api_key="guess") as client:
            with pytest.raises(anthropic.AuthenticationError):
                await ask(client)


async def test_a_stream_is_made_of_named_events(
    client: anthropic.AsyncAnthropic, url: str, runtime: FakeRuntime
) -> None:
    """The order that Anthropic's reference gives."""
    runtime.script = says("Hi")
    body = {"model": MODEL.name, "max_tokens": 5, "messages": HI, "stream": True}
    async with httpx.AsyncClient() as raw:
        answer = await raw.post(f"{url}/v1/messages", json=body)
    events = [part.split("\n") for part in answer.text.strip().split("\n\n")]
    names = [lines[0].removeprefix("event: ") for lines in events]
    assert names == [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    assert [msgspec.json.decode(lines[1].removeprefix("data: "))["type"] for lines in events] == (
        names
    )
