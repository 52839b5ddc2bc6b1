"""Adding, editing, walking and deleting messages. Answers of a model are in answers.py."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from localllm.chats import attachments, tree
from localllm.chats.database import Database
from localllm.chats.reader import ChatReader
from localllm.chats.types import Changed, MessageState, NewAttachment, StoredMessage
from localllm.core import Message
from localllm.errors import BadRequest


class Messages:
    """`store.messages`."""

    def __init__(self, database: Database, reader: ChatReader) -> None:
        self._database = database
        self._reader = reader

    def add(
        self,
        chat_id: int,
        message: Message,
        *,
        parent_id: tree.Parent = UNSET,
        files: Sequence[NewAttachment] = (),
    ) -> StoredMessage:
        """Adds a message after the path's leaf, or under `parent_id` (None: as a first message)."""
        with self._database.write() as write:
            above = tree.parent(write, chat_id, parent_id)
            message_id = tree.insert(write, chat_id, above, message)
            attachments.keep(write, message_id, files)
        return self._reader.message(message_id)

    def edit(
        self,
        message_id: int,
        content: str,
        *,
        files: Sequence[NewAttachment] | UnsetType = UNSET,
    ) -> StoredMessage:
        """A sibling with other words: the old one stays, with all that followed it.

        It carries the same files unless others are given.
        """
        old = self._reader.message(message_id)
        if old.state is MessageState.STREAMING:
            raise BadRequest("This answer is still being written: stop it before editing it.")
        with self._database.write() as write:
            new_id = tree.insert(
                write,
                old.chat_id,
                tree.parent(write, old.chat_id, old.parent_id),
                Message(
                    role=old.role,
                    content=content,
                    tool_calls=old.tool_calls,
                    tool_call_id=old.tool_call_id,
                    name=old.name,
                ),
                model=old.model,
            )
            if files is UNSET:
                attachments.copy(write, message_id, new_id)
            else:
                attachments.keep(write, new_id, files)
        return self._reader.message(new_id)

    def select(self, message_id: int) -> Changed:
        """Leads the chat's path through this message: to a sibling, or to what a search found."""
        if self._reader.message(message_id).deleted_at is not None:
            raise BadRequest("This message is in the trash: restore it first.", param="message_id")
        with self._database.write() as write:
            tree.select(write, message_id)
        return write.changed

    def delete(self, message_id: int) -> Changed:
        """Puts the message and all that follows it into the trash. Undone by `restore`."""
        with self._database.write() as write:
            tree.trash(write, message_id)
        return write.changed

    def restore(self, message_id: int) -> Changed:
        """Undoes `delete(message_id)`."""
        self._reader.message(message_id)
        with self._database.write() as write:
            tree.restore(write, message_id)
        return write.changed
