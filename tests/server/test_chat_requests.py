"""/v1/chat/completions: what the runtime is asked for what a client sends."""

from __future__ import annotations

from typing import Any

import httpx
import msgspec
import pytest
from helpers.fake_runtime import FakeRuntime

from localllm.core import ChatPrompt, Message, Request, SamplingParams, Tool, ToolCall

HI = {"role": "user", "content": "Hi"}
ADD = {"type": "function", "function": {"name": "add", "parameters": {"type": "object"}}}
SUB = {"type": "function", "function": {"name": "sub"}}


@pytest.fixture
def asked(client: httpx.AsyncClient, runtime: FakeRuntime) -> Any:
    """Sends a chat request with these fields; returns what the runtime was asked."""

    async def ask(**fields: Any) -> Request:
        body = {"messages": [HI], **fields}
        answer = await client.post("/v1/chat/completions", json=body)
        assert answer.status_code == 200, answer.text
        return runtime.requests[-1]

    return ask


@pytest.fixture
def refused(client: httpx.AsyncClient, runtime: FakeRuntime) -> Any:
    """Sends a chat request with these fields; returns the error object of its 400."""

    async def ask(**fields: Any) -> dict[str, Any]:
        body = {"messages": [HI], **fields}
        answer = await client.post("/v1/chat/completions", json=body)
        assert answer.status_code == 400, answer.text
        assert not runtime.requests
        return answer.json()["error"]

    return ask


async def messages(asked: Any, *wire: dict[str, Any]) -> tuple[Message, ...]:
    prompt = (await asked(messages=list(wire))).prompt
    assert isinstance(prompt, ChatPrompt)
    return prompt.messages


async def test_defaults_are_cores(asked: Any) -> None:
    request = await asked()
    assert request.prompt == ChatPrompt((Message("user", "Hi"),))
    assert (request.sampling, request.n) == (SamplingParams(), 1)


async def test_nulls_are_defaults_and_unknown_fields_are_ignored(asked: Any) -> None:
    names = "max_tokens temperature stop n seed tools tool_choice response_format logit_bias stream"
    request = await asked(**dict.fromkeys(names.split()), store=True, metadata={"a": [1]})
    assert request.sampling == SamplingParams()


async def test_who_asks_is_told(asked: Any) -> None:
    assert (await asked()).client.startswith("python-httpx/")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("Hi", "Hi"),
        ("", ""),
        (None, ""),
        ([], ""),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\nb"),
    ],
)
async def test_content_may_be_text_parts_empty_or_null(
    asked: Any, content: object, text: str
) -> None:
    assert await messages(asked, {"role": "user", "content": content}) == (Message("user", text),)


async def test_the_developer_role_is_kept(asked: Any) -> None:
    first, _ = await messages(asked, {"role": "developer", "content": "Be brief"}, HI)
    assert first.role == "developer"


async def test_a_conversation_with_tools_is_carried_over(asked: Any) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
    found = await messages(
        asked,
        HI,
        {"role": "assistant", "content": None, "reasoning_content": "Hm", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "3"},
    )
    assert found[1:] == (
        Message("assistant", None, "Hm", (ToolCall("c1", "add", "{}"),)),
        Message("tool", "3", tool_call_id="c1"),
    )


async def test_arguments_given_as_an_object_become_text(asked: Any) -> None:
    call = {"id": "c1", "function": {"name": "add", "arguments": {"b": 1, "a": [2]}}}
    (found,) = await messages(asked, {"role": "assistant", "tool_calls": [call]})
    assert found.tool_calls[0].arguments == '{"b":1,"a":[2]}'


@pytest.mark.parametrize(
    ("sent", "param"),
    [
        ([], "messages"),
        ([{"role": "wizard", "content": ""}], "messages[0].role"),
        ([{"role": "function", "content": ""}], "messages[0].role"),
        ([{"content": "x"}], "messages[0].role"),
        ([HI, {"role": "tool", "content": "3"}], "messages[1].tool_call_id"),
        ([{"role": "tool", "tool_call_id": "c9", "content": ""}], "messages[0].tool_call_id"),
        ([{"role": "user", "tool_calls": [{"id": "", "function": {"name": ""}}]}],
         "messages[0].tool_calls"),
        ([{"role": "user", "content": 5}], "messages[0].content"),
        ([{"role": "user", "content": [{"type": "image_url"}]}], "messages[0].content[0]"),
        ("Hi", "messages"),
    ],
)  # fmt: skip
async def test_messages_that_cannot_be_used_are_named(
    refused: Any, sent: object, param: str
) -> None:
    assert (await refused(messages=sent))["param"] == param


