"""/v1/completions, both ways."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from helpers.fake_runtime import FakeRuntime, deltas, says, steps, token

from localllm.core import Delta, SamplingParams, TextPrompt, TokenPrompt
from localllm.errors import QueueFull


async def ask(client: httpx.AsyncClient, **fields: Any) -> dict[str, Any]:
    answer = await client.post("/v1/completions", json={"prompt": "Once", **fields})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def chunks(client: httpx.AsyncClient, **fields: Any) -> list[dict[str, Any]]:
    answer = await client.post("/v1/completions", json={"prompt": "Once", "stream": True, **fields})
    *events, last, rest = answer.text.split("\n\n")
    assert (last, rest) == ("data: [DONE]", "")
    return [json.loads(event.removeprefix("data: ")) for event in events]


async def test_a_whole_answer_has_openais_form(client: httpx.AsyncClient) -> None:
    answer = await ask(client)
    assert answer["object"] == "text_completion"
    assert answer["id"].startswith("cmpl-")
    assert answer["usage"]["total_tokens"] == 13
    assert answer["choices"] == [
        {"index": 0, "text": "Hello world", "logprobs": None, "finish_reason": "stop"}
    ]


async def test_a_stream_is_text_and_then_the_reason(client: httpx.AsyncClient) -> None:
    choices = [chunk["choices"][0] for chunk in await chunks(client)]
    assert [choice["text"] for choice in choices] == ["Hello", " world", ""]
    assert [choice["finish_reason"] for choice in choices] == [None, None, "stop"]


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("Once", [TextPrompt("Once")]),
        ("", [TextPrompt("")]),
        (["a", "b"], [TextPrompt("a"), TextPrompt("b")]),
        ([1, 2, 3], [TokenPrompt((1, 2, 3))]),
        ([[1, 2], [3]], [TokenPrompt((1, 2)), TokenPrompt((3,))]),
    ],
)
async def test_prompts_may_be_text_or_tokens_one_or_several(
    client: httpx.AsyncClient, runtime: FakeRuntime, prompt: object, expected: list[object]
) -> None:
    await ask(client, prompt=prompt)
    assert [request.prompt for request in runtime.requests] == expected


async def test_sampling_fields_are_carried_over(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    await ask(client, max_tokens=5, temperature=0, logprobs=2, stop=["x"])
    assert runtime.requests[0].sampling == SamplingParams(
        max_tokens=5, temperature=0.0, logprobs=2, stop=("x",)
    )


async def test_choices_of_several_prompts_are_numbered_through(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = lambda request: says(request.prompt.text.upper())(request)
    answer = await ask(client, prompt=["a", "b"], n=2)
    assert [choice["text"] for choice in answer["choices"]] == ["A", "A", "B", "B"]
    assert [choice["index"] for choice in answer["choices"]] == [0, 1, 2, 3]


async def test_usage_of_several_prompts_is_their_sum(client: httpx.AsyncClient) -> None:
    usage = (await ask(client, prompt=["a", "b", "c"]))["usage"]
    assert (usage["prompt_tokens"], usage["completion_tokens"]) == (30, 9)


async def test_several_prompts_stream_in_one_answer(client: httpx.AsyncClient) -> None:
    received = await chunks(client, prompt=["a", "b"])
    for index in (0, 1):
        mine = [c["choices"][0] for c in received if c["choices"][0]["index"] == index]
        assert "".join(choice["text"] for choice in mine) == "Hello world"
        assert mine[-1]["finish_reason"] == "stop"


async def test_the_failure_of_one_prompt_is_that_of_all(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    full = steps(QueueFull("5 wait already", retry_after=2))
    runtime.script = lambda request: (full if request.prompt.text == "b" else says("x"))(request)
    answer = await client.post("/v1/completions", json={"prompt": ["a", "b"]})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert len(runtime.closed) == 2


async def test_echo_repeats_the_prompt_first(client: httpx.AsyncClient) -> None:
    assert (await ask(client, echo=True))["choices"][0]["text"] == "OnceHello world"
    streamed = await chunks(client, echo=True)
    assert [chunk["choices"][0]["text"] for chunk in streamed][:2] == ["Once", "Hello"]


LOGPROBS = (
    Delta("", content="Hé", logprobs=(token("Hé", -0.5, ("Ho", -1.5)),)),
    Delta("", content="!", logprobs=(token("!", -0.25),)),
)


async def test_logprobs_have_openais_older_form(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = deltas(*LOGPROBS)
    assert (await ask(client, logprobs=1))["choices"][0]["logprobs"] == {
        "tokens": ["Hé", "!"],
        "token_logprobs": [-0.5, -0.25],
        "top_logprobs": [{"Ho": -1.5, "Hé": -0.5}, {"!": -0.25}],
        "text_offset": [0, 2],
    }


async def test_streamed_text_offsets_go_on(client: httpx.AsyncClient, runtime: FakeRuntime) -> None:
    runtime.script = deltas(*LOGPROBS)
    logprobs = [c["choices"][0]["logprobs"] for c in await chunks(client, logprobs=1)]
    assert [entry["text_offset"] for entry in logprobs if entry] == [[0], [2]]


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"prompt": None}, "prompt"),
        ({"prompt": []}, "prompt"),
        ({"prompt": [[]]}, "prompt[0]"),
        ({"prompt": ["a", 1]}, "prompt[1]"),
        ({"prompt": [-1]}, "prompt[0]"),
        ({"prompt": [1.5]}, "prompt[0]"),
        ({"prompt": [2**31]}, "prompt[0]"),
        ({"prompt": [[2**40]]}, "prompt[0][0]"),
        ({"prompt": {"a": 1}}, "prompt"),
        ({"prompt": ["x"] * 65}, "prompt"),
        ({"suffix": "end"}, "suffix"),
        ({"best_of": 3}, "best_of"),
        ({"echo": True, "logprobs": 0}, "echo"),
        ({"echo": True, "prompt": [1, 2]}, "echo"),
        ({"logprobs": 21}, "logprobs"),
        ({"logprobs": True}, "logprobs"),
    ],
)
async def test_a_value_that_cannot_be_used_is_named(
    client: httpx.AsyncClient, runtime: FakeRuntime, fields: dict[str, Any], param: str
) -> None:
    answer = await client.post("/v1/completions", json={"prompt": "Once", **fields})
    assert (answer.status_code, answer.json()["error"]["param"]) == (400, param)
    assert not runtime.requests
