"""Saved chats: one SQLite file, one writer. `store.py` says how it is used, docs/chats.md more."""

from localllm.chats.answers import Answer
from localllm.chats.reader import ChatReader
from localllm.chats.store import ChatStore
from localllm.chats.types import (
    Attachment,
    Changed,
    Chat,
    ChatSettings,
    ChatSummary,
    Counts,
    Folder,
    MessageState,
    NewAttachment,
    Preset,
    SearchHit,
    StoredMessage,
    TitleSource,
)

__all__ = [
    "Answer",
    "Attachment",
    "Changed",
    "Chat",
    "ChatReader",
    "ChatSettings",
    "ChatStore",
    "ChatSummary",
    "Counts",
    "Folder",
    "MessageState",
    "NewAttachment",
    "Preset",
    "SearchHit",
    "StoredMessage",
    "TitleSource",
]
