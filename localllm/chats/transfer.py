"""A chat outside the database: what exports hold, imports bring and copies pass through.

These types are the documented JSON format (export.py writes it, docs/chats.md shows it), so a
field is only ever added, with a default. All ids in it are local to one chat.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from localllm.chats import attachments, rows
from localllm.chats.database import Write
from localllm.chats.reader import ChatReader
from localllm.chats.titles import tidy_title
from localllm.chats.types import (
    ChatSettings,
    MessageState,
    Milliseconds,
    NewAttachment,
    StoredMessage,
    TitleSource,
)
from localllm.core import FinishReason, Role, SamplingParams, ToolCall, Usage
from localllm.errors import BadRequest


class TransferMessage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A node of the tree. `parent` names the `id` of a message that comes earlier in the list.

    `selected` is true of one among those with the same parent: the path a person last saw.
    """

    id: int
    role: Role
    parent: int | None = None
    selected: bool = False
    content: str = ""
    reasoning: str = ""
    reasoning_seconds: float | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    name: str | None = None
    model: str = ""
    usage: Usage | None = None
    finish_reason: FinishReason | None = None
    state: MessageState = MessageState.COMPLETE
    error_code: str = ""
    error: str = ""
    created_at: Milliseconds | None = None
    attachments: tuple[NewAttachment, ...] = ()


