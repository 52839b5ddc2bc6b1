"""A download of the queue: what is known of it, and how it shows."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from localllm.models.fetch.queue_file import Kept, State
from localllm.models.fetch.speed import Speed

if TYPE_CHECKING:
    from localllm.models.fetch.plan import PlanFetch


class Download(msgspec.Struct, frozen=True):
    """A download as it is now. Bytes, bytes a second, seconds; `total` and `left_s` None where not
    known. `position` counts those that are not done, the next to run first. `problem` says why it
    failed or does not run; `notes` what else was not expected. `files` are paths, there when done.
    """

    id: str
    name: str
    state: State
    done: int
    total: int | None
    speed: float
    left_s: float | None
    position: int
    problem: str
    notes: tuple[str, ...]
    folder: str
    files: tuple[str, ...]


class Item:
    """A download of the queue. `run` is there while it runs, `task` from its first start on."""

    def __init__(self, kept: Kept) -> None:
        self.id = kept.id
        self.plan = kept.plan
        self.state: State = "queued" if kept.state == "running" else kept.state
        self.problem = kept.problem
        self.notes = kept.notes
        self.run: PlanFetch | None = None
        self.task: asyncio.Task[None] | None = None
        self.speed = Speed()
        self._done, self._total = kept.done, kept.total

    @property
    def done(self) -> int:
        return self.run.done if self.run else self._done

    @property
    def total(self) -> int | None:
        return self.run.total if self.run else self._total

    @property
    def left(self) -> int:
        return max((self.total or 0) - self.done, 0)

    def ended(self) -> None:
        self._done, self._total, self.run = self.done, self.total, None
        self.speed.restart(self._done)

    def kept(self) -> Kept:
        return Kept(self.id, self.plan, self.state, self.done, self.total, self.problem, self.notes)

    def shown(self, position: int) -> Download:
        rate = self.speed.rate if self.state == "running" else 0.0
        known = self.total is not None and rate > 0
        return Download(
            id=self.id,
            name=self.plan.name,
            state=self.state,
            done=self.done,
            total=self.total,
            speed=rate,
            left_s=self.left / rate if known else None,
            position=position,
            problem=self.problem,
            notes=self.notes,
            folder=self.plan.folder,
            files=tuple(str(self.plan.target(file)) for file in self.plan.files),
        )
