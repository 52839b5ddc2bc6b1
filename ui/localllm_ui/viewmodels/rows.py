"""A message as rows of the thread. Pure: from what is stored or streamed to what is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from localllm.chats.types import MessageState, StoredMessage
from localllm_ui.markdown.block import Block
from localllm_ui.viewmodels import words

if TYPE_CHECKING:
    from localllm.core import ToolCall

Info = dict[str, Any]


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """One delegate. `info` is what a head or foot says; `quiet` rows are thoughts."""

    kind: str
    message_id: int
    block: Block | None = None
    text: str = ""
    info: Info = {}
    quiet: bool = False


def user_row(message: StoredMessage) -> Row:
    info = _identity(message) | {"attachments": [file.name for file in message.attachments]}
    return Row("user", message.id, text=message.content, info=info)


def block_rows(message_id: int, blocks: Iterable[Block], quiet: bool = False) -> list[Row]:
    return [Row(block.kind, message_id, block=block, quiet=quiet) for block in blocks]


def thinking_row(message_id: int, seconds: float | None, *, open: bool, active: bool) -> Row:
    info = {"id": message_id, "seconds": round(seconds or 0.0), "open": open, "active": active}
    return Row("thinking", message_id, info=info)


def tool_rows(message_id: int, calls: Iterable[ToolCall]) -> list[Row]:
    return [
        Row("tool", message_id, block=Block("code", text=call.arguments, language=call.name))
        for call in calls
    ]


def waiting_row(message_id: int, text: str, fraction: float) -> Row:
    return Row("waiting", message_id, info={"words": text, "fraction": fraction})


def foot_row(message: StoredMessage, *, is_last: bool) -> Row:
    info = _identity(message) | {
        "active": message.state is MessageState.STREAMING,
        "failed": message.state is MessageState.FAILED,
        "isLast": is_last,
        "notice": _notice(message),
        "numbers": words.numbers(message.model, message.usage),
    }
    return Row("foot", message.id, info=info)


def _identity(message: StoredMessage) -> Info:
    return {
        "id": message.id,
        "sibling": message.position - 1,
        "siblings": message.siblings,
        "isLast": False,
    }


def _notice(message: StoredMessage) -> str:
    match message.state:
        case MessageState.FAILED:
            return message.error
        case MessageState.INTERRUPTED:
            return words.translate(
                "This answer was cut off when the program ended. It can be continued."
            )
        case _ if message.finish_reason == "length":
            return words.translate(
                "The answer stops here because the context or its token limit is full."
            )
    return ""
