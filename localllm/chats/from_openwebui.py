"""Open WebUI's export: a list of chats, each a tree in `chat.history` (older ones: a list).

    {"id", "title", "chat": {"models", "params", "history": {"messages": {id: message},
     "currentId"}}, "created_at", "updated_at", "pinned", ...}

A message has `parentId`, `role`, `content`, `timestamp`, `files`; reasoning and tool calls are
HTML inside the content: `<details type="reasoning" duration="5">`, `<details type="tool_calls"
id name arguments result>`.
"""

from __future__ import annotations

import base64
import binascii
import html
import mimetypes
import re
from typing import Any

import msgspec

from localllm.chats.incoming import Turn, Unusable, milliseconds, parse, sampling, walk
from localllm.chats.transfer import TransferChat, TransferMessage
from localllm.chats.types import MessageState, NewAttachment, TitleSource
from localllm.core import FinishReason, Usage

PROGRAM = "Open WebUI"

_DETAILS = re.compile(
    r'<details\b([^>]*\btype="(reasoning|tool_calls)"[^>]*)>(.*?)</details>', re.DOTALL
)
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_SUMMARY = re.compile(r"<summary>.*?</summary>", re.DOTALL)
_QUOTE = re.compile(r"^> ?", re.MULTILINE)
_DATA_URL = re.compile(r"data:([\w.+-]+/[\w.+-]+);base64,(.*)", re.DOTALL)


class _Message(msgspec.Struct):
    role: str
    content: Any = None
    id: str | None = None
    parentId: str | None = None
    timestamp: float | None = None
    model: str | None = None
    usage: Any = None
    files: Any = None
    error: Any = None
    done: bool | None = None


class _History(msgspec.Struct):
    messages: dict[str, _Message] | None = None
    current: str | None = msgspec.field(name="currentId", default=None)


class _Inner(msgspec.Struct):
    history: _History | None = None
    messages: list[_Message] | None = None
    title: str | None = None
    models: list[Any] | None = None
    params: dict[str, Any] | None = None
    system: str | None = None
    timestamp: float | None = None


class _Chat(msgspec.Struct):
    chat: _Inner
    id: str | None = None
    title: str | None = None
    created_at: float | None = None
    updated_at: float | None = None
    pinned: bool | None = None


def conversations(document: Any) -> list[Any] | None:
    """The chats of an export; None where the document is something else."""
    found = document if isinstance(document, list) else [document]
    if not found or not isinstance(found[0], dict):
        return None
    if isinstance(found[0].get("chat"), dict):
        return found
    # "Copy to clipboard" and the API give the inner object alone.
    if isinstance(found[0].get("history"), dict) and "messages" in found[0]["history"]:
        return [{"chat": chat} for chat in found]
    return None


def read(value: Any) -> TransferChat:
    """One chat. Raises Unusable."""
    outer = parse(value, _Chat)
    inner = outer.chat
    messages = _messages(inner)
    if not messages:
        raise Unusable("it has no messages")
    params = dict(inner.params or {})
    if isinstance(params.get("stop"), str):
        params["stop"] = [stop for stop in params["stop"].split(",") if stop]
    system = params.get("system")
    model = inner.models[0] if inner.models else ""
    created = milliseconds(outer.created_at) or milliseconds(inner.timestamp)
    return TransferChat(
        origin=f"openwebui:{outer.id}" if outer.id else "",
        title=outer.title or inner.title or "",
        title_source=TitleSource.IMPORT,
        pinned=bool(outer.pinned),
        created_at=created,
        updated_at=milliseconds(outer.updated_at) or created,
        model=model if isinstance(model, str) else "",
        system_prompt=(system if isinstance(system, str) else "") or inner.system or "",
        sampling=sampling(params),
        messages=tuple(messages),
    )


def _messages(inner: _Inner) -> list[TransferMessage]:
    nodes = dict((inner.history.messages if inner.history else None) or {})
    leaf = inner.history.current if inner.history else None
    if not nodes:
        nodes, leaf = _as_tree(inner.messages or [])
    selected: set[str] = set()
    while leaf in nodes and leaf not in selected:
        selected.add(leaf)
        leaf = nodes[leaf].parentId
    messages: list[TransferMessage] = []
    tails: dict[str | None, int | None] = {None: None}
    for key, node, parent_key in walk(nodes, lambda node: node.parentId):
        messages += _chain(node, len(messages), tails[parent_key], key in selected)
        tails[key] = messages[-1].id
    return messages


def _as_tree(messages: list[_Message]) -> tuple[dict[str, _Message], str | None]:
    """A plain list as the tree it is: each message under the one before it."""
    nodes: dict[str, _Message] = {}
    last: str | None = None
    for number, message in enumerate(messages):
        nodes[str(number)] = msgspec.structs.replace(message, parentId=last)
        last = str(number)
    return nodes, last