async def test_missing_messages_are_named(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/chat/completions", json={"model": "tiny"})
    assert answer.status_code == 400
    assert answer.json()["error"]["param"] == "messages"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("max_tokens", 5),
        ("temperature", 0.5),
        ("top_k", 20),
        ("top_p", 0.5),
        ("min_p", 0.1),
        ("typical_p", 0.9),
        ("top_n_sigma", 1.5),
        ("xtc_probability", 0.5),
        ("xtc_threshold", 0.2),
        ("repeat_last_n", -1),
        ("repeat_penalty", 1.1),
        ("presence_penalty", -0.5),
        ("frequency_penalty", 0.5),
        ("dry_multiplier", 0.8),
        ("dry_base", 2.0),
        ("dry_allowed_length", 3),
        ("dry_penalty_last_n", 128),
        ("mirostat", 2),
        ("mirostat_tau", 4.0),
        ("mirostat_eta", 0.2),
        ("seed", 42),
        ("grammar", 'root ::= "a"'),
        ("ignore_eos", True),
    ],
)
async def test_sampling_fields_are_carried_over(asked: Any, field: str, value: object) -> None:
    expected = msgspec.structs.replace(SamplingParams(), **{field: value})
    assert (await asked(**{field: value})).sampling == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"max_completion_tokens": 7}, {"max_tokens": 7}),
        ({"max_completion_tokens": 7, "max_tokens": 9}, {"max_tokens": 7}),
        ({"max_tokens": -1}, {"max_tokens": None}),
        ({"top_k": -1}, {"top_k": 0}),
        ({"seed": -1}, {"seed": None}),
        ({"seed": 2**32 + 4}, {"seed": 5}),
        ({"stop": "END"}, {"stop": ("END",)}),
        ({"stop": ["a", "", "b"]}, {"stop": ("a", "b")}),
        ({"logit_bias": {"15": -100, "7": 1.5}}, {"logit_bias": {15: -100.0, 7: 1.5}}),
        ({"dry_sequence_breakers": ["\n"]}, {"dry_sequence_breakers": ("\n",)}),
        ({"logprobs": True}, {"logprobs": 0}),
        ({"logprobs": True, "top_logprobs": 5}, {"logprobs": 5}),
        ({"logprobs": False}, {"logprobs": None}),
        ({"response_format": {"type": "text"}}, {"json_schema": None}),
        ({"response_format": {"type": "json_object"}}, {"json_schema": '{"type":"object"}'}),
        ({"response_format": {"type": "json_object", "schema": {"type": "array"}}},
         {"json_schema": '{"type":"array"}'}),
        ({"response_format": {"type": "json_schema",
                              "json_schema": {"name": "x", "schema": {"b": 1, "a": {}}}}},
         {"json_schema": '{"b":1,"a":{}}'}),
    ],
)  # fmt: skip
async def test_fields_with_a_form_of_their_own(
    asked: Any, fields: dict[str, Any], expected: dict[str, Any]
) -> None:
    expected_sampling = msgspec.structs.replace(SamplingParams(), **expected)
    assert (await asked(**fields)).sampling == expected_sampling


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"temperature": -0.1}, "temperature"),
        ({"temperature": "hot"}, "temperature"),
        ({"top_p": 1.1}, "top_p"),
        ({"top_k": -2}, "top_k"),
        ({"top_k": 2**31}, "top_k"),
        ({"repeat_penalty": 0}, "repeat_penalty"),
        ({"presence_penalty": 3}, "presence_penalty"),
        ({"mirostat": 3}, "mirostat"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_tokens": 1.5}, "max_tokens"),
        ({"max_tokens": True}, "max_tokens"),
        ({"n": 0}, "n"),
        ({"n": 17}, "n"),
        ({"seed": "42"}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"stop": [1]}, "stop[0]"),
        ({"stop": ["x"] * 65}, "stop"),
        ({"logit_bias": {"hello": 1}}, "logit_bias"),
        ({"logit_bias": {"9" * 5000: 1}}, "logit_bias"),
        ({"logit_bias": {"-1": 1}}, "logit_bias"),
        ({"logit_bias": {"1": 101}}, "logit_bias[...]"),
        ({"logprobs": True, "top_logprobs": 21}, "top_logprobs"),
        ({"top_logprobs": 2}, "top_logprobs"),
        ({"logprobs": 3}, "logprobs"),
        ({"stream": "yes"}, "stream"),
        ({"model": 7}, "model"),
        ({"response_format": {"type": "xml"}}, "response_format.type"),
        ({"response_format": {}}, "response_format.type"),
        ({"response_format": {"type": "json_schema"}}, "response_format.json_schema.schema"),
        ({"response_format": {"type": "json_object"}, "grammar": "x"}, "grammar"),
        ({"functions": [{"name": "f"}]}, "functions"),
        ({"function_call": "auto"}, "functions"),
        ({"reasoning_effort": "heroic"}, "reasoning_effort"),
        ({"thinking_budget_tokens": -2}, "thinking_budget_tokens"),
        ({"truncation": "maybe"}, "truncation"),
        ({"chat_template_kwargs": {"enable_thinking": "no"}},
         "chat_template_kwargs.enable_thinking"),
        ({"chat_template_kwargs": {"x": 2**70}}, "chat_template_kwargs"),
        ({"continue_final_message": True}, "continue_final_message"),
        ({"tools": [{"type": "retrieval"}]}, "tools[0]"),
        ({"tools": [{"type": "function"}]}, "tools[0]"),
        ({"tools": [{"type": "function", "function": {}}]}, "tools[0].function.name"),
        ({"tools": [{"type": "function", "function": {"name": ""}}]}, "tools[0].function.name"),
        ({"tools": [{"function": {"name": "f", "parameters": {"maximum": 2**70}}}]},
         "tools[0].function.parameters"),
        ({"tools": [ADD], "grammar": "x"}, "grammar"),
        ({"tool_choice": "required"}, "tools"),
        ({"tools": [ADD], "tool_choice": "any"}, "tool_choice"),
        ({"tools": [ADD], "tool_choice": {"type": "function", "function": {"name": "mul"}}},
         "tool_choice"),
        ({"tools": [ADD], "tool_choice": {"type": "allowed_tools"}}, "tool_choice"),
    ],
)  # fmt: skip
async def test_a_value_that_cannot_be_used_is_named(
    refused: Any, fields: dict[str, Any], param: str
) -> None:
    error = await refused(**fields)
    assert (error["param"], error["type"]) == (param, "invalid_request_error")


