"""ChatGPT's data export: `conversations.json` (or shards `conversations-000.json`), in a zip.

A list of conversations, each a tree in `mapping` (id -> {message, parent, children}) with the
selected leaf in `current_node`. OpenAI documents none of it; this follows what exports hold:

    text, multimodal_text       `parts`: strings, and objects that point to pictures in the zip
    thoughts, reasoning_recap   reasoning of the message that follows, and its time
    code, or a `recipient`      a call of a tool; a message of role `tool` answers it
    hidden, empty, system       not shown there, so not taken (a visible system text is the prompt)
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Callable
from typing import Any

import msgspec

from localllm.chats.incoming import Unusable, milliseconds, parse, walk
from localllm.chats.transfer import TransferChat, TransferMessage
from localllm.chats.types import MessageState, NewAttachment, TitleSource
from localllm.core import FinishReason, Role, ToolCall

PROGRAM = "ChatGPT"

FindFile = Callable[[str], tuple[str, bytes] | None]
"""Name and bytes of the file in the export that carries this id; None where there is none."""

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant", "tool": "tool"}
_FINISH = {
    "stop": FinishReason.STOP,
    "max_tokens": FinishReason.LENGTH,
    "interrupted": FinishReason.ABORTED,
}
_NOT_SHOWN = {"user_editable_context", "model_editable_context"}
_RECAP = re.compile(r"(?:(\d+)\s*m\w*\s*)?(\d+)\s*s")


class _Author(msgspec.Struct):
    role: str = ""
    name: str | None = None


class _Content(msgspec.Struct):
    content_type: str = ""
    parts: list[Any] | None = None
    text: str | None = None
    thoughts: Any = None
    content: Any = None
    result: str | None = None


class _Message(msgspec.Struct):
    author: _Author
    create_time: float | None = None
    content: _Content | None = None
    recipient: str | None = None
    metadata: dict[str, Any] | None = None


class _Node(msgspec.Struct):
    message: _Message | None = None
    parent: str | None = None
    children: list[str] = []


class _Conversation(msgspec.Struct):
    mapping: dict[str, _Node]
    title: str | None = None
    create_time: float | None = None
    update_time: float | None = None
    current_node: str | None = None
    id: str | None = None
    conversation_id: str | None = None
    default_model_slug: str | None = None
    is_starred: bool | None = None
    pinned_time: float | None = None


class _Above(msgspec.Struct, frozen=True):
    """What a message takes over from those above it in the tree."""

    parent: int | None = None
    reasoning: str = ""
    seconds: float | None = None
    call: ToolCall | None = None


def conversations(document: Any) -> list[Any] | None:
    """The conversations of an export; None where the document is something else."""
    if isinstance(document, dict):
        document = document.get("conversations", [document])
    if not isinstance(document, list) or not document:
        return None
    return document if isinstance(document[0], dict) and "mapping" in document[0] else None


def read(value: Any, find_file: FindFile) -> TransferChat:
    """One conversation. Raises Unusable."""
    conversation = parse(value, _Conversation)
    messages, system_prompt = _messages(conversation, find_file)
    if not messages:
        raise Unusable("it has no messages")
    identity = conversation.conversation_id or conversation.id
    return TransferChat(
        origin=f"chatgpt:{identity}" if identity else "",
        title=conversation.title or "",
        title_source=TitleSource.IMPORT,
        pinned=bool(conversation.is_starred or conversation.pinned_time),
        created_at=milliseconds(conversation.create_time),
        updated_at=milliseconds(conversation.update_time),
        system_prompt=system_prompt,
        messages=tuple(messages),
    )


def _messages(
    conversation: _Conversation, find_file: FindFile
) -> tuple[list[TransferMessage], str]:
    nodes = _in_order(conversation.mapping)
    selected = _way_to(conversation.current_node, nodes)
    messages: list[TransferMessage] = []
    system_prompt = ""
    state: dict[str | None, _Above] = {None: _Above()}
    for key, node, parent_key in walk(nodes, lambda node: node.parent):
        above = state[parent_key]
        message = node.message
        if message is not None and not _hidden(message):
            if message.author.role == "system":
                system_prompt = system_prompt or _text(message)
            else:
                above = _take(message, above, key in selected, messages, find_file)
        state[key] = above
    return messages, system_prompt


def _in_order(mapping: dict[str, _Node]) -> dict[str, _Node]:
    """The nodes with siblings in the order in which their parent lists them."""
    listed = {child: at for node in mapping.values() for at, child in enumerate(node.children)}
    return dict(sorted(mapping.items(), key=lambda item: listed.get(item[0], len(mapping))))


def _way_to(leaf: str | None, nodes: dict[str, _Node]) -> set[str]:
    way: set[str] = set()
    while leaf in nodes and leaf not in way:
        way.add(leaf)
        leaf = nodes[leaf].parent
    return way


def _hidden(message: _Message) -> bool:
    metadata = message.metadata or {}
    return (
        message.content is None
        or bool(metadata.get("is_visually_hidden_from_conversation"))
        or message.content.content_type in _NOT_SHOWN
    )


def _take(
    message: _Message,
    above: _Above,
    selected: bool,
    messages: list[TransferMessage],
    find_file: FindFile,
) -> _Above:
    """Adds the message, or keeps what belongs to the one after it; what that one takes over."""
    assert message.content is not None
    kind = message.content.content_type
    if kind == "thoughts":
        thought = _thoughts(message.content.thoughts)
        reasoning = "\n\n".join(filter(None, [above.reasoning, thought]))
        return msgspec.structs.replace(above, reasoning=reasoning)
    if kind == "reasoning_recap":
        return msgspec.structs.replace(above, seconds=_seconds(message.content.content))
    made = _made(message, above, len(messages), find_file)
    if not (made.content or made.tool_calls or made.attachments):
        return above
    messages.append(msgspec.structs.replace(made, selected=selected))
    call = made.tool_calls[0] if made.tool_calls else above.call if made.role == "tool" else None
    return _Above(parent=made.id, call=call)


def _made(message: _Message, above: _Above, number: int, find_file: FindFile) -> TransferMessage:
    metadata = message.metadata or {}
    role = _role(message.author.role)
    text = _text(message)
    calls: tuple[ToolCall, ...] = ()
    if role == "assistant" and message.recipient not in (None, "", "all"):
        calls = (ToolCall(f"call_{number}", message.recipient, _arguments(text)),)
    finish = metadata.get("finish_details")
    reason = finish.get("type") if isinstance(finish, dict) else None
    model = metadata.get("model_slug") if role == "assistant" else None
    return TransferMessage(
        id=number,
        parent=above.parent,
        role=role,
        content="" if calls else text,
        reasoning=above.reasoning if role == "assistant" else "",
        reasoning_seconds=above.seconds if role == "assistant" else None,
        tool_calls=calls,
        tool_call_id=above.call.id if role == "tool" and above.call else None,
        name=message.author.name if role == "tool" else None,
        model=model if isinstance(model, str) else "",
        finish_reason=_FINISH.get(reason) if isinstance(reason, str) else None,
        state=MessageState.STOPPED if reason == "interrupted" else MessageState.COMPLETE,
        created_at=milliseconds(message.create_time),
        attachments=tuple(_files(message, find_file)),
    )


def _role(name: str) -> Role:
    try:
        return _ROLES[name]
    except KeyError:
        raise Unusable(f"a message is from “{name}”, which is unknown") from None


def _text(message: _Message) -> str:
    content = message.content
    assert content is not None
    pieces = [content.text or content.result or ""]
    for part in content.parts or []:
        if isinstance(part, str):
            pieces.append(part)
        elif isinstance(part, dict) and isinstance(part.get("text"), str):
            pieces.append(part["text"])  # what was said in a voice chat
    return "\n".join(piece for piece in pieces if piece.strip())


def _thoughts(value: Any) -> str:
    if isinstance(value, str):
        return value
    found = [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
    lines = (
        [item.get(name) for name in ("summary", "content") if isinstance(item.get(name), str)]
        for item in found
    )
    return "\n\n".join("\n".join(filter(None, pair)) for pair in lines if any(pair))


def _seconds(recap: Any) -> float | None:
    """Of "Thought for 1m 5s"; None where it is written in another language or way."""
    match = _RECAP.search(recap) if isinstance(recap, str) else None
    return float(match[1] or 0) * 60 + float(match[2]) if match else None


def _arguments(text: str) -> str:
    """JSON as it is; other text (code for the interpreter) as an object that holds it."""
    try:
        if isinstance(msgspec.json.decode(text), dict):
            return text
    except (msgspec.DecodeError, RecursionError):
        pass
    return msgspec.json.encode({"input": text}).decode()


def _files(message: _Message, find_file: FindFile) -> list[NewAttachment]:
    """Uploads (in the metadata) and pictures (among the parts), each once."""
    named: dict[str, tuple[str, str]] = {}
    uploads = (message.metadata or {}).get("attachments")
    for upload in uploads if isinstance(uploads, list) else []:
        if isinstance(upload, dict) and isinstance(upload.get("id"), str):
            named[upload["id"]] = (
                str(upload.get("name") or ""),
                str(upload.get("mime_type") or ""),
            )
    for part in (message.content.parts if message.content else None) or []:
        pointer = part.get("asset_pointer") if isinstance(part, dict) else None
        if isinstance(pointer, str) and "image" in str(part.get("content_type")):
            named.setdefault(pointer.rpartition("/")[2], ("", ""))
    files: list[NewAttachment] = []
    for file_id, (name, mime) in named.items():
        found = find_file(file_id)
        name = name or (found[0] if found else file_id)
        mime = mime or mimetypes.guess_type(name)[0] or "application/octet-stream"
        files.append(NewAttachment(name=name, mime=mime, data=found[1] if found else None))
    return files
