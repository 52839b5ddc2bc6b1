"""POST /v1/messages: Anthropic's request, checked and turned into core's.

Tool results stand inside user messages there and are messages of their own here; a last message
of the assistant is one to be continued. Unknown fields are ignored, nulls are defaults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from localllm.core import ChatPrompt, Message, Request, SamplingParams, Tool, ToolCall
from localllm.errors import BadRequest, UnsupportedFeature
from localllm.server.openai_messages import Choice, check_numbers
from localllm.server.sampling import INT32_MAX, Count, Factor, Probability

# Claude Code begins its system prompt with a line that differs with every request: what follows it
# could never be found computed.
_BILLING = "x-anthropic-billing-header:"

_MAX_STOPS = 64


class Block(msgspec.Struct):
    """Any block of content; which fields it has depends on its `type`."""

    type: str
    text: str | None = None
    thinking: str | None = None
    id: str | None = None
    name: str | None = None
    input: dict[str, Any] | None = None
    tool_use_id: str | None = None
    content: str | list[Block] | None = None


class WireMessage(msgspec.Struct):
    role: str
    content: str | list[Block]


class WireTool(msgspec.Struct):
    name: str
    description: str | None = None
    input_schema: dict[str, Any] | None = None
    type: str | None = None


class ToolChoice(msgspec.Struct):
    type: str
    name: str | None = None
    disable_parallel_tool_use: bool | None = None


class Thinking(msgspec.Struct):
    type: Literal["enabled", "disabled", "adaptive"]
    budget_tokens: Count | None = None


class CountRequest(msgspec.Struct, kw_only=True):
    """The body of /v1/messages/count_tokens: all that makes the prompt."""

    model: str | None = None
    messages: list[WireMessage]
    system: str | list[Block] | None = None
    tools: list[WireTool] | None = None
    tool_choice: ToolChoice | None = None
    thinking: Thinking | None = None


class MessagesRequest(CountRequest, kw_only=True):
    """The body of /v1/messages."""

    max_tokens: Annotated[int, Meta(ge=1, le=INT32_MAX)]
    stream: bool | None = None
    stop_sequences: Annotated[list[str], Meta(max_length=_MAX_STOPS)] | None = None
    temperature: Factor | None = None
    top_k: Count | None = None
    top_p: Probability | None = None


def request_of(body: MessagesRequest, *, id: str, client: str) -> Request:
    """core's request. Raises BadRequest with the field that is wrong in `param`."""
    given = {
        name: value
        for name in ("temperature", "top_k", "top_p")
        if (value := getattr(body, name)) is not None
    }
    stops = tuple(text for text in body.stop_sequences or () if text)
    if body.thinking and body.thinking.type == "enabled":
        given["reasoning_budget"] = body.thinking.budget_tokens
    sampling = SamplingParams(max_tokens=body.max_tokens, stop=stops, **given)
    return Request(id=id, prompt=prompt_of(body), sampling=sampling, client=client)


def prompt_of(body: CountRequest) -> ChatPrompt:
    if not body.messages:
        raise BadRequest("messages is empty: send at least one message.", param="messages")
    messages = tuple(_joined(_messages(body)))
    tools, choice = _choice(_tools(body.tools or []), body.tool_choice)
    last = messages[-1]
    wanted = body.tool_choice
    return ChatPrompt(
        messages=messages,
        tools=tools,
        tool_choice=choice,
        parallel_tool_calls=not (wanted and wanted.disable_parallel_tool_use),
        enable_thinking=_thinks(body.thinking),
        continue_final=last.role == "assistant" and not last.tool_calls,
    )


# --- messages ---------------------------------------------------------------------------------


def _messages(body: CountRequest) -> Iterator[Message]:
    if system := _system(body.system):
        yield Message("system", system)
    called: set[str] = set()
    for index, wire in enumerate(body.messages):
        at = f"messages[{index}]"
        content = wire.content
        blocks = [Block("text", content)] if isinstance(content, str) else content
        match wire.role:
            case "assistant":
                message = _assistant(blocks, f"{at}.content")
                called.update(call.id for call in message.tool_calls)
                yield message
            case "user":
                yield from _user(blocks, f"{at}.content", called)
            case "system":
                yield Message("system", _system(content))
            case role:
                raise BadRequest(
                    f"{at}.role: {role!r} is unknown; it is user or assistant.", param=f"{at}.role"
                )


def _system(system: str | list[Block] | None) -> str:
    """Without what is no instruction to the model and would be new with every request."""
    texts = [system] if isinstance(system, str) else _texts(system or [], "system")
    kept = (_without_billing(text) for text in texts)
    return "\n".join(text for text in kept if text)


