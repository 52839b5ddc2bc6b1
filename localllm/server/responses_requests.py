"""POST /v1/responses: OpenAI's newer request, checked and turned into core's.

`input` is a text or items: messages, calls of functions, their outputs, thoughts. What an earlier
response had said and answered is found by `previous_response_id` (responses_store.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from localllm.core import ChatPrompt, Message, Request, SamplingParams, Tool, ToolCall
from localllm.errors import BadRequest, UnsupportedFeature
from localllm.server.openai_messages import Choice, check_effort, check_numbers, choice_by_word
from localllm.server.sampling import INT32_MAX, Alternatives, Factor, Probability

_TEXTS = ("input_text", "output_text", "text", "reasoning_text", "summary_text")


class Part(msgspec.Struct):
    type: str
    text: str | None = None
    refusal: str | None = None


class Item(msgspec.Struct):
    """Any item of `input`; which fields it has depends on its `type` (none: a message)."""

    type: str = "message"
    role: str | None = None
    content: str | list[Part] | None = None
    summary: list[Part] | None = None
    call_id: str | None = None
    name: str | None = None
    arguments: str | None = None
    output: str | list[Part] | None = None


class WireTool(msgspec.Struct):
    type: str
    name: str | None = None
    description: str | None = None
    parameters: dict[str, Any] | None = None


class NamedTool(msgspec.Struct):
    type: str
    name: str | None = None


class Reasoning(msgspec.Struct):
    effort: str | None = None


class TextFormat(msgspec.Struct):
    type: Literal["text", "json_object", "json_schema"]
    schema: dict[str, Any] | None = None


class TextOptions(msgspec.Struct):
    format: TextFormat | None = None


class ResponsesRequest(msgspec.Struct, kw_only=True):
    """The body of the request."""

    model: str | None = None
    input: str | list[Item] | None = None
    instructions: str | None = None
    previous_response_id: str | None = None
    store: bool | None = None
    stream: bool | None = None
    max_output_tokens: Annotated[int, Meta(ge=1, le=INT32_MAX)] | None = None
    temperature: Factor | None = None
    top_p: Probability | None = None
    top_logprobs: Alternatives | None = None
    tools: list[WireTool] | None = None
    tool_choice: str | NamedTool | None = None
    parallel_tool_calls: bool | None = None
    reasoning: Reasoning | None = None
    text: TextOptions | None = None
    metadata: dict[str, str] | None = None
    background: bool | None = None
    conversation: Any = None


def request_of(
    body: ResponsesRequest, before: Sequence[Message], *, id: str, client: str
) -> Request:
    """core's request, after what was said `before`. Raises BadRequest, UnsupportedFeature."""
    for name in ("background", "conversation"):
        if getattr(body, name):
            raise UnsupportedFeature(f"{name}: this is not kept here.", param=name)
    given: dict[str, Any] = {
        name: value
        for name in ("temperature", "top_p")
        if (value := getattr(body, name)) is not None
    }
    sampling = SamplingParams(
        max_tokens=body.max_output_tokens, json_schema=_json_schema(body.text), **given
    )
    return Request(id=id, prompt=_prompt(body, before), sampling=sampling, client=client)


def said_in(body: ResponsesRequest) -> tuple[Message, ...]:
    """The messages of `input` alone."""
    items = [Item(role="user", content=body.input)] if isinstance(body.input, str) else body.input
    return tuple(_joined(_messages(items or [])))


def _prompt(body: ResponsesRequest, before: Sequence[Message]) -> ChatPrompt:
    system = (Message("system", body.instructions),) if body.instructions else ()
    messages = (*system, *before, *said_in(body))
    if not any(message.role != "system" for message in messages):
        raise BadRequest("input is empty, and nothing was said before it.", param="input")
    tools, choice = _choice(_tools(body.tools or []), body.tool_choice)
    effort = _effort(body.reasoning)
    return ChatPrompt(
        messages=messages,
        tools=tools,
        tool_choice=choice,
        parallel_tool_calls=body.parallel_tool_calls is not False,
        enable_thinking=False if effort == "none" else None,
        template_kwargs={"reasoning_effort": effort} if effort not in ("", "none") else {},
    )


