"""Rows of the database and the values of types.py, both ways. The column lists live here only."""

from __future__ import annotations

from typing import Any

import msgspec

from localllm.chats.types import (
    Chat,
    ChatSettings,
    ChatSummary,
    MessageState,
    Preset,
    StoredMessage,
    TitleSource,
)
from localllm.core import FinishReason, SamplingParams, ToolCall, Usage

SUMMARY = (
    "id, title, title_source, folder_id, pinned, created_at, updated_at, deleted_at, model, "
    "draft <> ''"
)
_SUMMARY_WIDTH = 10
SETTINGS = "model, system_prompt, sampling, thinking, preset_id"
CHAT = f"{SUMMARY}, {SETTINGS}, draft, origin"
PRESET = "id, name, model, system_prompt, sampling, thinking, id"
ATTACHMENT = "id, message_id, name, mime, size, text, tokens"

# The path a person sees, from the selected root along the selected children.
PATH = """
WITH RECURSIVE path(id, depth) AS (
    SELECT selected_root, 0 FROM chats WHERE id = ?
    UNION ALL
    SELECT (SELECT selected_child FROM messages WHERE id = path.id), depth + 1
    FROM path WHERE path.id IS NOT NULL)
"""

_SIBLINGS = (
    "(SELECT count(*) FROM messages s WHERE s.chat_id = m.chat_id AND s.parent_id IS m.parent_id "
    "AND s.deleted_at IS NULL"
)
MESSAGE = (
    "m.id, m.chat_id, m.parent_id, m.role, m.content, m.reasoning, m.reasoning_seconds, "
    "m.tool_calls, m.tool_call_id, m.name, m.model, m.usage, m.finish_reason, m.state, "
    "m.error_code, m.error, m.created_at, m.updated_at, m.deleted_at, "
    f"{_SIBLINGS} AND s.id <= m.id), {_SIBLINGS})"
)

_TOOL_CALLS = msgspec.json.Decoder(tuple[ToolCall, ...])
_USAGE = msgspec.json.Decoder(Usage)
_SAMPLING = msgspec.json.Decoder(SamplingParams)


def summary(row: Any) -> ChatSummary:
    (chat_id, title, source, folder_id, pinned, created, updated, deleted, model, draft) = row
    return ChatSummary(
        id=chat_id,
        title=title,
        title_source=TitleSource(source),
        folder_id=folder_id,
        pinned=bool(pinned),
        created_at=created,
        updated_at=updated,
        deleted_at=deleted,
        model=model,
        has_draft=bool(draft),
    )


def settings(row: Any) -> ChatSettings:
    model, system_prompt, sampling, thinking, preset_id = row
    return ChatSettings(
        model=model,
        system_prompt=system_prompt,
        sampling=_SAMPLING.decode(sampling),
        thinking=None if thinking is None else bool(thinking),
        preset_id=preset_id,
    )


def settings_values(value: ChatSettings) -> tuple[str, str, str, bool | None, int | None]:
    """In the order of SETTINGS."""
    return (
        value.model,
        value.system_prompt,
        msgspec.json.encode(value.sampling).decode(),
        value.thinking,
        value.preset_id,
    )


def chat(row: Any) -> Chat:
    return Chat(
        summary=summary(row[:_SUMMARY_WIDTH]),
        settings=settings(row[_SUMMARY_WIDTH:-2]),
        draft=row[-2],
        origin=row[-1],
    )


def preset(row: Any) -> Preset:
    return Preset(id=row[0], name=row[1], settings=settings(row[2:]))


def message(row: Any) -> StoredMessage:
    return StoredMessage(
        id=row[0],
        chat_id=row[1],
        parent_id=row[2],
        role=row[3],
        content=row[4],
        reasoning=row[5],
        reasoning_seconds=row[6],
        tool_calls=_TOOL_CALLS.decode(row[7]),
        tool_call_id=row[8],
        name=row[9],
        model=row[10],
        usage=None if row[11] is None else _USAGE.decode(row[11]),
        finish_reason=None if row[12] is None else FinishReason(row[12]),
        state=MessageState(row[13]),
        error_code=row[14],
        error=row[15],
        created_at=row[16],
        updated_at=row[17],
        deleted_at=row[18],
        position=row[19],
        siblings=row[20],
    )


def json_text(value: Any) -> str | None:
    """A column of JSON; None stays NULL."""
    return None if value is None else msgspec.json.encode(value).decode()
