"""Chats as a whole: making, naming, filing, copying, deleting."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence

from localllm.chats import attachments, folders, presets, rows, transfer
from localllm.chats.database import Database, Write
from localllm.chats.reader import ChatReader, missing
from localllm.chats.titles import tidy_title
from localllm.chats.types import Changed, ChatSettings, ChatSummary, TitleSource
from localllm.errors import BadRequest

_NOT_RUNNING = "NOT IN (SELECT chat_id FROM messages WHERE state = 'streaming')"


class Chats:
    """`store.chats`."""

    def __init__(self, database: Database, reader: ChatReader) -> None:
        self._database = database
        self._reader = reader

    def create(
        self,
        *,
        title: str = "",
        folder_id: int | None = None,
        settings: ChatSettings | None = None,
    ) -> ChatSummary:
        title = tidy_title(title)
        with self._database.write() as write:
            folders.check(write, folder_id)
            chat_id = write.insert(
                "INSERT INTO chats (origin, title, title_source, folder_id, created_at, "
                f"updated_at, {rows.SETTINGS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    new_origin(),
                    title,
                    TitleSource.USER if title else TitleSource.NONE,
                    folder_id,
                    write.now,
                    write.now,
                    *rows.settings_values(settings or ChatSettings()),
                ],
            )
            write.chats.add(chat_id)
            write.folders = folder_id is not None
        return self._reader.chat(chat_id).summary

    def rename(self, chat_id: int, title: str, source: TitleSource = TitleSource.USER) -> Changed:
        """A person's title is only replaced by a person's: any other `source` changes nothing."""
        with self._database.write() as write:
            (old_source,) = _found(write, "SELECT title_source FROM chats WHERE id = ?", chat_id)
            if source is TitleSource.USER or old_source != TitleSource.USER:
                write.execute(
                    "UPDATE chats SET title = ?, title_source = ? WHERE id = ?",
                    [tidy_title(title), source, chat_id],
                )
                write.chats.add(chat_id)
        return write.changed

    def pin(self, chat_id: int, pinned: bool = True) -> Changed:
        return self._set(chat_id, "pinned", pinned)

    def set_draft(self, chat_id: int, text: str) -> Changed:
        """What is written in the composer and not sent. An empty one is none."""
        return self._set(chat_id, "draft", text)

    def configure(self, chat_id: int, settings: ChatSettings) -> Changed:
        """Replaces all settings; `msgspec.structs.replace` changes one of those it had."""
        with self._database.write() as write:
            presets.configure(write, chat_id, settings)
        return write.changed

    def move(self, chat_ids: Iterable[int], folder_id: int | None) -> Changed:
        """Into a folder, or to the top level (None)."""
        with self._database.write() as write:
            folders.check(write, folder_id)
            write.chats |= set(
                write.column(
                    "UPDATE chats SET folder_id = ? WHERE id IN (SELECT value FROM json_each(?)) "
                    "RETURNING id",
                    [folder_id, rows.json_text(list(chat_ids))],
                )
            )
            write.folders = bool(write.chats)
        return write.changed

    # --- copies ----------------------------------------------------------------------------

    def duplicate(self, chat_id: int) -> ChatSummary:
        """A copy with all branches, in the same folder."""
        return self._copy(transfer.read(self._reader, chat_id), chat_id)

    def branch(self, message_id: int) -> ChatSummary:
        """A new chat that holds the way to this message, itself included, and nothing else."""
        chat_id = self._reader.message(message_id).chat_id
        return self._copy(transfer.read(self._reader, chat_id, up_to=message_id), chat_id)

    def insert(self, incoming: Sequence[transfer.TransferChat]) -> list[int]:
        """Adds chats from elsewhere, all of them or (on an error) none; their ids."""
        with self._database.write() as write:
            return [
                transfer.write(write, chat, folders.at(write, chat.folder)) for chat in incoming
            ]

    def _copy(self, chat: transfer.TransferChat, original_id: int) -> ChatSummary:
        original = self._reader.chat(original_id)
        with self._database.write() as write:
            chat_id = transfer.write(
                write,
                transfer.as_new(chat, new_origin(), write.now),
                original.summary.folder_id,
            )
            presets.configure(write, chat_id, original.settings)
        return self._reader.chat(chat_id).summary

    # --- trash -----------------------------------------------------------------------------

    def trash(self, chat_ids: Iterable[int]) -> Changed:
        """Into the trash. Undone by `restore` with the same ids."""
        with self._database.write() as write:
            write.chats |= set(
                write.column(
                    "UPDATE chats SET deleted_at = ? WHERE deleted_at IS NULL AND id IN "
                    "(SELECT value FROM json_each(?)) RETURNING id",
                    [write.now, rows.json_text(list(chat_ids))],
                )
            )
            write.folders = bool(write.chats)
        return write.changed

    def restore(self, chat_ids: Iterable[int]) -> Changed:
        """Out of the trash; to the top level where its folder is gone."""
        with self._database.write() as write:
            write.chats |= set(
                write.column(
                    "UPDATE chats SET deleted_at = NULL, folder_id = (SELECT f.id FROM folders f "
                    "WHERE f.id = folder_id AND f.deleted_at IS NULL) WHERE deleted_at IS NOT NULL "
                    "AND id IN (SELECT value FROM json_each(?)) RETURNING id",
                    [rows.json_text(list(chat_ids))],
                )
            )
            write.folders = bool(write.chats)
        return write.changed

    def purge(self, chat_ids: Iterable[int]) -> Changed:
        """Deletes for good. Only from the trash, and not while an answer is being written."""
        wanted = rows.json_text(list(chat_ids))
        with self._database.write() as write:
            kept = write.column(
                "SELECT id FROM chats WHERE id IN (SELECT value FROM json_each(?)) "
                f"AND NOT (deleted_at IS NOT NULL AND id {_NOT_RUNNING})",
                [wanted],
            )
            if kept:
                raise BadRequest(
                    "Only chats in the trash can be deleted for good, and none that a model is "
                    "still writing in.",
                    chats=kept,
                )
            write.chats |= set(
                write.column(
                    "DELETE FROM chats WHERE id IN (SELECT value FROM json_each(?)) RETURNING id",
                    [wanted],
                )
            )
            attachments.sweep(write)
        self._shrink()
        return write.changed

    def empty_trash(self, older_than: int | None = None) -> Changed:
        """Deletes for good all that was put into the trash (before `older_than`, where given).

        Chats that a model is still writing in stay.
        """
        with self._database.write() as write:
            before = [older_than if older_than is not None else write.now]
            write.chats |= set(
                write.column(
                    f"DELETE FROM chats WHERE deleted_at < ? AND id {_NOT_RUNNING} RETURNING id",
                    before,
                )
            )
            write.execute(
                f"DELETE FROM messages WHERE deleted_at < ? AND chat_id {_NOT_RUNNING}", before
            )
            write.folders = bool(
                write.column("DELETE FROM folders WHERE deleted_at < ? RETURNING id", before)
            )
            attachments.sweep(write)
        self._shrink()
        return write.changed

    def _shrink(self) -> None:
        # It frees one page a step, and only executescript steps through a statement without rows.
        self._database.connection.executescript("PRAGMA incremental_vacuum")

    def _set(self, chat_id: int, column: str, value: str | bool) -> Changed:
        with self._database.write() as write:
            _found(
                write, f"UPDATE chats SET {column} = ? WHERE id = ? RETURNING id", chat_id, value
            )
            write.chats.add(chat_id)
        return write.changed


def new_origin() -> str:
    return f"localllm:{uuid.uuid4()}"


def _found(write: Write, sql: str, chat_id: int, *values: str | bool) -> list[str | int]:
    found = write.column(sql, [*values, chat_id])
    if not found:
        raise missing("chat", chat_id)
    return found
