"""What the next question would take of the context, before it is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from localllm import core
from localllm_ui.services.prompts import chat_prompt, with_files

if TYPE_CHECKING:
    from localllm.chats.types import ChatSettings, NewAttachment, StoredMessage
    from localllm.runtime import Runtime


class Counts(msgspec.Struct, frozen=True):
    """Tokens: of the prompt with the draft, of what the draft adds to it (None: there is none),
    of each file by its name."""

    prompt: int
    draft: int | None
    files: list[tuple[str, int]]


async def count(
    runtime: Runtime,
    path: Sequence[StoredMessage],
    settings: ChatSettings,
    text: str,
    files: Sequence[NewAttachment],
) -> Counts:
    """Asks the chat's model, which has to be loaded."""
    model = settings.model
    draft = with_files(text, files)
    so_far = chat_prompt(path, settings)
    messages = (*so_far.messages, core.Message("user", draft))
    prompt = await runtime.count_tokens(msgspec.structs.replace(so_far, messages=messages), model)
    before = await runtime.count_tokens(so_far, model) if path else 0
    costs = [
        (file.name, await runtime.count_tokens(core.TextPrompt(file.text or ""), model))
        for file in files
    ]
    return Counts(prompt, prompt - before if draft else None, costs)
