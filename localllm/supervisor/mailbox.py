"""Where the events of one request wait between the pipe and the one who asked."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

from localllm import core


class Mailbox:
    """One writer (the pipe's reader), one reader (a stream), both on one loop's thread.

    However many events arrive before the reader runs, it is woken once. Nothing bounds it but the
    length of an answer: a slow reader delays no other.

    `events` are taken from the left; Done or Failed is the last that ever comes. `last` is the
    newest, taken or not; `answering`: there was a first token. `on_end` is called once: at the
    last event, or when `close` is first.
    """

    __slots__ = (
        "_on_end",
        "_waiter",
        "answering",
        "client",
        "closed",
        "events",
        "last",
        "request_id",
        "started",
    )

    def __init__(self, request: core.Request, on_end: Callable[[], None]) -> None:
        self.request_id = request.id
        self.client = request.client
        self.started = time.time()
        self.events: deque[core.Event] = deque()
        self.last: core.Event | None = None
        self.answering = False
        self.closed = False
        self._waiter: asyncio.Future[None] | None = None
        self._on_end = on_end

    def put(self, event: core.Event) -> None:
        self.events.append(event)
        self.last = event
        if self._waiter is not None:
            self._wake()

    def end(self) -> None:
        """No event comes any more. Safe to call again."""
        on_end, self._on_end = self._on_end, _nothing
        on_end()

    def close(self) -> None:
        """The reader went away: what is here and what still comes is dropped."""
        self.closed = True
        self.events.clear()
        self._wake()
        self.end()

    async def wait(self) -> None:
        """Until an event is there, or `close`. One waiter at a time."""
        if self.events or self.closed:
            return
        if self._waiter is not None:
            raise RuntimeError("two tasks read one stream")
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def _nothing() -> None:
    pass
