"""OpenAI's own Python client against the port: what it makes of our answers and errors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import openai
import pytest
from helpers.fake_runtime import FakeRuntime, deltas, says, steps, token, tool_call
from helpers.port import becomes
from pydantic import BaseModel

from localllm import errors
from localllm.core import Delta, FinishReason

HI: Any = [{"role": "user", "content": "Hi"}]
ADD: Any = {
    "type": "function",
    "function": {
        "name": "add",
        "parameters": {"type": "object", "properties": {"a": {"type": "integer"}}},
    },
}


@pytest.fixture
async def client(url: str) -> AsyncIterator[openai.AsyncOpenAI]:
    async with openai.AsyncOpenAI(base_url=f"{url}/v1", api_key="none", max_retries=0) as client:
        yield client


async def test_a_chat(client: openai.AsyncOpenAI) -> None:
    answer = await client.chat.completions.create(model="tiny", messages=HI)
    assert answer.choices[0].message.content == "Hello world"
    assert answer.choices[0].finish_reason == "stop"
    assert answer.usage is not None
    assert answer.usage.prompt_tokens_details is not None
    assert answer.usage.prompt_tokens_details.cached_tokens == 4


async def test_a_streamed_chat_with_usage(client: openai.AsyncOpenAI) -> None:
    stream = await client.chat.completions.create(
        model="tiny", messages=HI, stream=True, stream_options={"include_usage": True}
    )
    chunks = [chunk async for chunk in stream]
    pieces = [chunk.choices[0].delta.content for chunk in chunks if chunk.choices]
    assert "".join(piece or "" for piece in pieces) == "Hello world"
    assert chunks[-1].usage is not None
    assert chunks[-1].usage.total_tokens == 13


async def test_two_choices_streamed(client: openai.AsyncOpenAI) -> None:
    async with client.chat.completions.stream(model="tiny", messages=HI, n=2) as stream:
        answer = await stream.get_final_completion()
    assert [choice.message.content for choice in answer.choices] == ["Hello world"] * 2


async def test_a_streamed_tool_call(client: openai.AsyncOpenAI, runtime: FakeRuntime) -> None:
    runtime.script = deltas(
        *tool_call("add", '{"a"', ": 1}"),
        *tool_call("add", "{}", index=1),
        reason=FinishReason.TOOL_CALLS,
    )
    async with client.chat.completions.stream(model="tiny", messages=HI, tools=[ADD]) as stream:
        (choice,) = (await stream.get_final_completion()).choices
    assert choice.finish_reason == "tool_calls"
    assert choice.message.tool_calls is not None
    assert [(call.id, call.function.arguments) for call in choice.message.tool_calls] == [
        ("call_0", '{"a": 1}'),
        ("call_1", "{}"),
    ]


class Point(BaseModel):
    x: int
    y: int


async def test_a_parsed_schema(client: openai.AsyncOpenAI, runtime: FakeRuntime) -> None:
    runtime.script = says('{"x": 1,', ' "y": 2}')
    answer = await client.chat.completions.parse(model="tiny", messages=HI, response_format=Point)
    assert answer.choices[0].message.parsed == Point(x=1, y=2)
    schema = runtime.requests[0].sampling.json_schema
    assert schema is not None
    assert '"x"' in schema


async def test_logprobs(client: openai.AsyncOpenAI, runtime: FakeRuntime) -> None:
    runtime.script = deltas(Delta("", content="é", logprobs=(token("é", -0.5, ("e", -1.0)),)))
    answer = await client.chat.completions.create(
        model="tiny", messages=HI, logprobs=True, top_logprobs=1
    )
    logprobs = answer.choices[0].logprobs
    assert logprobs is not None
    assert logprobs.content is not None
    assert logprobs.content[0].top_logprobs[0].token == "e"


async def test_a_completion(client: openai.AsyncOpenAI) -> None:
    answer = await client.completions.create(model="tiny", prompt=["a", "b"])
    assert [choice.text for choice in answer.choices] == ["Hello world"] * 2


async def test_a_streamed_completion(client: openai.AsyncOpenAI) -> None:
    stream = await client.completions.create(model="tiny", prompt="a", stream=True)
    assert "".join([chunk.choices[0].text async for chunk in stream]) == "Hello world"


async def test_models(client: openai.AsyncOpenAI) -> None:
    assert [model.id async for model in client.models.list()] == ["tiny"]
    assert (await client.models.retrieve("tiny")).id == "tiny"


async def test_a_base_url_without_v1_works(url: str) -> None:
    async with openai.AsyncOpenAI(base_url=url, api_key="none") as client:
        answer = await client.chat.completions.create(model="tiny", messages=HI)
    assert answer.choices[0].message.content == "Hello world"


@pytest.mark.parametrize(
    ("failure", "raised"),
    [
        (errors.ContextExceeded("9000 > 8192"), openai.BadRequestError),
        (errors.ModelTooLarge("No."), openai.UnprocessableEntityError),
        (errors.Busy("No."), openai.ConflictError),
        (errors.QueueFull("No."), openai.InternalServerError),
        (errors.EngineDied("No."), openai.InternalServerError),
    ],
)
async def test_a_failure_raises_its_class(
    client: openai.AsyncOpenAI, runtime: FakeRuntime, failure: Exception, raised: type[Exception]
) -> None:
    runtime.script = steps(failure)
    with pytest.raises(raised, match=str(failure)):
        await client.chat.completions.create(model="tiny", messages=HI)


async def test_an_unknown_model_raises_not_found(client: openai.AsyncOpenAI) -> None:
    with pytest.raises(openai.NotFoundError, match="tiny"):
        await client.chat.completions.create(model="gpt-9", messages=HI)


async def test_a_failure_in_the_stream_raises(
    client: openai.AsyncOpenAI, runtime: FakeRuntime
) -> None:
    runtime.script = steps([Delta("", content="x")], errors.EngineDied("killed by signal 9"))
    stream = await client.chat.completions.create(model="tiny", messages=HI, stream=True)
    with pytest.raises(openai.APIError, match="signal 9"):
        async for _ in stream:
            pass


async def test_leaving_a_stream_early_aborts_it(
    client: openai.AsyncOpenAI, runtime: FakeRuntime
) -> None:
    runtime.script = says(*["x" * 10_000] * 5000)
    async with await client.chat.completions.create(
        model="tiny", messages=HI, stream=True
    ) as stream:
        async for _ in stream:
            break
    await becomes(lambda: runtime.closed)
