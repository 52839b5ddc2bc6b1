"""What the store hands out and takes: frozen values that may go to any thread.

Times are whole milliseconds since the epoch, UTC. Ids are row ids of SQLite and never used twice.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from localllm.core import FinishReason, Message, Role, SamplingParams, ToolCall, Usage

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799_999)]
"""A time that comes from a file: not before 1970, not after 9999."""

Count = Annotated[int, msgspec.Meta(ge=0, le=(1 << 53) - 1)]


class TitleSource(StrEnum):
    """Who titled a chat. What a person wrote is never overwritten by a model."""

    NONE = "none"
    MODEL = "model"
    USER = "user"
    IMPORT = "import"


class MessageState(StrEnum):
    STREAMING = "streaming"  # an answer is being written right now
    COMPLETE = "complete"
    STOPPED = "stopped"  # a person ended it
    INTERRUPTED = "interrupted"  # the program ended before the answer did
    FAILED = "failed"  # `error` says why


class ChatSettings(msgspec.Struct, frozen=True):
    """What a chat is asked with. `thinking` None leaves the template's default.

    `preset_id` is the preset these were taken from; the values are the chat's own copy.
    """

    model: str = ""
    system_prompt: str = ""
    sampling: SamplingParams = SamplingParams()
    thinking: bool | None = None
    preset_id: int | None = None


class ChatSummary(msgspec.Struct, frozen=True):
    """A line of the chat list. `updated_at` moves with messages, not with renaming or pinning."""

    id: int
    title: str
    title_source: TitleSource
    folder_id: int | None
    pinned: bool
    created_at: int
    updated_at: int
    deleted_at: int | None
    model: str
    has_draft: bool


class Chat(msgspec.Struct, frozen=True):
    """A chat without its messages. `origin` says where it first came from: "program:id"."""

    summary: ChatSummary
    settings: ChatSettings
    draft: str
    origin: str


class Folder(msgspec.Struct, frozen=True):
    """`chats` counts those directly inside, without the trash."""

    id: int
    parent_id: int | None
    name: str
    chats: int


class Preset(msgspec.Struct, frozen=True):
    """Named settings; `settings.preset_id` is its own id."""

    id: int
    name: str
    settings: ChatSettings


class NewAttachment(msgspec.Struct, frozen=True):
    """A file to keep with a message: its bytes, the text taken out of it, or both.

    `tokens` is what the text or picture costs in the prompt, where that is known.
    """

    name: str
    mime: str
    data: bytes | None = None
    text: str | None = None
    tokens: Count | None = None


class Attachment(msgspec.Struct, frozen=True):
    """A kept file. `size` counts its bytes (0: only the text, or the name, is known).

    The bytes themselves are read with `ChatReader.attachment_data`.
    """

    id: int
    message_id: int
    name: str
    mime: str
    size: int
    text: str | None
    tokens: int | None


class StoredMessage(msgspec.Struct, frozen=True):
    """A node of a chat's tree. It is number `position` (from 1) of `siblings` answers or edits.

    `reasoning_seconds` is how long the model thought. `error` and `error_code` belong to FAILED.
    """

    id: int
    chat_id: int
    parent_id: int | None
    role: Role
    content: str
    reasoning: str
    reasoning_seconds: float | None
    tool_calls: tuple[ToolCall, ...]
    tool_call_id: str | None
    name: str | None
    model: str
    usage: Usage | None
    finish_reason: FinishReason | None
    state: MessageState
    error_code: str
    error: str
    created_at: int
    updated_at: int
    deleted_at: int | None
    position: int
    siblings: int
    attachments: tuple[Attachment, ...] = ()

    def to_core(self) -> Message:
        """The message as a prompt has it; attachments are the caller's to add."""
        return Message(
            role=self.role,
            content=None if self.tool_calls and not self.content else self.content,
            reasoning=self.reasoning or None,
            tool_calls=self.tool_calls,
            tool_call_id=self.tool_call_id,
            name=self.name,
        )


Span = tuple[int, int]
"""[start, end) in characters (code points, not UTF-16 units) of the text beside it."""


class SearchHit(msgspec.Struct, frozen=True):
    """One chat that was found, with its best message.

    `message_id` is None where only the title matched; `snippet` is then empty. It is of the text,
    or, where that does not match, the name of a file or a piece of the thoughts: `found_in`.
    `matches` counts the matching messages of the chat among those looked at.
    """

    chat: ChatSummary
    title_highlights: tuple[Span, ...] = ()
    message_id: int | None = None
    role: Role | None = None
    snippet: str = ""
    highlights: tuple[Span, ...] = ()
    matches: int = 0
    found_in: Literal["text", "file", "reasoning"] = "text"


class Counts(msgspec.Struct, frozen=True):
    """What the store holds. Messages count in every branch; `bytes` is the file on disk."""

    chats: int
    trashed: int
    folders: int
    messages: int
    bytes: int


class Changed(msgspec.Struct, frozen=True):
    """What an operation changed, for whoever shows it.

    `chats` have another summary, settings, draft or path. `messages` changed inside chats that
    were there before: of a chat that is new, restored or gone, only the chat is named.
    """

    chats: frozenset[int] = frozenset()
    messages: frozenset[int] = frozenset()
    folders: bool = False
    presets: bool = False

    def __bool__(self) -> bool:
        return bool(self.chats or self.messages or self.folders or self.presets)
