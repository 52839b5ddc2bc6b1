"""Everything that can be asked of the store. Nothing here writes.

A `ChatReader` belongs to the thread that made it. The store is one itself; any other thread takes
its own with `ChatReader.open(path)` and sees what was committed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from localllm.chats import rows, search
from localllm.chats.database import connect_reader, explained
from localllm.chats.types import (
    Attachment,
    Chat,
    ChatSummary,
    Counts,
    Folder,
    MessageState,
    Preset,
    SearchHit,
    StoredMessage,
)
from localllm.errors import BadRequest

_THREAD = f"""
{rows.PATH} SELECT {rows.MESSAGE} FROM path JOIN messages m ON m.id = path.id ORDER BY path.depth
"""


class ChatReader:
    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> ChatReader:
        """A reader for the calling thread, beside the store or in another process."""
        return cls(path, connect_reader(path))

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- chats, folders, presets -----------------------------------------------------------

    def chat(self, chat_id: int) -> Chat:
        """Also of a chat in the trash. Raises BadRequest where there is none."""
        return rows.chat(self._one(f"SELECT {rows.CHAT} FROM chats WHERE id = ?", chat_id, "chat"))

    def list_chats(
        self,
        folder_id: int | None = None,
        *,
        everywhere: bool = False,
        limit: int = 200,
        after: ChatSummary | None = None,
    ) -> list[ChatSummary]:
        """A page of the list: pinned first, then the latest.

        `folder_id` None is the top level; `everywhere` ignores folders. `after` is the last chat
        of the page before.
        """
        where, values = ("", []) if everywhere else ("AND folder_id IS ?", [folder_id])
        if after is not None:
            where += " AND (pinned, updated_at, id) < (?, ?, ?)"
            values += [after.pinned, after.updated_at, after.id]
        found = self._all(
            f"SELECT {rows.SUMMARY} FROM chats WHERE deleted_at IS NULL {where} "
            "ORDER BY pinned DESC, updated_at DESC, id DESC LIMIT ?",
            [*values, limit],
        )
        return [rows.summary(row) for row in found]

    def list_trash(self, limit: int = 200, after: ChatSummary | None = None) -> list[ChatSummary]:
        """A page of the trash, the last deleted first."""
        values: list[int | None] = [after.deleted_at, after.id] if after else []
        beyond = "AND (deleted_at, id) < (?, ?)" if after else ""
        found = self._all(
            f"SELECT {rows.SUMMARY} FROM chats WHERE deleted_at IS NOT NULL {beyond} "
            "ORDER BY deleted_at DESC, id DESC LIMIT ?",
            [*values, limit],
        )
        return [rows.summary(row) for row in found]

    def list_folders(self, *, trashed: bool = False) -> list[Folder]:
        """All of them, as a person put them in order, else by name; the tree is in `parent_id`."""
        found = self._all(
            "SELECT f.id, f.parent_id, f.name, (SELECT count(*) FROM chats c "
            "WHERE c.folder_id = f.id AND c.deleted_at IS NULL) FROM folders f "
            "WHERE (f.deleted_at IS NOT NULL) = ? "
            "ORDER BY f.position, f.name COLLATE NOCASE, f.id",
            [trashed],
        )
        return [Folder(*row) for row in found]

    def folder_path(self, folder_id: int | None) -> tuple[str, ...]:
        """The names from the top down to the folder; empty for None."""
        found = self._all(
            "WITH RECURSIVE up(id, parent_id, name, height) AS ("
            "SELECT id, parent_id, name, 0 FROM folders WHERE id = ? UNION ALL "
            "SELECT f.id, f.parent_id, f.name, up.height + 1 FROM up "
            "JOIN folders f ON f.id = up.parent_id) SELECT name FROM up ORDER BY height DESC",
            [folder_id],
        )
        return tuple(row[0] for row in found)

    def known_origins(self, origins: Iterable[str]) -> frozenset[str]:
        """Those of the given origins that a chat outside the trash has."""
        found = self._all(
            "SELECT origin FROM chats WHERE deleted_at IS NULL AND origin IN "
            "(SELECT value FROM json_each(?))",
            [rows.json_text(list(origins))],
        )
        return frozenset(row[0] for row in found)

    def list_presets(self) -> list[Preset]:
        return [
            rows.preset(row)
            for row in self._all(
                f"SELECT {rows.PRESET} FROM presets ORDER BY name COLLATE NOCASE, id"
            )
        ]

    def preset(self, preset_id: int) -> Preset:
        return rows.preset(
            self._one(f"SELECT {rows.PRESET} FROM presets WHERE id = ?", preset_id, "preset")
        )

    # --- messages --------------------------------------------------------------------------

    def thread(self, chat_id: int) -> list[StoredMessage]:
        """The selected path, from the first message to the leaf; empty for an unknown chat."""
        return self._messages(_THREAD, [chat_id])

    def message(self, message_id: int) -> StoredMessage:
        """Also one in the trash. Raises BadRequest where there is none."""
        found = self._messages(
            f"SELECT {rows.MESSAGE} FROM messages m WHERE m.id = ?", [message_id]
        )
        if not found:
            raise missing("message", message_id)
        return found[0]

    def siblings(self, message_id: int) -> list[StoredMessage]:
        """The message and the other answers or edits in its place, oldest first."""
        return self._messages(
            f"SELECT {rows.MESSAGE} FROM messages one JOIN messages m ON m.chat_id = one.chat_id "
            "AND m.parent_id IS one.parent_id WHERE one.id = ? AND m.deleted_at IS NULL "
            "ORDER BY m.id",
            [message_id],
        )

    def tree(self, chat_id: int) -> list[StoredMessage]:
        """Every living message of all branches, parents before their children."""
        return self._messages(
            f"SELECT {rows.MESSAGE} FROM messages m WHERE m.chat_id = ? "
            "AND m.deleted_at IS NULL ORDER BY m.id",
            [chat_id],
        )

    def selected(self, chat_id: int) -> frozenset[int]:
        """The selected child of every message of the chat, and the selected root."""
        found = self._all(
            "SELECT selected_child FROM messages WHERE chat_id = ?1 UNION ALL "
            "SELECT selected_root FROM chats WHERE id = ?1",
            [chat_id],
        )
        return frozenset(row[0] for row in found if row[0] is not None)

    def attachment_data(self, attachment_id: int) -> bytes:
        """The bytes of a kept file; empty where only its text or name is kept."""
        row = self._one(
            "SELECT coalesce(b.data, x'') FROM attachments a LEFT JOIN blobs b USING (sha256) "
            "WHERE a.id = ?",
            attachment_id,
            "attachment",
        )
        return bytes(row[0])

    # --- the whole -------------------------------------------------------------------------

    def search(self, query: str, limit: int = 50) -> list[SearchHit]:
        """Chats whose title or messages hold all words of the query, the best first; also those
        with a file of such a name, and, last, those whose thoughts hold them.

        The last letters of a word may be missing; "words in quotes" must follow each other. No
        query is an error. What is in the trash is not found.
        """
        with explained(self.path):
            return search.search(self._connection, query, limit)

    def counts(self) -> Counts:
        (row,) = self._all(
            "SELECT (SELECT count(*) FROM chats WHERE deleted_at IS NULL), "
            "(SELECT count(*) FROM chats WHERE deleted_at IS NOT NULL), "
            "(SELECT count(*) FROM folders WHERE deleted_at IS NULL), "
            "(SELECT count(*) FROM messages), "
            "(SELECT page_count * page_size FROM pragma_page_count, pragma_page_size)"
        )
        return Counts(*row)

    def check_integrity(self) -> list[str]:
        """What is wrong with the file or with the tree; empty when all is well. Reads it all."""
        problems = [row[0] for row in self._all("PRAGMA integrity_check") if row[0] != "ok"]
        problems += [f"foreign key: {row}" for row in self._all("PRAGMA foreign_key_check")]
        problems += [
            f"message {parent} selects {child}, which is not a living child of it"
            for parent, child in self._all(
                "SELECT p.id, p.selected_child FROM messages p LEFT JOIN messages m "
                "ON m.id = p.selected_child AND m.parent_id = p.id AND m.deleted_at IS NULL "
                "WHERE p.selected_child IS NOT NULL AND m.id IS NULL AND p.deleted_at IS NULL"
            )
        ]
        problems += [
            f"chat {chat} selects {root}, which is not a living first message of it"
            for chat, root in self._all(
                "SELECT c.id, c.selected_root FROM chats c LEFT JOIN messages m ON "
                "m.id = c.selected_root AND m.chat_id = c.id AND m.parent_id IS NULL "
                "AND m.deleted_at IS NULL WHERE c.selected_root IS NOT NULL AND m.id IS NULL"
            )
        ]
        for index, table, indexed in (
            ("message_index", "messages", "state <> 'streaming' AND content <> ''"),
            ("title_index", "chats", "title <> ''"),
            ("reasoning_index", "messages", "state <> 'streaming' AND reasoning <> ''"),
            ("file_index", "attachments", "true"),
        ):
            there = f"SELECT id FROM {index}_docsize"
            due = f"SELECT id FROM {table} WHERE {indexed}"
            problems += [
                f"{index} is out of step with row {row_id} of {table}"
                for (row_id,) in self._all(
                    f"SELECT * FROM ({there} EXCEPT {due}) UNION ALL "
                    f"SELECT * FROM ({due} EXCEPT {there})"
                )
            ]
        return problems

    # --- below -----------------------------------------------------------------------------

    def _all(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        with explained(self.path):
            return self._connection.execute(sql, values).fetchall()

    def _one(self, sql: str, row_id: int, what: str) -> Any:
        found = self._all(sql, [row_id])
        if not found:
            raise missing(what, row_id)
        return found[0]

    def _messages(self, sql: str, values: Sequence[Any]) -> list[StoredMessage]:
        messages = [rows.message(row) for row in self._all(sql, values)]
        kept = self._attachments([message.id for message in messages])
        return [
            self._whole(msgspec.structs.replace(message, attachments=kept.get(message.id, ())))
            for message in messages
        ]

    def _attachments(self, message_ids: list[int]) -> dict[int, tuple[Attachment, ...]]:
        kept: dict[int, tuple[Attachment, ...]] = {}
        for row in self._all(
            f"SELECT {rows.ATTACHMENT} FROM attachments WHERE message_id IN "
            "(SELECT value FROM json_each(?)) ORDER BY id",
            [rows.json_text(message_ids)],
        ):
            attachment = Attachment(*row)
            kept[attachment.message_id] = (*kept.get(attachment.message_id, ()), attachment)
        return kept

    def _whole(self, message: StoredMessage) -> StoredMessage:
        """With what is written of an answer so far (answers.py keeps it apart until the end)."""
        if message.state is not MessageState.STREAMING:
            return message
        chunks = self._all(
            "SELECT content, reasoning FROM answer_chunks WHERE message_id = ? ORDER BY id",
            [message.id],
        )
        return msgspec.structs.replace(
            message,
            content=message.content + "".join(chunk[0] for chunk in chunks),
            reasoning=message.reasoning + "".join(chunk[1] for chunk in chunks),
        )


def missing(what: str, row_id: int) -> BadRequest:
    return BadRequest(
        f"There is no {what} {row_id}; it may have been deleted for good.", param=f"{what}_id"
    )