def _chain(
    message: _Message, first_id: int, parent: int | None, selected: bool
) -> list[TransferMessage]:
    if message.role == "assistant":
        return _answer(message, first_id, parent, selected)
    if message.role not in ("user", "system"):
        raise Unusable(f"a message is from “{message.role}”, which is unknown")
    return [
        TransferMessage(
            id=first_id,
            parent=parent,
            selected=selected,
            role="user" if message.role == "user" else "system",
            content=_text(message.content),
            created_at=milliseconds(message.timestamp),
            attachments=_files(message.files),
        )
    ]


def _answer(
    message: _Message, first_id: int, parent: int | None, selected: bool
) -> list[TransferMessage]:
    turn = Turn()
    seconds = _take_apart(turn, _text(message.content))
    error = _error(message.error)
    state = MessageState.COMPLETE
    if error:
        state = MessageState.FAILED
    elif message.done is False:
        state = MessageState.INTERRUPTED
    return turn.messages(
        first_id=first_id,
        parent=parent,
        selected=selected,
        model=message.model or "",
        usage=_usage(message.usage),
        finish_reason=FinishReason.STOP if state is MessageState.COMPLETE else None,
        state=state,
        error=error,
        reasoning_seconds=seconds,
        created_at=milliseconds(message.timestamp),
        files=_files(message.files),
    )


def _take_apart(turn: Turn, content: str) -> float | None:
    """Gives the turn its text, reasoning and calls; how long the reasoning took, where known."""
    seconds: float | None = None
    at = 0
    for details in _DETAILS.finditer(content):
        turn.text(content[at : details.start()])
        at = details.end()
        attributes = {name: html.unescape(text) for name, text in _ATTRIBUTE.findall(details[1])}
        if details[2] == "reasoning":
            body = _SUMMARY.sub("", details[3], count=1)
            turn.think(html.unescape(_QUOTE.sub("", body.strip())))
            duration = attributes.get("duration", "")
            if duration.replace(".", "", 1).isdecimal():
                seconds = (seconds or 0.0) + float(duration)
        else:
            call_id, name = attributes.get("id", ""), attributes.get("name", "")
            turn.call(call_id, name, _unwrapped(attributes.get("arguments", "")) or "{}")
            if "result" in attributes:
                turn.result(call_id, name, _unwrapped(attributes["result"]))
    turn.text(content[at:])
    return seconds


def _unwrapped(text: str) -> str:
    """Attributes hold JSON; where that is one string, the string is meant."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
    return value if isinstance(value, str) else text


def _text(content: Any) -> str:
    if isinstance(content, list):
        texts = (part.get("text") for part in content if isinstance(part, dict))
        return "\n".join(text for text in texts if isinstance(text, str))
    return content if isinstance(content, str) else ""


def _error(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("content") or value.get("message") or "unknown error"
    return str(value) if value else ""


def _usage(value: Any) -> Usage | None:
    """OpenAI's names, or Ollama's with times in nanoseconds."""
    if not isinstance(value, dict):
        return None

    def number(*names: str) -> float:
        found = (value.get(name) for name in names)
        return next((n for n in found if isinstance(n, int | float) and n >= 0), 0)

    return Usage(
        prompt_tokens=int(number("prompt_tokens", "prompt_eval_count", "input_tokens")),
        completion_tokens=int(number("completion_tokens", "eval_count", "output_tokens")),
        prefill_s=number("prompt_eval_duration") / 1e9,
        decode_s=number("eval_duration") / 1e9,
    )


def _files(value: Any) -> tuple[NewAttachment, ...]:
    found = [file for file in value if isinstance(file, dict)] if isinstance(value, list) else []
    return tuple(_file(file) for file in found)


def _file(value: dict[str, Any]) -> NewAttachment:
    """A picture as a data URL, or a document whose text was taken out."""
    match = _DATA_URL.match(str(value.get("url") or ""))
    data: bytes | None = None
    if match:
        try:
            data = base64.b64decode(match[2], validate=True)
        except binascii.Error as error:
            raise Unusable(f"a picture in it is damaged: {error}") from error
    inner = value.get("file")
    held = inner.get("data") if isinstance(inner, dict) else None
    text = held.get("content") if isinstance(held, dict) else None
    name = str(value.get("name") or value.get("type") or "file")
    mime = match[1] if match else mimetypes.guess_type(name)[0] or "application/octet-stream"
    return NewAttachment(
        name=name, mime=mime, data=data, text=text if isinstance(text, str) else None
    )
