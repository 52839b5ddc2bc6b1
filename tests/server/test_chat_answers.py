"""/v1/chat/completions: what a client gets for what the engine says."""

from __future__ import annotations

import json
from typing import Any

import httpx
from helpers.fake_runtime import FakeRuntime, deltas, says, token, tool_call

from localllm.core import Delta, FinishReason


async def ask(client: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    body = {"model": "tiny", "messages": [{"role": "user", "content": "Hi"}], **fields}
    answer = await client.post("/v1/chat/completions", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def chunks(client: httpx.AsyncClient, **fields: Any) -> list[dict[str, Any]]:
    body = {"messages": [{"role": "user", "content": "Hi"}], "stream": True, **fields}
    answer = await client.post("/v1/chat/completions", json=body)
    assert answer.headers["content-type"].startswith("text/event-stream"), answer.text
    *events, last, rest = answer.text.split("\n\n")
    assert (last, rest) == ("data: [DONE]", "")
    return [json.loads(event.removeprefix("data: ")) for event in events]


async def test_a_whole_answer_has_openais_form(client: httpx.AsyncClient) -> None:
    answer = await ask(client)
    assert answer["object"] == "chat.completion"
    assert answer["id"].startswith("chatcmpl-")
    assert answer["model"] == "tiny"
    assert isinstance(answer["created"], int)
    assert answer["choices"] == [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "Hello world", "refusal": None},
            "logprobs": None,
            "finish_reason": "stop",
        }
    ]


async def test_usage_counts_cached_and_reasoning_tokens(client: httpx.AsyncClient) -> None:
    assert (await ask(client))["usage"] == {
        "prompt_tokens": 10,
        "completion_tokens": 3,
        "total_tokens": 13,
        "prompt_tokens_details": {"cached_tokens": 4},
        "completion_tokens_details": {"reasoning_tokens": 0},
    }


async def test_timings_are_rates_of_what_was_computed(client: httpx.AsyncClient) -> None:
    timings = (await ask(client))["timings"]
    assert (timings["cache_n"], timings["prompt_n"], timings["predicted_n"]) == (4, 6, 3)
    assert (timings["prompt_per_second"], timings["predicted_per_second"]) == (24, 6)


async def test_a_stream_begins_with_the_role_and_ends_with_the_reason(
    client: httpx.AsyncClient,
) -> None:
    choices = [chunk["choices"][0] for chunk in await chunks(client)]
    assert [choice["delta"] for choice in choices] == [
        {"role": "assistant", "content": ""},
        {"content": "Hello"},
        {"content": " world"},
        {},
    ]
    assert [choice["finish_reason"] for choice in choices] == [None, None, None, "stop"]


async def test_every_chunk_carries_the_same_envelope(client: httpx.AsyncClient) -> None:
    received = await chunks(client)
    names = ("id", "object", "created", "model", "system_fingerprint")
    assert len({tuple(chunk[name] for name in names) for chunk in received}) == 1
    assert received[0]["object"] == "chat.completion.chunk"


async def test_usage_comes_in_a_last_chunk_without_choices_where_asked_for(
    client: httpx.AsyncClient,
) -> None:
    *before, last = await chunks(client, stream_options={"include_usage": True})
    assert last["choices"] == []
    assert last["usage"]["total_tokens"] == 13
    assert all(chunk["usage"] is None for chunk in before)


async def test_usage_is_not_streamed_unasked(client: httpx.AsyncClient) -> None:
    assert all("usage" not in chunk for chunk in await chunks(client))


async def test_text_is_escaped_as_json(client: httpx.AsyncClient, runtime: FakeRuntime) -> None:
    text = 'a "quoted"\n\n\\line\u2028 é 🎈 \x00'
    runtime.script = says(text)
    assert (await chunks(client))[1]["choices"][0]["delta"]["content"] == text


async def test_length_is_told(client: httpx.AsyncClient, runtime: FakeRuntime) -> None:
    runtime.script = says("Hel", reason=FinishReason.LENGTH)
    assert (await ask(client))["choices"][0]["finish_reason"] == "length"


