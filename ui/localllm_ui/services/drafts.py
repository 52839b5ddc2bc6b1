"""A chat as its window opens it, and the draft that is kept with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from localllm.errors import LocalLLMError

if TYPE_CHECKING:
    from localllm.chats.store import ChatStore
    from localllm.chats.types import Chat, StoredMessage


def read(chat_id: int, store: ChatStore) -> tuple[Chat, list[StoredMessage]]:
    return store.chat(chat_id), store.thread(chat_id)


def keep(store: ChatStore, chat_id: int, draft: str) -> None:
    """Nothing where the chat went to where no draft is wanted."""
    try:
        if store.chat(chat_id).draft != draft:
            store.chats.set_draft(chat_id, draft)
    except LocalLLMError:
        return
