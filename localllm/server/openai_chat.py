"""POST /v1/chat/completions: OpenAI's request, checked and turned into core's.

Beside OpenAI's own fields it takes llama.cpp's sampling parameters and what docs/api.md lists as
extensions. Unknown fields are ignored, nulls are defaults.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from localllm.core import ChatPrompt, Message, Request, SamplingParams, Tool
from localllm.errors import BadRequest, UnsupportedFeature
from localllm.server.openai_messages import (
    Choice,
    WireMessage,
    WireTool,
    check_effort,
    check_numbers,
    choice_by_word,
    messages_of,
    tools_of,
)
from localllm.server.sampling import (
    Alternatives,
    CountOrAll,
    GenerationFields,
    sampling_params,
)


class SchemaFormat(msgspec.Struct):
    schema: dict[str, Any] | None = None


class ResponseFormat(msgspec.Struct):
    """`schema` beside "json_object" is llama.cpp's way to say it."""

    type: str
    json_schema: SchemaFormat | None = None
    schema: dict[str, Any] | None = None


class FunctionName(msgspec.Struct):
    name: str


class NamedTool(msgspec.Struct):
    type: str
    function: FunctionName | None = None


class ChatRequest(GenerationFields, kw_only=True):
    """The body of the request."""

    messages: list[WireMessage]
    max_completion_tokens: CountOrAll | None = None
    logprobs: bool | None = None
    top_logprobs: Alternatives | None = None
    response_format: ResponseFormat | None = None
    tools: list[WireTool] | None = None
    tool_choice: str | NamedTool | None = None
    parallel_tool_calls: bool | None = None
    reasoning_effort: str | None = None
    enable_thinking: bool | None = None
    reasoning_budget_tokens: CountOrAll | None = None
    thinking_budget_tokens: CountOrAll | None = None
    reasoning_budget_message: str | None = None
    truncation: Literal["auto", "disabled"] | None = None
    chat_template_kwargs: dict[str, Any] | None = None
    continue_final_message: bool | None = None
    functions: Any = None
    function_call: Any = None


def request_of(body: ChatRequest, *, id: str, client: str) -> Request:
    """core's request. Raises BadRequest with the field that is wrong in `param`."""
    prompt = _prompt(body)
    sampling = _sampling(body)
    if prompt.tools and sampling.grammar:
        raise BadRequest("A grammar cannot be combined with tools.", param="grammar")
    return Request(
        id=id,
        prompt=prompt,
        sampling=sampling,
        n=body.n or 1,
        client=client,
        timings=bool(body.timings_per_token),
        overflow="drop_oldest" if body.truncation == "auto" else "error",
    )


def _prompt(body: ChatRequest) -> ChatPrompt:
    if body.functions is not None or body.function_call is not None:
        raise UnsupportedFeature(
            "functions and function_call are the old form: use tools and tool_choice.",
            param="functions",
        )
    messages = messages_of(body.messages)
    tools, choice = _choice(tools_of(body.tools), body.tool_choice)
    thinking, template_kwargs = _thinking(body)
    return ChatPrompt(
        messages=messages,
        tools=tools,
        tool_choice=choice,
        parallel_tool_calls=body.parallel_tool_calls is not False,
        enable_thinking=thinking,
        template_kwargs=template_kwargs,
        continue_final=_continues(body.continue_final_message, messages),
    )


def _continues(wanted: bool | None, messages: tuple[Message, ...]) -> bool:
    if wanted and messages[-1].role != "assistant":
        raise BadRequest(
            "continue_final_message: the last message is not the assistant's.",
            param="continue_final_message",
        )
    return bool(wanted)


def _choice(tools: tuple[Tool, ...], wanted: str | NamedTool | None) -> Choice:
    if isinstance(wanted, NamedTool):
        return (_named(tools, wanted),), "required"
    return choice_by_word(tools, wanted)


def _named(tools: tuple[Tool, ...], wanted: NamedTool) -> Tool:
    if wanted.type != "function" or wanted.function is None:
        raise UnsupportedFeature(
            'tool_choice: only {"type": "function", "function": {"name": ...}} can be chosen.',
            param="tool_choice",
        )
    for tool in tools:
        if tool.name == wanted.function.name:
            return tool
    raise BadRequest(
        f"tool_choice: there is no tool {wanted.function.name!r} in tools.", param="tool_choice"
    )


def _thinking(body: ChatRequest) -> tuple[bool | None, dict[str, Any]]:
    """enable_thinking, and what goes to the template beside it.

    Clients say it in three ways; the most explicit wins: the field, the template's variable,
    reasoning_effort "none". Other efforts are for the template (gpt-oss has them).
    """
    kwargs = dict(body.chat_template_kwargs or {})
    check_numbers(kwargs, "chat_template_kwargs")
    thinking = kwargs.pop("enable_thinking", None)
    if not isinstance(thinking, bool | None):
        raise BadRequest(
            "chat_template_kwargs.enable_thinking: it is true or false.",
            param="chat_template_kwargs.enable_thinking",
        )
    effort = body.reasoning_effort
    check_effort(effort, "reasoning_effort")
    if effort == "none":
        thinking = False if thinking is None else thinking
    elif effort is not None:
        kwargs.setdefault("reasoning_effort", effort)
    return (thinking if body.enable_thinking is None else body.enable_thinking), kwargs


def _sampling(body: ChatRequest) -> SamplingParams:
    limit = body.max_tokens if body.max_completion_tokens is None else body.max_completion_tokens
    params = sampling_params(
        body,
        max_tokens=limit,
        logprobs=_logprobs(body),
        json_schema=_json_schema(body.response_format),
    )
    return msgspec.structs.replace(
        params,
        reasoning_budget=_reasoning_budget(body),
        reasoning_budget_message=body.reasoning_budget_message or "",
    )


def _reasoning_budget(body: ChatRequest) -> int | None:
    """By either of llama-server's names; -1 is no limit."""
    for budget in (body.reasoning_budget_tokens, body.thinking_budget_tokens):
        if budget is not None:
            return None if budget < 0 else budget
    return None


def _logprobs(body: ChatRequest) -> int | None:
    if body.logprobs:
        return body.top_logprobs or 0
    if body.top_logprobs:
        raise BadRequest("top_logprobs needs logprobs to be true.", param="top_logprobs")
    return None


def _json_schema(wanted: ResponseFormat | None) -> str | None:
    """JSON text of the schema that the answer must follow."""
    if wanted is None or wanted.type == "text":
        return None
    if wanted.type == "json_object":
        schema = wanted.schema or {"type": "object"}
    elif wanted.type == "json_schema":
        given = wanted.json_schema.schema if wanted.json_schema else wanted.schema
        if given is None:
            raise BadRequest(
                "response_format.json_schema.schema: this field is required.",
                param="response_format.json_schema.schema",
            )
        schema = given
    else:
        raise BadRequest(
            f"response_format.type: {wanted.type!r} is unknown; it is text, json_object or "
            "json_schema.",
            param="response_format.type",
        )
    return msgspec.json.encode(schema).decode()
