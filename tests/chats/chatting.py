"""Builders for the tests of saved chats."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from localllm.chats.store import ChatStore
from localllm.chats.tree import Parent
from localllm.chats.types import ChatSummary, StoredMessage
from localllm.core import FinishReason, Message


def ask(
    store: ChatStore, chat_id: int, text: str = "a question", parent_id: Parent = UNSET
) -> StoredMessage:
    return store.messages.add(chat_id, Message(role="user", content=text), parent_id=parent_id)


def reply(
    store: ChatStore, chat_id: int, text: str = "an answer", parent_id: Parent = UNSET
) -> StoredMessage:
    answer = store.answers.begin(chat_id, parent_id=parent_id)
    answer.append(content=text)
    answer.finish(FinishReason.STOP)
    return store.message(answer.message_id)


def chat_of(
    store: ChatStore, *texts: str, title: str = "", folder_id: int | None = None
) -> ChatSummary:
    """A chat with these messages, a person's and a model's in turn."""
    chat = store.chats.create(title=title, folder_id=folder_id)
    for number, text in enumerate(texts):
        (reply if number % 2 else ask)(store, chat.id, text)
    return store.chat(chat.id).summary


def path_of(store: ChatStore, chat_id: int) -> list[str]:
    """What a person sees of the chat."""
    return contents(store.thread(chat_id))


def contents(messages: Iterable[StoredMessage]) -> list[str]:
    return [message.content for message in messages]


class Ticks:
    """A clock that stands unless it is moved. Milliseconds."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now
