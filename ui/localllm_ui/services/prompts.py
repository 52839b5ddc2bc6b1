"""A stored path as the prompt a model gets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from localllm.core import ChatPrompt, Message

if TYPE_CHECKING:
    from localllm.chats.types import Attachment, ChatSettings, NewAttachment, StoredMessage


def chat_prompt(
    path: Sequence[StoredMessage], settings: ChatSettings, *, continue_final: bool = False
) -> ChatPrompt:
    """System prompt and messages. Thoughts of former answers stay out, as the templates want."""
    system = (Message("system", settings.system_prompt),) if settings.system_prompt else ()
    messages = [_message(message) for message in path]
    if continue_final and path[-1].reasoning:
        messages[-1] = msgspec.structs.replace(messages[-1], reasoning=path[-1].reasoning)
    return ChatPrompt(
        messages=(*system, *messages),
        enable_thinking=settings.thinking,
        continue_final=continue_final,
    )


def with_files(text: str, files: Iterable[Attachment | NewAttachment]) -> str:
    """The person's words below the files that came with them."""
    parts = [f'<file name="{file.name}">\n{file.text}\n</file>' for file in files if file.text]
    return "\n\n".join([*parts, text])


def _message(stored: StoredMessage) -> Message:
    message = msgspec.structs.replace(stored.to_core(), reasoning=None)
    if not stored.attachments:
        return message
    return msgspec.structs.replace(message, content=with_files(stored.content, stored.attachments))