def _effort(reasoning: Reasoning | None) -> str:
    effort = (reasoning and reasoning.effort) or ""
    check_effort(effort or None, "reasoning.effort")
    return effort


def _json_schema(wanted: TextOptions | None) -> str | None:
    if wanted is None or wanted.format is None or wanted.format.type == "text":
        return None
    schema = wanted.format.schema
    if schema is None and wanted.format.type == "json_schema":
        raise BadRequest("text.format.schema: this field is required.", param="text.format.schema")
    return msgspec.json.encode(schema or {"type": "object"}).decode()


# --- items ------------------------------------------------------------------------------------


def _messages(items: list[Item]) -> Iterator[Message]:
    called: set[str] = set()
    for index, item in enumerate(items):
        at = f"input[{index}]"
        match item.type:
            case "message":
                yield Message(_role(item.role, at), _text(item.content, f"{at}.content"))
            case "reasoning":
                thoughts = _text(item.content or item.summary, f"{at}.content")
                yield Message("assistant", None, reasoning=thoughts or None)
            case "function_call":
                if not (item.call_id and item.name):
                    raise BadRequest(f"{at}: a call has a call_id and a name.", param=at)
                called.add(item.call_id)
                call = ToolCall(item.call_id, item.name, item.arguments or "{}")
                yield Message("assistant", None, tool_calls=(call,))
            case "function_call_output":
                if not item.call_id:
                    raise BadRequest(f"{at}.call_id: it names the call.", param=f"{at}.call_id")
                text = _text(item.output, f"{at}.output")
                yield Message("tool", text, tool_call_id=item.call_id)
            case kind:
                raise UnsupportedFeature(f"{at}: {kind!r} cannot be read here.", param=at)


def _role(role: str | None, at: str) -> Any:
    if role in ("system", "developer", "user", "assistant"):
        return role
    raise BadRequest(
        f"{at}.role: {role!r} is unknown; it is system, developer, user or assistant.",
        param=f"{at}.role",
    )


def _text(content: str | list[Part] | None, at: str) -> str:
    if not isinstance(content, list):
        return content or ""
    return "\n".join(_part(part, f"{at}[{index}]") for index, part in enumerate(content))


def _part(part: Part, at: str) -> str:
    if part.type in _TEXTS:
        return part.text or ""
    if part.type == "refusal":
        return part.refusal or ""
    raise UnsupportedFeature(f"{at}: only text can be read here, not {part.type!r}.", param=at)


def _joined(messages: Iterator[Message]) -> Iterator[Message]:
    """Thoughts, words and calls of one turn of the assistant are one message."""
    turn: Message | None = None
    for message in messages:
        if message.role == "assistant" and turn is not None:
            turn = _both(turn, message)
            continue
        if turn is not None:
            yield turn
        turn = message if message.role == "assistant" else None
        if turn is None:
            yield message
    if turn is not None:
        yield turn


def _both(first: Message, second: Message) -> Message:
    words = [text for text in (first.content, second.content) if text is not None]
    thoughts = "".join(filter(None, (first.reasoning, second.reasoning)))
    return Message(
        "assistant",
        "".join(words) if words else None,
        reasoning=thoughts or None,
        tool_calls=(*first.tool_calls, *second.tool_calls),
    )


# --- tools ------------------------------------------------------------------------------------


def _tools(wire: list[WireTool]) -> tuple[Tool, ...]:
    return tuple(_tool(tool, f"tools[{index}]") for index, tool in enumerate(wire))


def _tool(wire: WireTool, at: str) -> Tool:
    if wire.type != "function" or not wire.name:
        raise UnsupportedFeature(
            f"{at}: only functions with a name can be offered here, not {wire.type!r}.", param=at
        )
    parameters = wire.parameters or {}
    check_numbers(parameters, f"{at}.parameters")
    return Tool(wire.name, wire.description or "", parameters)


def _choice(tools: tuple[Tool, ...], wanted: str | NamedTool | None) -> Choice:
    if isinstance(wanted, NamedTool):
        found = tuple(tool for tool in tools if tool.name == wanted.name)
        if wanted.type != "function" or not found:
            raise BadRequest(
                f"tool_choice: there is no function {wanted.name!r} in tools.", param="tool_choice"
            )
        return found, "required"
    return choice_by_word(tools, wanted or None)
