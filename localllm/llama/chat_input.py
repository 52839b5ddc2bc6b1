"""core's chats as the OpenAI-style JSON that the shim's templates take."""

from __future__ import annotations

from typing import Any

import msgspec

from localllm import errors
from localllm.core import ChatPrompt, Message, Tool, ToolCall


def offers_tools(chat: ChatPrompt) -> bool:
    """Whether the model may call something."""
    return bool(chat.tools) and chat.tool_choice != "none"


def check(chat: ChatPrompt, grammar: str | None) -> None:
    """Raises BadRequest for combinations that no template can render."""
    if not chat.messages:
        raise errors.BadRequest("A chat needs at least one message.", param="messages")
    if grammar and offers_tools(chat):
        raise errors.BadRequest(
            "A grammar cannot be combined with tools: both decide the output's form. Leave one "
            "out, or set tool_choice to none.",
            param="grammar",
        )
    last = chat.messages[-1]
    if chat.continue_final and (last.role != "assistant" or last.tool_calls):
        raise errors.BadRequest(
            "Only a last message of the assistant, without tool calls, can be continued.",
            param="messages",
        )


def schema_object(text: str | None) -> Any:
    """A JSON schema out of its text. Raises BadRequest for what is no JSON object."""
    if text is None:
        return None
    try:
        schema = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise errors.BadRequest(
            f"The JSON schema is not JSON: {error}", param="json_schema"
        ) from error
    if not isinstance(schema, dict):
        raise errors.BadRequest("A JSON schema is a JSON object.", param="json_schema")
    return schema


def message_json(message: Message) -> dict[str, Any]:
    content = message.content
    if content is None and not message.tool_calls:
        content = ""
    wire: dict[str, Any] = {"role": message.role, "content": content}
    if message.reasoning:
        wire["reasoning_content"] = message.reasoning
    if message.tool_calls:
        wire["tool_calls"] = [_tool_call_json(call) for call in message.tool_calls]
    if message.tool_call_id is not None:
        wire["tool_call_id"] = message.tool_call_id
    if message.name is not None:
        wire["name"] = message.name
    return wire


def _tool_call_json(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def tool_json(tool: Tool) -> dict[str, Any]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    }
    return {"type": "function", "function": function}
