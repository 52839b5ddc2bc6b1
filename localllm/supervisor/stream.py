"""What a face holds while a request runs: its events, and the way to end it."""

from __future__ import annotations

import asyncio
from typing import Self

from localllm import core
from localllm.errors import revive
from localllm.models.store import InstalledModel
from localllm.supervisor.mailbox import Mailbox
from localllm.supervisor.process import EngineProcess

StreamEvent = core.Queued | core.Prefill | core.Delta | core.Finished | core.Done


class Stream:
    """The events of one request, in order, up to Done; a failure is raised where it occurs.

    Read it by `async for`, or in batches by `drain`. Closing it, leaving its `async with`, or
    dropping the last reference aborts the work behind it, wherever that stands. One task reads at
    a time; any may close. `model` is the installed model, `info` the loaded one.
    """

    def __init__(self, model: InstalledModel, process: EngineProcess, mailbox: Mailbox) -> None:
        self.model = model
        self.info = process.info
        self.request_id = mailbox.request_id
        self._process = process
        self._mailbox = mailbox
        self._loop = asyncio.get_running_loop()
        self._over = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> StreamEvent:
        while not self._mailbox.events:
            if self._over or self._mailbox.closed:
                raise StopAsyncIteration
            await self._mailbox.wait()
        return self._next()

    async def drain(self) -> list[StreamEvent]:
        """All that has arrived, waiting for at least one; [] after the end."""
        if not self._over:
            await self._mailbox.wait()
        events = self._mailbox.events
        taken: list[StreamEvent] = []
        # What came before a failure is told first; the next call raises it.
        while events and not (taken and type(events[0]) is core.Failed):
            taken.append(self._next())
        return taken

    def _next(self) -> StreamEvent:
        event = self._mailbox.events.popleft()
        if isinstance(event, core.Failed):
            self._over = True
            raise revive(event.code, event.message, event.detail)
        if type(event) is core.Done:
            self._over = True
        return event

    async def aclose(self) -> None:
        """Aborts what is not done yet, without waiting for the engine. Safe to call again."""
        self._abort()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._abort()

    def __del__(self) -> None:
        # The collector runs on any thread; the engine is told on the loop's.
        if not (self._over or self._mailbox.closed or self._loop.is_closed()):
            self._loop.call_soon_threadsafe(_abort, self._process, self._mailbox)

    def _abort(self) -> None:
        _abort(self._process, self._mailbox)


def _abort(process: EngineProcess, mailbox: Mailbox) -> None:
    process.abort(mailbox)
    mailbox.close()
