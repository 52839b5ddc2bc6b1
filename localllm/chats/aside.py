"""What is found beside the words of a message: names of its files, and its thoughts."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Literal

import msgspec

from localllm.chats.snippets import excerpt
from localllm.chats.types import SearchHit

_FILES = """
SELECT a.message_id, m.chat_id, a.id FROM (
    SELECT rowid AS id FROM file_index WHERE file_index MATCH ? ORDER BY rowid DESC LIMIT ?) i
JOIN attachments a ON a.id = i.id JOIN messages m ON m.id = a.message_id
JOIN chats c ON c.id = m.chat_id
WHERE m.deleted_at IS NULL AND c.deleted_at IS NULL
"""
_REASONING = """
SELECT m.id, m.chat_id, m.id FROM (
    SELECT rowid AS id FROM reasoning_index
    WHERE reasoning_index MATCH ? ORDER BY rowid DESC LIMIT ?) i
JOIN messages m ON m.id = i.id JOIN chats c ON c.id = m.chat_id
WHERE m.deleted_at IS NULL AND c.deleted_at IS NULL
"""
_TEXT = {
    "file": "SELECT m.role, a.name FROM attachments a JOIN messages m ON m.id = a.message_id "
    "WHERE a.id = ?",
    "reasoning": "SELECT role, reasoning FROM messages WHERE id = ?",
}


class Found(msgspec.Struct, frozen=True):
    """The newest message of a chat that matches; `row_id` is of the table that has the text."""

    where: Literal["file", "reasoning"]
    message_id: int
    row_id: int
    matches: int = 1


def in_files(connection: sqlite3.Connection, match: str, limit: int) -> dict[int, Found]:
    """By chat, the newest first."""
    return _by_chat("file", connection.execute(_FILES, [match, limit]).fetchall())


def in_reasoning(connection: sqlite3.Connection, match: str, limit: int) -> dict[int, Found]:
    return _by_chat("reasoning", connection.execute(_REASONING, [match, limit]).fetchall())


def _by_chat(
    where: Literal["file", "reasoning"], rows: Sequence[tuple[int, int, int]]
) -> dict[int, Found]:
    found: dict[int, Found] = {}
    for message_id, chat_id, row_id in rows:
        one = found.get(chat_id, Found(where, message_id, row_id, matches=0))
        found[chat_id] = msgspec.structs.replace(one, matches=one.matches + 1)
    return found


def shown(
    connection: sqlite3.Connection, hit: SearchHit, found: Found, terms: Sequence[str]
) -> SearchHit:
    """The hit with the place where it was found."""
    role, text = connection.execute(_TEXT[found.where], [found.row_id]).fetchone()
    snippet, spans = excerpt(text, terms)
    return msgspec.structs.replace(
        hit,
        message_id=found.message_id,
        role=role,
        snippet=snippet,
        highlights=spans,
        matches=found.matches,
        found_in=found.where,
    )
