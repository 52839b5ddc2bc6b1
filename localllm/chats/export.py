"""Chats as files: Markdown for people, JSON for coming back.

The JSON is one object:

    {"format": "localllm.chats", "version": 1, "exported_at": ms, "chats": [TransferChat, ...]}

`transfer.py` has its types; fields at their default are left out, bytes are base64. A reader
refuses a `version` above its own and ignores fields it does not know.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal

import msgspec

from localllm.chats import transfer
from localllm.chats.database import wall_clock
from localllm.chats.reader import ChatReader
from localllm.chats.types import Chat, MessageState, StoredMessage
from localllm.errors import DiskFull, Forbidden

FORMAT: Literal["localllm.chats"] = "localllm.chats"
VERSION = 1

_PAGE = 500


class ExportFile(msgspec.Struct, frozen=True):
    """The whole file."""

    format: Literal["localllm.chats"]
    version: int
    exported_at: int
    chats: tuple[transfer.TransferChat, ...]


class Names(msgspec.Struct, frozen=True):
    """What the Markdown calls things, for translation."""

    untitled: str = "Chat"
    system: str = "System prompt"
    user: str = "You"
    assistant: str = "Assistant"
    tool: str = "Tool"
    thinking: str = "Thinking"
    attachment: str = "Attachment"
    unfinished: str = "unfinished"


def json_pieces(chats: Iterable[transfer.TransferChat], exported_at: int) -> Iterator[bytes]:
    """The export file, one chat at a time, so that no more than one is in memory."""
    head = msgspec.json.encode({"format": FORMAT, "version": VERSION, "exported_at": exported_at})
    yield head[:-1] + b',"chats":['
    for index, chat in enumerate(chats):
        yield (b",\n" if index else b"\n") + msgspec.json.encode(chat)
    yield b"\n]}\n"


def write_json(reader: ChatReader, path: Path, chat_ids: Iterable[int] | None = None) -> int:
    """Writes these chats (None: all outside the trash); how many. The file appears whole or not.

    Raises DiskFull, Forbidden, and BadRequest for an id that is none.
    """
    wanted = list(_all_chats(reader) if chat_ids is None else chat_ids)
    with _whole_file(path) as file:
        file.writelines(
            json_pieces((transfer.read(reader, chat_id) for chat_id in wanted), wall_clock())
        )
    return len(wanted)


def write_markdown(
    reader: ChatReader, path: Path, chat_id: int, names: Names | None = None
) -> None:
    """Writes what a person sees of the chat: the selected path."""
    text = to_markdown(reader.thread(chat_id), chat=reader.chat(chat_id), names=names)
    with _whole_file(path) as file:
        file.write(text.encode())


def to_markdown(
    messages: Sequence[StoredMessage], *, chat: Chat | None = None, names: Names | None = None
) -> str:
    """The messages one after the other, under the title where a chat is given."""
    names = names or Names()
    blocks: list[str] = []
    if chat is not None:
        blocks.append(f"# {chat.summary.title or names.untitled}")
        if chat.settings.system_prompt:
            blocks += [f"## {names.system}", chat.settings.system_prompt]
    for message in messages:
        blocks += _message_blocks(message, names)
    return "\n\n".join(blocks) + "\n"


def _message_blocks(message: StoredMessage, names: Names) -> Iterator[str]:
    yield f"## {_heading(message, names)}"
    if message.reasoning:
        seconds = message.reasoning_seconds
        took = f" ({seconds:.1f} s)" if seconds is not None else ""
        yield f"<details><summary>{names.thinking}{took}</summary>"
        yield message.reasoning
        yield "</details>"
    for file in message.attachments:
        yield f"*{names.attachment}: {file.name}*"
    if message.content:
        yield _fenced(message.content) if message.role == "tool" else message.content
    for call in message.tool_calls:
        yield f"**{call.name}**\n{_fenced(call.arguments, 'json')}"
    if message.error:
        yield f"> {message.error}"


def _heading(message: StoredMessage, names: Names) -> str:
    title = {
        "user": names.user,
        "assistant": names.assistant,
        "tool": names.tool,
    }.get(message.role, names.system)
    if detail := message.model or message.name:
        title += f" ({detail})"
    if message.state not in (MessageState.COMPLETE, MessageState.STOPPED):
        title += f" – {names.unfinished}"
    return title


def _fenced(text: str, language: str = "") -> str:
    """A code block whose fence is longer than any inside it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text}\n{fence}"


def _all_chats(reader: ChatReader) -> Iterator[int]:
    page = reader.list_chats(everywhere=True, limit=_PAGE)
    while page:
        yield from (chat.id for chat in page)
        page = reader.list_chats(everywhere=True, limit=_PAGE, after=page[-1])


@contextmanager
def _whole_file(path: Path) -> Iterator[IO[bytes]]:
    partial = path.with_name(f"{path.name}.partial")
    try:
        with partial.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise DiskFull(f"The disk is full: {path} could not be written.") from error
        raise Forbidden(f"{path} could not be written: {error.strerror}.") from error
    finally:
        partial.unlink(missing_ok=True)
