"""Messages and tools as OpenAI's chat API writes them, and what they become in core.

Lenient where clients differ (content as text, parts, empty or null; tools without parameters;
arguments as an object), strict where guessing would change the meaning.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from localllm.core import Message, Role, Tool, ToolCall
from localllm.errors import BadRequest, UnsupportedFeature

_ROLES = get_args(Role)


class Part(msgspec.Struct):
    type: str
    text: str | None = None
    refusal: str | None = None


class FunctionCall(msgspec.Struct):
    name: str
    arguments: str | dict[str, Any] | None = None


class WireToolCall(msgspec.Struct):
    id: str
    function: FunctionCall
    type: str | None = None


class WireMessage(msgspec.Struct):
    role: str
    content: str | list[Part] | None = None
    reasoning_content: str | None = None
    tool_calls: list[WireToolCall] | None = None
    tool_call_id: str | None = None
    name: str | None = None


class Function(msgspec.Struct):
    name: str
    description: str | None = None
    parameters: dict[str, Any] | None = None


class WireTool(msgspec.Struct):
    function: Function | None = None
    type: str = "function"


def messages_of(wire: list[WireMessage]) -> tuple[Message, ...]:
    """core's messages. Raises BadRequest that names the message which cannot be used."""
    if not wire:
        raise BadRequest("messages is empty: send at least one message.", param="messages")
    called: set[str] = set()
    messages = []
    for index, message in enumerate(wire):
        messages.append(_message(message, f"messages[{index}]", called))
        called.update(call.id for call in message.tool_calls or ())
    return tuple(messages)


def _message(wire: WireMessage, at: str, called: set[str]) -> Message:
    role = _role(wire.role, at)
    if wire.tool_calls and role != "assistant":
        raise BadRequest(
            f"{at}.tool_calls: only the assistant calls tools, not {role}.",
            param=f"{at}.tool_calls",
        )
    if role == "tool":
        _check_answers_a_call(wire.tool_call_id, at, called)
    content = _text(wire.content, f"{at}.content")
    return Message(
        role=role,
        content=None if role == "assistant" and wire.tool_calls and not content else content,
        reasoning=wire.reasoning_content or None,
        tool_calls=tuple(_tool_call(call) for call in wire.tool_calls or ()),
        tool_call_id=wire.tool_call_id if role == "tool" else None,
        name=wire.name,
    )


def _role(role: str, at: str) -> Role:
    for known in _ROLES:
        if role == known:
            return known  # type: ignore[no-any-return]
    hint = " Function messages are the old form: use tools." if role == "function" else ""
    raise BadRequest(
        f"{at}.role: {role!r} is unknown; it is one of {', '.join(_ROLES)}.{hint}",
        param=f"{at}.role",
    )


def _check_answers_a_call(tool_call_id: str | None, at: str, called: set[str]) -> None:
    if tool_call_id is None:
        raise BadRequest(
            f"{at}.tool_call_id: a tool message names the call that it answers.",
            param=f"{at}.tool_call_id",
        )
    if tool_call_id not in called:
        raise BadRequest(
            f"{at}.tool_call_id: no assistant message before it made a call {tool_call_id!r}.",
            param=f"{at}.tool_call_id",
        )


def _text(content: str | list[Part] | None, at: str) -> str:
    if isinstance(content, list):
        # llama.cpp joins parts with a newline too: the same request, the same prompt.
        return "\n".join(_part(part, f"{at}[{index}]") for index, part in enumerate(content))
    return content or ""


def _part(part: Part, at: str) -> str:
    if part.type in ("text", "input_text", "output_text"):
        return part.text or ""
    if part.type == "refusal":
        return part.refusal or ""
    raise UnsupportedFeature(f"{at}: only text can be read here, not {part.type!r}.", param=at)


def _tool_call(wire: WireToolCall) -> ToolCall:
    arguments = wire.function.arguments
    if isinstance(arguments, dict):
        arguments = msgspec.json.encode(arguments).decode()
    return ToolCall(id=wire.id, name=wire.function.name, arguments=arguments or "{}")


def tools_of(wire: list[WireTool] | None) -> tuple[Tool, ...]:
    """core's tools. Raises BadRequest for one that is no function."""
    return tuple(_tool(tool, f"tools[{index}]") for index, tool in enumerate(wire or ()))


def _tool(wire: WireTool, at: str) -> Tool:
    if wire.type != "function" or wire.function is None:
        raise UnsupportedFeature(
            f'{at}: only {{"type": "function", "function": {{...}}}} is supported.', param=at
        )
    function = wire.function
    if not function.name:
        raise BadRequest(f"{at}.function.name is empty.", param=f"{at}.function.name")
    parameters = function.parameters or {}
    check_numbers(parameters, f"{at}.function.parameters")
    return Tool(name=function.name, description=function.description or "", parameters=parameters)


Choice = tuple[tuple[Tool, ...], Literal["auto", "none", "required"]]
"""The tools that may be called, and whether one must be."""


def choice_by_word(tools: tuple[Tool, ...], wanted: str | None) -> Choice:
    """What `tool_choice` says where it is one word. Raises BadRequest."""
    match wanted:
        case None | "auto":
            return tools, "auto"
        case "none":
            return tools, "none"
        case "required" if tools:
            return tools, "required"
        case "required":
            raise BadRequest("tool_choice is required, but there are no tools.", param="tools")
    raise BadRequest(
        f"tool_choice: {wanted!r} is unknown; it is auto, none, required or a function.",
        param="tool_choice",
    )


EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")


def check_effort(effort: str | None, at: str) -> None:
    """Refuses an effort of reasoning that nobody knows; `at` is the field."""
    if effort is not None and effort not in EFFORTS:
        raise BadRequest(
            f"{at}: {effort!r} is unknown; it is one of {', '.join(EFFORTS)}.", param=at
        )


def check_numbers(value: object, at: str) -> None:
    """Refuses numbers that cannot be carried to an engine (beyond 64 bits)."""
    try:
        msgspec.msgpack.encode(value)
    except OverflowError:
        raise BadRequest(f"{at}: a number is beyond 64 bits.", param=at) from None