def _without_billing(text: str) -> str:
    lines = text.split("\n")
    return "\n".join(line for line in lines if not line.startswith(_BILLING)).strip("\n")


def _assistant(blocks: list[Block], at: str) -> Message:
    text, thoughts, calls = [], [], []
    for index, block in enumerate(blocks):
        match block.type:
            case "text":
                text.append(block.text or "")
            case "thinking":
                thoughts.append(block.thinking or "")
            case "redacted_thinking":
                pass  # for eyes that are not ours
            case "tool_use":
                calls.append(_call(block, f"{at}[{index}]"))
            case _:
                raise _unreadable(block, f"{at}[{index}]")
    content = "".join(text)
    return Message(
        "assistant",
        content if content or not calls else None,
        reasoning="".join(thoughts) or None,
        tool_calls=tuple(calls),
    )


def _call(block: Block, at: str) -> ToolCall:
    if not (block.id and block.name):
        raise BadRequest(f"{at}: a tool_use block has an id and a name.", param=at)
    arguments = msgspec.json.encode(block.input or {}).decode()
    return ToolCall(id=block.id, name=block.name, arguments=arguments)


def _user(blocks: list[Block], at: str, called: set[str]) -> Iterator[Message]:
    """The results of tools come first, as they answer what was before."""
    said = []
    for index, block in enumerate(blocks):
        here = f"{at}[{index}]"
        if block.type != "tool_result":
            said.append((block, here))
            continue
        if block.tool_use_id not in called:
            raise BadRequest(
                f"{here}.tool_use_id: no message before it called a tool as {block.tool_use_id!r}.",
                param=f"{here}.tool_use_id",
            )
        content = block.content or ""
        text = content if isinstance(content, str) else "\n".join(_texts(content, here))
        yield Message("tool", text, tool_call_id=block.tool_use_id)
    if said or not blocks:
        yield Message("user", "\n".join(_text(block, here) for block, here in said))


def _texts(blocks: list[Block], at: str) -> list[str]:
    return [_text(block, f"{at}[{index}]") for index, block in enumerate(blocks)]


def _text(block: Block, at: str) -> str:
    if block.type == "text":
        return block.text or ""
    raise _unreadable(block, at)


def _unreadable(block: Block, at: str) -> UnsupportedFeature:
    return UnsupportedFeature(f"{at}: only text can be read here, not {block.type!r}.", param=at)


def _joined(messages: Iterable[Message]) -> Iterator[Message]:
    """Several turns of a person are one, as there: templates expect the two by turns."""
    before: Message | None = None
    for message in messages:
        if before is not None and before.role == message.role == "user":
            before = Message("user", f"{before.content}\n\n{message.content}")
            continue
        if before is not None:
            yield before
        before = message
    if before is not None:
        yield before


# --- tools ------------------------------------------------------------------------------------


def _tools(wire: list[WireTool]) -> tuple[Tool, ...]:
    return tuple(_tool(tool, f"tools[{index}]") for index, tool in enumerate(wire))


def _tool(wire: WireTool, at: str) -> Tool:
    if wire.type not in (None, "custom") and wire.input_schema is None:
        raise UnsupportedFeature(
            f"{at}: {wire.name!r} is a tool of Anthropic's servers; only tools with an "
            "input_schema can be offered to a model here.",
            param=at,
        )
    parameters = wire.input_schema or {}
    check_numbers(parameters, f"{at}.input_schema")
    return Tool(wire.name, wire.description or "", parameters)


def _choice(tools: tuple[Tool, ...], wanted: ToolChoice | None) -> Choice:
    kind = wanted.type if wanted else "auto"
    if kind in ("any", "tool") and not tools:
        raise BadRequest(f"tool_choice is {kind}, but there are no tools.", param="tools")
    match kind:
        case "auto" | "none":
            return tools, kind
        case "any":
            return tools, "required"
        case "tool":
            assert wanted is not None
            return (_named(tools, wanted.name),), "required"
    raise BadRequest(
        f"tool_choice.type: {kind!r} is unknown; it is auto, any, tool or none.",
        param="tool_choice.type",
    )


def _named(tools: tuple[Tool, ...], name: str | None) -> Tool:
    for tool in tools:
        if tool.name == name:
            return tool
    raise BadRequest(
        f"tool_choice.name: there is no tool {name!r} in tools.", param="tool_choice.name"
    )


def _thinks(wanted: Thinking | None) -> bool | None:
    match wanted.type if wanted else "adaptive":
        case "enabled":
            return True
        case "disabled":
            return False
        case _:
            return None