class TransferChat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole chat. `folder` is the path of folder names from the top. Times as everywhere: ms."""

    origin: str = ""
    title: str = ""
    title_source: TitleSource = TitleSource.NONE
    folder: tuple[str, ...] = ()
    pinned: bool = False
    created_at: Milliseconds | None = None
    updated_at: Milliseconds | None = None
    model: str = ""
    system_prompt: str = ""
    sampling: SamplingParams = SamplingParams()
    thinking: bool | None = None
    draft: str = ""
    messages: tuple[TransferMessage, ...] = ()


def read(reader: ChatReader, chat_id: int, up_to: int | None = None) -> TransferChat:
    """The chat with all branches and the bytes of its files, without the trash.

    With `up_to` only that message and the way to it.
    """
    chat = reader.chat(chat_id)
    messages = reader.tree(chat_id)
    selected = reader.selected(chat_id)
    if up_to is not None:
        messages = _way_to(messages, up_to)
        selected = frozenset(message.id for message in messages)
    return TransferChat(
        origin=chat.origin,
        title=chat.summary.title,
        title_source=chat.summary.title_source,
        folder=reader.folder_path(chat.summary.folder_id),
        pinned=chat.summary.pinned,
        created_at=chat.summary.created_at,
        updated_at=chat.summary.updated_at,
        model=chat.settings.model,
        system_prompt=chat.settings.system_prompt,
        sampling=chat.settings.sampling,
        thinking=chat.settings.thinking,
        draft=chat.draft,
        messages=tuple(_outgoing(reader, message, message.id in selected) for message in messages),
    )


def _way_to(messages: list[StoredMessage], message_id: int) -> list[StoredMessage]:
    by_id = {message.id: message for message in messages}
    if message_id not in by_id:
        raise BadRequest("This message is in the trash: restore it first.", param="message_id")
    way: list[StoredMessage] = []
    at: int | None = message_id
    while at is not None:
        way.append(by_id[at])
        at = by_id[at].parent_id
    return way[::-1]


def _outgoing(reader: ChatReader, message: StoredMessage, selected: bool) -> TransferMessage:
    return TransferMessage(
        id=message.id,
        parent=message.parent_id,
        selected=selected,
        role=message.role,
        content=message.content,
        reasoning=message.reasoning,
        reasoning_seconds=message.reasoning_seconds,
        tool_calls=message.tool_calls,
        tool_call_id=message.tool_call_id,
        name=message.name,
        model=message.model,
        usage=message.usage,
        finish_reason=message.finish_reason,
        state=_state(message.state),
        error_code=message.error_code,
        error=message.error,
        created_at=message.created_at,
        attachments=tuple(
            NewAttachment(
                name=file.name,
                mime=file.mime,
                data=reader.attachment_data(file.id) if file.size else None,
                text=file.text,
                tokens=file.tokens,
            )
            for file in message.attachments
        ),
    )


# How far another computer's clock may be ahead before a chat counts as one from the future, which
# would stay on top of the list until then.
_CLOCK_SKEW_MS = 60_000


def _state(state: MessageState) -> MessageState:
    """A copy of an answer that is being written is not written on."""
    return MessageState.INTERRUPTED if state is MessageState.STREAMING else state


def as_new(chat: TransferChat, origin: str, now: int) -> TransferChat:
    """The chat as a copy made now: on top of the list, not pinned, without the draft."""
    return msgspec.structs.replace(
        chat, origin=origin, created_at=now, updated_at=now, pinned=False, draft=""
    )


def check_tree(messages: Iterable[TransferMessage]) -> None:
    """Raises BadRequest unless ids are unique and every parent comes before its children."""
    seen: set[int] = set()
    for message in messages:
        if message.id in seen:
            raise BadRequest(f"two messages have the id {message.id}")
        if message.parent is not None and message.parent not in seen:
            raise BadRequest(f"message {message.id} comes before its parent {message.parent}")
        seen.add(message.id)


def write(change: Write, chat: TransferChat, folder_id: int | None) -> int:
    """Adds the chat; its id. Raises BadRequest where its messages are no tree."""
    check_tree(chat.messages)
    settings = ChatSettings(
        model=chat.model,
        system_prompt=chat.system_prompt,
        sampling=chat.sampling,
        thinking=chat.thinking,
    )
    created = chat.created_at if chat.created_at is not None else change.now
    updated = chat.updated_at if chat.updated_at is not None else created
    chat_id = change.insert(
        "INSERT INTO chats (origin, title, title_source, folder_id, pinned, draft, created_at, "
        f"updated_at, {rows.SETTINGS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            chat.origin,
            tidy_title(chat.title),
            chat.title_source,
            folder_id,
            chat.pinned,
            chat.draft,
            created,
            updated if updated <= change.now + _CLOCK_SKEW_MS else change.now,
            *rows.settings_values(settings),
        ],
    )
    _write_messages(change, chat_id, chat.messages, created)
    change.chats.add(chat_id)
    change.folders = change.folders or folder_id is not None
    return chat_id


def _write_messages(
    change: Write, chat_id: int, messages: tuple[TransferMessage, ...], created: int
) -> None:
    if not messages:
        return
    used = change.column("SELECT seq FROM sqlite_sequence WHERE name = 'messages'")
    first = used[0] + 1 if used else 1
    ids = {message.id: first + index for index, message in enumerate(messages)}
    child = _selected_children(messages, ids)
    change.executemany(
        "INSERT INTO messages (id, chat_id, parent_id, selected_child, role, state, created_at, "
        "updated_at, model, finish_reason, error_code, error, tool_call_id, name, tool_calls, "
        "usage, reasoning_seconds, content, reasoning) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            [
                ids[message.id],
                chat_id,
                None if message.parent is None else ids[message.parent],
                child.get(message.id),
                message.role,
                _state(message.state),
                message.created_at if message.created_at is not None else created,
                message.created_at if message.created_at is not None else created,
                message.model,
                message.finish_reason,
                message.error_code,
                message.error,
                message.tool_call_id,
                message.name,
                rows.json_text(message.tool_calls),
                rows.json_text(message.usage),
                message.reasoning_seconds,
                message.content,
                message.reasoning,
            ]
            for message in messages
        ],
    )
    change.execute("UPDATE chats SET selected_root = ? WHERE id = ?", [child[None], chat_id])
    for message in messages:
        attachments.keep(change, ids[message.id], message.attachments)


def _selected_children(
    messages: Iterable[TransferMessage], ids: dict[int, int]
) -> dict[int | None, int]:
    """The row id of the selected child by parent; the last child where none is marked."""
    marked: dict[int | None, int] = {}
    last: dict[int | None, int] = {}
    for message in messages:
        last[message.parent] = ids[message.id]
        if message.selected:
            marked[message.parent] = ids[message.id]
    return last | marked
