"""Answers as server-sent events.

    head      with the first output, or after a second: until then an error has its own status
    comments  ": prefill 512/2048" while nothing else is sent: clients give up on silence
    data      all events of one engine step in one write; the transport's back-pressure is awaited
    error     after the head, the API's error as the last event, without its own ending

How an event reads is a dialect's business; this file knows only when bytes go out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from starlette.types import Receive, Scope, Send

from localllm.core import Event, Prefill, Queued
from localllm.errors import LocalLLMError
from localllm.server.answer import Answer, EventStream, Submit, Works

HEAD_WITHIN_S = 1.0
COMMENT_EVERY_S = 3.0

_HEADERS = [
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),  # nginx would hold events back
]


class Dialect(Protocol):
    """How one API writes the events of one answer. Stateful: a new one for each answer."""

    def encode(self, events: Sequence[Event]) -> bytes:
        """Whole SSE events; empty where the API does not speak of them."""

    def failed(self, error: LocalLLMError) -> bytes:
        """The last event of an answer that broke off."""


class EventStreamAnswer(Answer):
    media_type = b"text/event-stream; charset=utf-8"

    def __init__(self, submit: Submit, works: Works, dialect: Dialect) -> None:
        super().__init__(submit, works)
        self._dialect = dialect
        self._lock = asyncio.Lock()  # the answer and the clock both write
        self._begun = False
        self._ended = False
        self._silent = True  # since the last tick
        self._ticks = 0
        self._last: Event | None = None

    async def respond(self, stream: EventStream, send: Send) -> None:
        encode = self._dialect.encode
        while events := await stream.drain():
            if body := encode(events):
                await self._write(send, body)
            else:
                self._last = events[-1]
        await self._write(send, b"", last=True)

    async def tick(self, send: Send) -> float:
        self._ticks += 1
        if self._ticks == 1:
            return HEAD_WITHIN_S
        if self._silent:
            await self._write(send, self.comment(self._last))
        self._silent = True
        return COMMENT_EVERY_S

    async def fail(self, error: LocalLLMError, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._begun:
            await super().fail(error, scope, receive, send)
            return
        body = self._dialect.failed(error)
        await send({"type": "http.response.body", "body": body})

    def comment(self, latest: Event | None) -> bytes:
        """What fills silence; `latest` is the last event that was not told."""
        match latest:
            case Prefill(done=done, total=total):
                return b": prefill %d/%d\n\n" % (done, total)
            case Queued(position=position):
                return b": queued %d\n\n" % position
            case _:
                return b": waiting\n\n"

    async def _write(self, send: Send, body: bytes, *, last: bool = False) -> None:
        self._silent = False
        async with self._lock:
            if self._ended:
                return
            self._ended = last
            if not self._begun:
                self._begun = True
                headers = [(b"content-type", self.media_type), *_HEADERS]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body, "more_body": not last})
