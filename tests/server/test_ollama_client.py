"""Ollama's own Python client against the port: what it makes of our answers and errors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import ollama
import pytest
from helpers.fake_runtime import MODEL, FakeRuntime, deltas, steps, tool_call
from helpers.speaking_llama import speaking_llama

from localllm import errors
from localllm.core import (
    ChatPrompt,
    Delta,
    FinishReason,
    Message,
    Request,
    SamplingParams,
    TextPrompt,
    ToolCall,
)
from localllm.supervisor.host import LoadedModel

HI: Any = [{"role": "user", "content": "Hi"}]
ADD: Any = {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}


@pytest.fixture
async def client(url: str) -> AsyncIterator[ollama.AsyncClient]:
    async with ollama.AsyncClient(host=url) as client:
        yield client


def last(runtime: FakeRuntime) -> Request:
    return runtime.requests[-1]


def prompt(runtime: FakeRuntime) -> ChatPrompt:
    found = last(runtime).prompt
    assert isinstance(found, ChatPrompt)
    return found


async def test_a_chat(client: ollama.AsyncClient) -> None:
    answer = await client.chat("tiny", HI)
    assert (answer.message.role, answer.message.content) == ("assistant", "Hello world")
    assert (answer.done, answer.done_reason, answer.model) == (True, "stop", "tiny")
    assert (answer.prompt_eval_count, answer.eval_count) == (10, 3)
    assert (answer.prompt_eval_duration, answer.eval_duration) == (250_000_000, 500_000_000)


async def test_a_streamed_chat(client: ollama.AsyncClient) -> None:
    pieces = [piece async for piece in await client.chat("tiny:latest", HI, stream=True)]
    assert [piece.message.content for piece in pieces] == ["Hello", " world", ""]
    assert [piece.done for piece in pieces] == [False, False, True]
    assert pieces[-1].eval_count == 3


async def test_a_stream_is_a_json_a_line_unless_it_is_refused(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as raw:
        answer = await raw.post("/api/chat", json={"model": "tiny", "messages": HI})
        assert answer.headers["content-type"] == "application/x-ndjson"
        assert [msgspec.json.decode(line)["done"] for line in answer.text.splitlines()] == [
            False,
            False,
            True,
        ]
        whole = await raw.post("/api/chat", json={"model": "tiny", "messages": HI, "stream": False})
        assert whole.json()["message"]["content"] == "Hello world"


async def test_thoughts_and_calls_of_tools(
    client: ollama.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = deltas(
        Delta("", reasoning="Hm."), *tool_call("add", '{"a"', ":1}"), reason=FinishReason.TOOL_CALLS
    )
    whole = await client.chat("tiny", HI, tools=[ADD], think=True)
    assert prompt(runtime).enable_thinking is True
    assert whole.message.thinking == "Hm."
    assert whole.message.tool_calls is not None
    assert [(call.function.name, call.function.arguments) for call in whole.message.tool_calls] == [
        ("add", {"a": 1})
    ]
    pieces = [p async for p in await client.chat("tiny", HI, tools=[ADD], stream=True)]
    assert "".join(piece.message.thinking or "" for piece in pieces) == "Hm."
    calls = [call for piece in pieces for call in piece.message.tool_calls or ()]
    assert calls == list(whole.message.tool_calls)


async def test_results_answer_the_calls_before_them(
    client: ollama.AsyncClient, runtime: FakeRuntime
) -> None:
    call = {"function": {"name": "add", "arguments": {"a": 1}}}
    other = {"function": {"name": "sub", "arguments": {}}}
    await client.chat(
        "tiny",
        [
            *HI,
            {"role": "assistant", "content": "", "tool_calls": [call, other]},
            {"role": "tool", "content": "0", "tool_name": "sub"},
            {"role": "tool", "content": "2"},
        ],
        tools=[ADD],
    )
    _, asked, *results = prompt(runtime).messages
    first, second = asked.tool_calls
    assert first == ToolCall(first.id, "add", '{"a":1}')
    assert [result.tool_call_id for result in results] == [second.id, first.id]


async def test_options_are_sampling_and_the_context_is_not_touched(
    client: ollama.AsyncClient, runtime: FakeRuntime
) -> None:
    options = {"num_ctx": 128, "num_predict": 7, "temperature": 0.1, "seed": 3, "stop": ["x"]}
    await client.chat("tiny", HI, options=options, format="json")
    assert last(runtime).sampling == SamplingParams(
        max_tokens=7, temperature=0.1, seed=3, stop=("x",), json_schema='{"type":"object"}'
    )
    await client.chat("tiny", HI, options={"num_predict": -1})
    assert last(runtime).sampling == SamplingParams()


async def test_generating(client: ollama.AsyncClient, runtime: FakeRuntime) -> None:
    answer = await client.generate("tiny", "Hi", system="Be brief.")
    assert answer.response == "Hello world"
    assert prompt(runtime).messages == (Message("system", "Be brief."), Message("user", "Hi"))
    pieces = [piece.response async for piece in await client.generate("tiny", "Hi", stream=True)]
    assert pieces == ["Hello", " world", ""]
    await client.generate("tiny", "Once", raw=True)
    assert last(runtime).prompt == TextPrompt("Once")


async def test_without_a_question_a_model_is_loaded_and_let_go(
    client: ollama.AsyncClient, runtime: FakeRuntime
) -> None:
    assert (await client.generate("tiny")).done_reason == "load"
    assert (await client.chat("tiny", [], keep_alive=0)).done_reason == "unload"
    assert runtime.moves == [("load", MODEL.name), ("unload", MODEL.name)]


async def test_what_there_is(
    client: ollama.AsyncClient, runtime: FakeRuntime, tmp_path: Path
) -> None:
    (model,) = (await client.list()).models
    assert (model.model, model.size) == ("tiny", 1000)
    assert model.details is not None
    assert (model.details.family, model.details.format) == ("llama", "gguf")
    assert not (await client.ps()).models
    runtime.loads = [LoadedModel("tiny", MODEL.path, "ready", 1.0, runtime.info, 1, 0)]
    (running,) = (await client.ps()).models
    assert (running.model, running.context_length) == ("tiny", runtime.info.context)


async def test_what_one_is(
    client: ollama.AsyncClient, runtime: FakeRuntime, tmp_path: Path
) -> None:
    path = speaking_llama(tmp_path / "tiny.gguf")
    runtime.model = msgspec.structs.replace(MODEL, path=str(path), capabilities=("tools",))
    shown = await client.show("tiny")
    assert shown.capabilities == ["completion", "tools"]
    assert shown.modelinfo is not None
    assert shown.modelinfo["general.architecture"] == "llama"
    assert shown.modelinfo["llama.context_length"] == 512


async def test_errors_are_the_clients_own(client: ollama.AsyncClient, runtime: FakeRuntime) -> None:
    with pytest.raises(ollama.ResponseError, match="There is no model") as raised:
        await client.chat("another", HI)
    assert raised.value.status_code == 404
    with pytest.raises(ollama.ResponseError, match="images") as raised:
        await client.chat("tiny", [{"role": "user", "content": "?", "images": [b"x"]}])
    assert raised.value.status_code == errors.UnsupportedFeature.status
    runtime.script = steps([Delta("", content="Hel")], errors.EngineDied("The engine died."))
    with pytest.raises(ollama.ResponseError, match="The engine died"):
        [piece async for piece in await client.chat("tiny", HI, stream=True)]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"messages": HI}, "model"),
        ({"model": "tiny", "messages": [{"role": "robot"}]}, "messages[0].role"),
        ({"model": "tiny", "messages": [{"role": "tool", "content": "2"}]}, "messages[0]"),
        ({"model": "tiny", "messages": HI, "options": {"temperature": "hot"}}, "temperature"),
        ({"model": "tiny", "messages": HI, "format": "xml"}, "format"),
    ],
)
async def test_what_is_wrong_is_named(url: str, body: dict[str, Any], words: str) -> None:
    async with httpx.AsyncClient(base_url=url) as raw:
        answer = await raw.post("/api/chat", json=body)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


async def test_the_version_is_one_that_clients_take(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as raw:
        found = (await raw.get("/api/version")).json()["version"]
    assert tuple(map(int, found.split("."))) >= (0, 6, 4)
