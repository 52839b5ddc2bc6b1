"""What the loop tells the window. Frozen, so they may cross."""

from __future__ import annotations

import msgspec

from localllm import core
from localllm.chats.types import Changed, StoredMessage
from localllm.errors import LocalLLMError
from localllm.supervisor.host import LoadedModel


class Began(msgspec.Struct, frozen=True):
    """An answer is being written; `path` ends with it."""

    chat_id: int
    path: list[StoredMessage]


class Came(msgspec.Struct, frozen=True):
    """Events of the answer, in order, since the last time."""

    chat_id: int
    events: list[core.Event]


class Ended(msgspec.Struct, frozen=True):
    """The answer is complete, stopped or failed (`error`); `path` ends with it."""

    chat_id: int
    path: list[StoredMessage]
    error: LocalLLMError | None = None


class StoreChanged(msgspec.Struct, frozen=True):
    changed: Changed


class ModelChanged(msgspec.Struct, frozen=True):
    model: LoadedModel


class PortChanged(msgspec.Struct, frozen=True):
    """`url` is "" while the port is closed; `error` says why it could not be opened."""

    url: str
    error: LocalLLMError | None = None


Told = Began | Came | Ended | StoreChanged | ModelChanged | PortChanged
