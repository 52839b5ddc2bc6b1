"""What the loop tells the window. Frozen, so they may cross."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from localllm import core
    from localllm.chats.types import Changed, StoredMessage
    from localllm.errors import LocalLLMError
    from localllm.jobs.tasks import Result, Task
    from localllm.models.fetch.queue_item import Download
    from localllm.supervisor.host import LoadedModel
    from localllm.supervisor.jobs import JobView


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


class FilesChanged(msgspec.Struct, frozen=True):
    """Model files came, went or changed."""


class DownloadsChanged(msgspec.Struct, frozen=True):
    """All that there are, in the order of the queue."""

    downloads: tuple[Download, ...]


class JobNow(msgspec.Struct, frozen=True):
    """A job with what it was given, and what it gave back once it is done."""

    view: JobView
    task: Task
    result: Result | None = None


class JobsChanged(msgspec.Struct, frozen=True):
    """All that there are, in the order in which they were started."""

    jobs: tuple[JobNow, ...]


OfLibrary = FilesChanged | DownloadsChanged | JobsChanged
Told = Began | Came | Ended | StoreChanged | ModelChanged | PortChanged | OfLibrary
