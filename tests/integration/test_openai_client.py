"""OpenAI's client against the whole of it: port, runtime, engine process, real model."""

from __future__ import annotations

import asyncio
import json
import math
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import openai
import pytest
from pydantic import BaseModel

from localllm.runtime import Runtime, run
from localllm.server.serve import serve
from localllm.settings import Settings

pytestmark = pytest.mark.model

CONTEXT = 2048
GREEDY: Any = {"temperature": 0.0, "seed": 1}
# Each token of its answer is far ahead of the next best: the last bits of logits, which depend on
# where keys and values lie, do not change it.
FRANCE: Any = [
    {"role": "user", "content": "What is the capital of France? Answer in one sentence."}
]
LONG: Any = [{"role": "user", "content": "Write a very long story about a river."}]


class Port:
    """A runtime and its port on a thread with a loop of their own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.runtime: Runtime
        self.url = ""
        self._ready: queue.Queue[str] = queue.Queue()
        self._thread = threading.Thread(target=lambda: run(self._main()))

    def start(self) -> None:
        self._thread.start()
        self.url = self._ready.get(timeout=120)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._serving.cancel)
        self._thread.join(60)
        assert not self._thread.is_alive()

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with Runtime(self.settings) as self.runtime:
            self._serving = asyncio.create_task(
                serve(self.runtime, self.settings, on_ready=self._ready.put)
            )
            await asyncio.wait([self._serving])

    @property
    def engine_pid(self) -> int:
        (loaded,) = self.runtime.loaded()
        return loaded.pid


@pytest.fixture(scope="module")
def port(starter_model: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Port]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOCALLLM_HOME", str(tmp_path_factory.mktemp("home")))
        port = Port(Settings(port=0, context=CONTEXT, threads=1))
        port.start()
        yield port
        port.stop()


@pytest.fixture(scope="module")
def client(port: Port) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{port.url}/v1", api_key="none", max_retries=0) as client:
        yield client


@pytest.fixture(scope="module")
def model(client: openai.OpenAI) -> str:
    (model,) = client.models.list()
    return model.id


def becomes(condition: Any, within: float = 10.0) -> None:
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


# --- what it must show: streaming, tools, schemas, logprobs, n, stop, usage


def test_a_streamed_chat_says_what_the_whole_one_says(client: openai.OpenAI, model: str) -> None:
    whole = client.chat.completions.create(model=model, messages=FRANCE, max_tokens=40, **GREEDY)
    stream = client.chat.completions.create(
        model=model, messages=FRANCE, max_tokens=40, stream=True, **GREEDY
    )
    streamed = "".join(chunk.choices[0].delta.content or "" for chunk in stream)
    assert streamed == whole.choices[0].message.content
    assert streamed


def test_several_chats_stream_at_once(client: openai.OpenAI, model: str) -> None:
    def ask(number: int) -> tuple[float, float]:
        stream = client.chat.completions.create(
            model=model,
            messages=[{"role": "user", "content": f"Count up from {number}."}],
            max_tokens=60,
            stream=True,
            extra_body={"ignore_eos": True},
        )
        times = [time.monotonic() for chunk in stream if chunk.choices[0].delta.content]
        return times[0], times[-1]

    with ThreadPoolExecutor(6) as pool:
        spans = list(pool.map(ask, range(6)))
    assert max(first for first, _ in spans) < min(last for _, last in spans)


class City(BaseModel):
    name: str
    population: int
    capital: bool


TOOLS: Any = [
    {"type": "function",
     "function": {"name": "add_city", "parameters": City.model_json_schema()}},
]  # fmt: skip


def test_a_forced_tool_call_follows_its_schema(client: openai.OpenAI, model: str) -> None:
    answer = client.chat.completions.create(
        model=model,
        messages=FRANCE,
        max_tokens=400,
        tools=TOOLS,
        tool_choice={"type": "function", "function": {"name": "add_city"}},
        **GREEDY,
    )
    (choice,) = answer.choices
    assert choice.finish_reason == "tool_calls"
    assert choice.message.tool_calls
    call = choice.message.tool_calls[0]
    assert call.type == "function"
    assert call.function.name == "add_city"
    City.model_validate_json(call.function.arguments, strict=True)


def test_a_streamed_tool_call_says_the_same(client: openai.OpenAI, model: str) -> None:
    asked: Any = {"model": model, "messages": FRANCE, "tools": TOOLS, "max_tokens": 400,
                  "tool_choice": "required", **GREEDY}  # fmt: skip
    whole = client.chat.completions.create(**asked).choices[0].message.tool_calls
    with client.chat.completions.stream(**asked) as stream:
        streamed = stream.get_final_completion().choices[0].message.tool_calls
    assert whole
    assert streamed
    assert [call.function.arguments for call in streamed] == [
        call.function.arguments for call in whole
    ]


def test_a_schema_is_followed(client: openai.OpenAI, model: str) -> None:
    answer = client.chat.completions.parse(
        model=model, messages=FRANCE, response_format=City, max_tokens=400, **GREEDY
    )
    assert isinstance(answer.choices[0].message.parsed, City)


def test_a_json_object_is_one(client: openai.OpenAI, model: str) -> None:
    answer = client.chat.completions.create(
        model=model,
        messages=FRANCE,
        response_format={"type": "json_object"},
        max_tokens=400,
        **GREEDY,
    )
    (choice,) = answer.choices
    assert choice.message.content is not None
    assert choice.message.content.startswith("{")
    if choice.finish_reason == "stop":
        assert isinstance(json.loads(choice.message.content), dict)


def test_logprobs_are_those_of_the_text(client: openai.OpenAI, model: str) -> None:
    answer = client.chat.completions.create(
        model=model, messages=FRANCE, max_tokens=6, logprobs=True, top_logprobs=5, **GREEDY,
    )  # fmt: skip
    (choice,) = answer.choices
    assert choice.logprobs is not None
    assert choice.logprobs.content is not None
    tokens = choice.logprobs.content
    assert "".join(token.token for token in tokens) == choice.message.content
    for token in tokens:
        assert token.bytes == list(token.token.encode())
        assert len(token.top_logprobs) == 5
        assert sum(math.exp(top.logprob) for top in token.top_logprobs) <= 1 + 1e-6
        assert token.logprob == max(top.logprob for top in token.top_logprobs)


def test_completion_logprobs_have_offsets_into_the_text(client: openai.OpenAI, model: str) -> None:
    answer = client.completions.create(
        model=model, prompt="Once upon a time", max_tokens=8, logprobs=2, **GREEDY
    )
    (choice,) = answer.choices
    assert choice.logprobs is not None
    assert choice.logprobs.text_offset is not None
    assert choice.logprobs.tokens is not None
    for offset, token in zip(choice.logprobs.text_offset, choice.logprobs.tokens, strict=True):
        assert choice.text[offset:].startswith(token)


def test_two_choices_differ_and_two_greedy_ones_do_not(client: openai.OpenAI, model: str) -> None:
    hot = client.chat.completions.create(
        model=model, messages=LONG, max_tokens=30, n=2, temperature=1.5, seed=7
    )
    first, second = (choice.message.content for choice in hot.choices)
    assert first != second
    cold = client.chat.completions.create(model=model, messages=LONG, max_tokens=30, n=2, **GREEDY)
    first, second = (choice.message.content for choice in cold.choices)
    assert first == second


def test_a_stop_text_ends_the_answer_before_it(client: openai.OpenAI, model: str) -> None:
    free = client.chat.completions.create(model=model, messages=LONG, max_tokens=60, **GREEDY)
    text = free.choices[0].message.content
    assert text is not None
    stop = text[40:47]
    held = client.chat.completions.create(
        model=model, messages=LONG, max_tokens=60, stop=["never said", stop], **GREEDY
    )
    assert held.choices[0].message.content == text[: text.index(stop)]
    assert held.choices[0].finish_reason == "stop"


def test_the_length_is_exact_and_told(client: openai.OpenAI, model: str) -> None:
    answer = client.chat.completions.create(
        model=model, messages=LONG, max_tokens=17, extra_body={"ignore_eos": True}, **GREEDY
    )
    assert answer.choices[0].finish_reason == "length"
    assert answer.usage is not None
    assert answer.usage.completion_tokens == 17


def test_usage_in_the_stream_is_that_of_the_whole_answer(client: openai.OpenAI, model: str) -> None:
    asked: Any = {"model": model, "messages": LONG, "max_tokens": 12, **GREEDY}
    whole = client.chat.completions.create(**asked).usage
    *_, last = client.chat.completions.create(
        **asked, stream=True, stream_options={"include_usage": True}
    )
    assert whole is not None
    assert last.usage is not None
    assert last.usage.prompt_tokens == whole.prompt_tokens
    assert last.usage.completion_tokens == whole.completion_tokens == 12
    assert last.usage.prompt_tokens_details is not None
    assert last.usage.prompt_tokens_details.cached_tokens


def test_token_prompts_are_taken_as_they_are(client: openai.OpenAI, model: str) -> None:
    answer = client.completions.create(model=model, prompt=[1, 2, 3, 4], max_tokens=1, **GREEDY)
    assert answer.usage is not None
    assert answer.usage.prompt_tokens == 4


# --- what it must show: bad input


def test_a_prompt_beyond_the_context_is_refused_with_the_numbers(
    client: openai.OpenAI, model: str
) -> None:
    messages: Any = [{"role": "user", "content": "river " * 3000}]
    for stream in (False, True):
        with pytest.raises(openai.BadRequestError) as refused:
            client.chat.completions.create(model=model, messages=messages, stream=stream)
        assert refused.value.code == "context_length_exceeded"
        assert str(CONTEXT) in refused.value.message
        assert any(
            3000 <= int(word) <= 3100 for word in refused.value.message.split() if word.isdigit()
        )


@pytest.mark.parametrize(
    "body",
    [b"{", b"", b"[]", b'{"messages": "Hi"}', b'{"messages": [], "temperature": "hot"}'],
)
def test_a_body_that_cannot_be_used_is_a_400(port: Port, body: bytes) -> None:
    answer = httpx.post(f"{port.url}/v1/chat/completions", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


def test_an_unknown_model_is_a_404_that_names_the_known(client: openai.OpenAI, model: str) -> None:
    with pytest.raises(openai.NotFoundError, match=model):
        client.chat.completions.create(model="gpt-9", messages=FRANCE)


@pytest.mark.parametrize(
    "fields",
    [
        {"grammar": "root ::= ("},
        {"response_format": {"type": "json_schema",
                             "json_schema": {"schema": {"type": "no such type"}}}},
        {"logit_bias": {"99999999": 1}},
        {"prompt": [99_999_999]},
    ],
)  # fmt: skip
def test_what_only_the_engine_can_judge_is_a_400_and_it_lives(
    port: Port, client: openai.OpenAI, model: str, fields: dict[str, Any]
) -> None:
    endpoint = "completions" if "prompt" in fields else "chat/completions"
    body = {"messages": FRANCE, "max_tokens": 5, **fields}
    answer = httpx.post(f"{port.url}/v1/{endpoint}", json=body, timeout=60)
    assert answer.status_code == 400, answer.text
    alive = client.chat.completions.create(model=model, messages=FRANCE, max_tokens=1)
    assert alive.usage is not None


# --- going away


def test_a_hang_up_ends_the_work(port: Port, client: openai.OpenAI, model: str) -> None:
    with client.chat.completions.create(
        model=model, messages=LONG, stream=True, extra_body={"ignore_eos": True}
    ) as stream:
        next(iter(stream))
        assert port.runtime.active()
    becomes(lambda: not port.runtime.active())


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_killed_engine_ends_its_streams_and_the_next_request_works(
    port: Port, client: openai.OpenAI, model: str
) -> None:
    asked: Any = {"model": model, "messages": FRANCE, "max_tokens": 30, **GREEDY}
    before = client.chat.completions.create(**asked)
    started = threading.Barrier(5, timeout=60)

    def ask(number: int) -> None:
        stream = client.chat.completions.create(
            model=model,
            messages=[{"role": "user", "content": f"Story number {number}"}],
            stream=True,
            extra_body={"ignore_eos": True},
        )
        next(iter(stream))
        started.wait()
        with pytest.raises(openai.APIError, match="engine"):
            for _ in stream:
                pass

    with ThreadPoolExecutor(4) as pool:
        streams = [pool.submit(ask, number) for number in range(4)]
        started.wait()
        os.kill(port.engine_pid, signal.SIGKILL)
        for stream in streams:
            stream.result(timeout=60)
    after = client.chat.completions.create(**asked)
    assert after.choices[0].message.content == before.choices[0].message.content