async def test_tools_are_carried_over(asked: Any) -> None:
    function = {"name": "add", "description": "Adds", "parameters": {"type": "object"}}
    prompt = (await asked(tools=[{"type": "function", "function": function}])).prompt
    assert prompt.tools == (Tool("add", "Adds", {"type": "object"}),)
    assert (prompt.tool_choice, prompt.parallel_tool_calls) == ("auto", True)


async def test_a_tool_needs_no_parameters(asked: Any) -> None:
    assert (await asked(tools=[SUB])).prompt.tools == (Tool("sub"),)


@pytest.mark.parametrize("choice", ["auto", "none", "required"])
async def test_tool_choice_is_carried_over(asked: Any, choice: str) -> None:
    assert (await asked(tools=[ADD], tool_choice=choice)).prompt.tool_choice == choice


async def test_a_named_tool_is_the_only_one_and_required(asked: Any) -> None:
    choice = {"type": "function", "function": {"name": "sub"}}
    prompt = (await asked(tools=[ADD, SUB], tool_choice=choice)).prompt
    assert (prompt.tools, prompt.tool_choice) == ((Tool("sub"),), "required")


async def test_parallel_tool_calls_can_be_switched_off(asked: Any) -> None:
    assert not (await asked(tools=[ADD], parallel_tool_calls=False)).prompt.parallel_tool_calls


@pytest.mark.parametrize(
    ("fields", "thinking", "kwargs"),
    [
        ({}, None, {}),
        ({"enable_thinking": False}, False, {}),
        ({"chat_template_kwargs": {"enable_thinking": True, "x": 1}}, True, {"x": 1}),
        ({"reasoning_effort": "none"}, False, {}),
        ({"reasoning_effort": "high"}, None, {"reasoning_effort": "high"}),
        ({"reasoning_effort": "none", "enable_thinking": True}, True, {}),
    ],
)
async def test_thinking_can_be_chosen_in_each_way(
    asked: Any, fields: dict[str, Any], thinking: bool | None, kwargs: dict[str, Any]
) -> None:
    prompt = (await asked(**fields)).prompt
    assert (prompt.enable_thinking, prompt.template_kwargs) == (thinking, kwargs)


async def test_the_last_assistant_message_can_be_continued(asked: Any) -> None:
    request = await asked(
        messages=[HI, {"role": "assistant", "content": "On"}], continue_final_message=True
    )
    assert request.prompt.continue_final


@pytest.mark.parametrize(
    ("fields", "budget"),
    [
        ({}, None),
        ({"thinking_budget_tokens": 100}, 100),
        ({"reasoning_budget_tokens": 0, "thinking_budget_tokens": 100}, 0),
        ({"thinking_budget_tokens": -1}, None),
    ],
)
async def test_thinking_can_have_a_budget_by_llama_servers_names(
    asked: Any, fields: dict[str, Any], budget: int | None
) -> None:
    sampling = (await asked(**fields, reasoning_budget_message="Enough.")).sampling
    assert (sampling.reasoning_budget, sampling.reasoning_budget_message) == (budget, "Enough.")


@pytest.mark.parametrize(
    ("truncation", "overflow"),
    [(None, "error"), ("disabled", "error"), ("auto", "drop_oldest")],
)
async def test_old_turns_are_dropped_where_the_client_allows_it(
    asked: Any, truncation: str | None, overflow: str
) -> None:
    assert (await asked(truncation=truncation)).overflow == overflow