async def test_choices_are_kept_apart(client: httpx.AsyncClient, runtime: FakeRuntime) -> None:
    runtime.script = deltas(Delta("", 1, content="one"), Delta("", 0, content="zero"))
    choices = (await ask(client, n=2))["choices"]
    assert [choice["message"]["content"] for choice in choices] == ["zero", "one"]


async def test_each_streamed_choice_begins_with_its_role(client: httpx.AsyncClient) -> None:
    choices = [chunk["choices"][0] for chunk in await chunks(client, n=2)]
    for index in (0, 1):
        mine = [choice for choice in choices if choice["index"] == index]
        assert mine[0]["delta"]["role"] == "assistant"
        assert "".join(choice["delta"].get("content", "") for choice in mine) == "Hello world"
        assert mine[-1]["finish_reason"] == "stop"


async def test_an_empty_answer_still_has_role_and_reason(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = says()
    choices = [chunk["choices"][0] for chunk in await chunks(client)]
    assert [choice["finish_reason"] for choice in choices] == [None, "stop"]
    assert (await ask(client))["choices"][0]["message"]["content"] == ""


async def test_reasoning_is_apart_from_content(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = deltas(Delta("", reasoning="Hm. "), Delta("", content="Yes"))
    message = (await ask(client))["choices"][0]["message"]
    assert (message["reasoning_content"], message["content"]) == ("Hm. ", "Yes")
    streamed = [chunk["choices"][0]["delta"] for chunk in await chunks(client)]
    assert streamed[1:3] == [{"reasoning_content": "Hm. "}, {"content": "Yes"}]


async def test_a_tool_call_is_put_together(client: httpx.AsyncClient, runtime: FakeRuntime) -> None:
    runtime.script = deltas(*tool_call("add", '{"a":', "1}"), reason=FinishReason.TOOL_CALLS)
    choice = (await ask(client))["choices"][0]
    assert choice["finish_reason"] == "tool_calls"
    assert choice["message"]["content"] is None
    assert choice["message"]["tool_calls"] == [
        {"id": "call_0", "type": "function", "function": {"name": "add", "arguments": '{"a":1}'}}
    ]


async def test_a_streamed_tool_call_names_itself_once(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = deltas(*tool_call("add", '{"a":', "1}"), reason=FinishReason.TOOL_CALLS)
    streamed = [chunk["choices"][0]["delta"] for chunk in await chunks(client)]
    assert [delta["tool_calls"] for delta in streamed if "tool_calls" in delta] == [
        [
            {
                "index": 0,
                "id": "call_0",
                "type": "function",
                "function": {"name": "add", "arguments": ""},
            }
        ],
        [{"index": 0, "function": {"arguments": '{"a":'}}],
        [{"index": 0, "function": {"arguments": "1}"}}],
    ]


async def test_parallel_tool_calls_are_kept_apart(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = deltas(*tool_call("a", "{}"), *tool_call("b", "{}", index=1))
    calls = (await ask(client))["choices"][0]["message"]["tool_calls"]
    assert [call["function"]["name"] for call in calls] == ["a", "b"]


LOGPROBS = (
    Delta("", content="é", logprobs=(token("é", -0.5, ("é", -0.5), ("e", -float("inf"))),)),
)
LOGPROBS_JSON = {
    "content": [
        {
            "token": "é",
            "logprob": -0.5,
            "bytes": [195, 169],
            "top_logprobs": [
                {"token": "é", "logprob": -0.5, "bytes": [195, 169]},
                {"token": "e", "logprob": -9999.0, "bytes": [101]},
            ],
        }
    ],
    "refusal": None,
}


async def test_logprobs_have_openais_chat_form(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = deltas(*LOGPROBS)
    answer = await ask(client, logprobs=True, top_logprobs=2)
    assert answer["choices"][0]["logprobs"] == LOGPROBS_JSON


async def test_logprobs_are_streamed_with_their_text(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = deltas(*LOGPROBS)
    choice = (await chunks(client, logprobs=True, top_logprobs=2))[1]["choices"][0]
    assert (choice["delta"], choice["logprobs"]) == ({"content": "é"}, LOGPROBS_JSON)
