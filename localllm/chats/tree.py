"""The tree of a chat's messages and the path through it, inside a transaction.

    root ── question ── answer 1
                     └─ answer 2 ── question' ── answer        siblings: regenerated, edited
                        (selected)

A new message is always selected, and so is the whole way to it.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from localllm.chats import rows
from localllm.chats.database import Write
from localllm.chats.reader import missing
from localllm.chats.types import MessageState
from localllm.core import FinishReason, Message, Usage
from localllm.errors import BadRequest

Parent = int | None | UnsetType
"""A message, None for "as a first message", or UNSET for "after the leaf of the path"."""

_INSERT = """
INSERT INTO messages (chat_id, parent_id, role, state, created_at, updated_at, model,
    finish_reason, tool_call_id, name, tool_calls, usage, reasoning_seconds, content, reasoning)
VALUES (:chat_id, :parent_id, :role, :state, :now, :now, :model,
    :finish_reason, :tool_call_id, :name, :tool_calls, :usage, :reasoning_seconds, :content,
    :reasoning)
"""
_LEAF = f"{rows.PATH} SELECT id FROM path WHERE id IS NOT NULL ORDER BY depth DESC LIMIT 1"
_UP = """
WITH RECURSIVE way(id, parent_id) AS (
    SELECT id, parent_id FROM messages WHERE id = ?
    UNION ALL
    SELECT parent_id, (SELECT parent_id FROM messages WHERE id = way.parent_id)
    FROM way WHERE parent_id IS NOT NULL)
"""
_DOWN = """
WITH RECURSIVE below(id) AS (
    VALUES (?) UNION ALL SELECT m.id FROM below JOIN messages m ON m.parent_id = below.id)
"""


def insert(
    write: Write,
    chat_id: int,
    parent_id: int | None,
    message: Message,
    *,
    state: MessageState = MessageState.COMPLETE,
    model: str = "",
    usage: Usage | None = None,
    finish_reason: FinishReason | None = None,
    reasoning_seconds: float | None = None,
) -> int:
    """Adds a message under a parent that was checked (`parent`) and selects it; its id."""
    message_id = write.insert(
        _INSERT,
        {
            "chat_id": chat_id,
            "parent_id": parent_id,
            "role": message.role,
            "state": state,
            "now": write.now,
            "model": model,
            "finish_reason": finish_reason,
            "tool_call_id": message.tool_call_id,
            "name": message.name,
            "tool_calls": rows.json_text(message.tool_calls),
            "usage": rows.json_text(usage),
            "reasoning_seconds": reasoning_seconds,
            "content": message.content or "",
            "reasoning": message.reasoning or "",
        },
    )
    select(write, message_id)
    touch(write, chat_id)
    write.messages.add(message_id)
    return message_id


def parent(write: Write, chat_id: int, wanted: Parent) -> int | None:
    """The living message of the chat that `wanted` means. Raises BadRequest."""
    if not write.column("SELECT 1 FROM chats WHERE id = ?", [chat_id]):
        raise missing("chat", chat_id)
    if wanted is UNSET:
        leaf = write.column(_LEAF, [chat_id])
        return leaf[0] if leaf else None
    if wanted is not None and not write.column(
        "SELECT 1 FROM messages WHERE id = ? AND chat_id = ? AND deleted_at IS NULL",
        [wanted, chat_id],
    ):
        raise BadRequest(f"Chat {chat_id} has no message {wanted} to answer.", param="parent_id")
    return wanted


def chat_of(write: Write, message_id: int) -> int:
    """Raises BadRequest where there is no such message."""
    found = write.column("SELECT chat_id FROM messages WHERE id = ?", [message_id])
    if not found:
        raise missing("message", message_id)
    return int(found[0])


def touch(write: Write, chat_id: int) -> None:
    write.execute("UPDATE chats SET updated_at = ? WHERE id = ?", [write.now, chat_id])
    write.chats.add(chat_id)


def select(write: Write, message_id: int) -> None:
    """Leads the path through the message; below it the path is as it was last."""
    chat_id = chat_of(write, message_id)
    write.execute(
        f"{_UP} UPDATE messages SET selected_child = way.id FROM way "
        "WHERE messages.id = way.parent_id AND messages.selected_child IS NOT way.id",
        [message_id],
    )
    write.execute(
        f"{_UP} UPDATE chats SET selected_root = way.id FROM way "
        "WHERE chats.id = ? AND way.parent_id IS NULL",
        [message_id, chat_id],
    )
    write.chats.add(chat_id)


def trash(write: Write, message_id: int) -> None:
    """Stamps the message and all below it; the path turns to the nearest sibling."""
    chat_id = chat_of(write, message_id)
    write.messages |= set(
        write.column(
            f"{_DOWN} UPDATE messages SET deleted_at = ? WHERE deleted_at IS NULL "
            "AND id IN (SELECT id FROM below) RETURNING id",
            [message_id, write.now],
        )
    )
    _turn_away(write, chat_id, message_id)
    touch(write, chat_id)


def restore(write: Write, message_id: int) -> None:
    """Brings back what one deletion took, and what it hangs on; the path leads there again."""
    ((deleted_at,),) = write.execute(
        "SELECT deleted_at FROM messages WHERE id = ?", [message_id]
    ).fetchall()
    if deleted_at is None:
        return
    way = write.column(f"{_UP} SELECT id FROM way", [message_id])
    below = write.column(
        f"{_DOWN} SELECT id FROM below JOIN messages USING (id) WHERE deleted_at = ?",
        [message_id, deleted_at],
    )
    back = write.column(
        "UPDATE messages SET deleted_at = NULL WHERE deleted_at IS NOT NULL "
        "AND id IN (SELECT value FROM json_each(?)) RETURNING id",
        [rows.json_text([*way, *below])],
    )
    write.messages |= set(back)
    select(write, message_id)
    touch(write, chat_of(write, message_id))


def _turn_away(write: Write, chat_id: int, message_id: int) -> None:
    """Selects the sibling before the message, else the one after it, else none."""
    (above,) = write.column("SELECT parent_id FROM messages WHERE id = ?", [message_id])
    neighbours = write.column(
        "SELECT id FROM messages WHERE chat_id = ? AND parent_id IS ? AND deleted_at IS NULL "
        "ORDER BY id > ?, abs(id - ?) LIMIT 1",
        [chat_id, above, message_id, message_id],
    )
    other = neighbours[0] if neighbours else None
    if above is None:
        write.execute(
            "UPDATE chats SET selected_root = ? WHERE id = ? AND selected_root = ?",
            [other, chat_id, message_id],
        )
    else:
        write.execute(
            "UPDATE messages SET selected_child = ? WHERE id = ? AND selected_child = ?",
            [other, above, message_id],
        )
