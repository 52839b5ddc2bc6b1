"""From an engine's stream to an HTTP response: raw ASGI, one task beside the connection's own.

    connection's task   waits for the work, a hang-up or the clock; sends the error if there is one
    work (child task)   submit, then stream.drain() -> encode -> send, again and again

A hang-up cancels the work and closes the stream, which aborts the request in its engine, or the
wait for a model that is loading. Whoever closes the port cancels every task of `works`; those
answers then end with an error that says so.
"""

from __future__ import annotations

import abc
import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from starlette.types import Receive, Scope, Send

from localllm.core import Event
from localllm.errors import LocalLLMError
from localllm.server.errors import Stopping, as_localllm, error_response

Works = set["asyncio.Task[None]"]
"""The answers being given right now, by their work."""


class EventStream(Protocol):
    """The answer to one request. Used by one task at a time."""

    async def drain(self) -> Sequence[Event]:
        """Waits for events and returns all there are; none once the request has ended.

        Raises LocalLLMError where the request failed.
        """

    async def aclose(self) -> None:
        """Aborts the request if it has not ended. May be called twice."""


Submit = Callable[[], Awaitable[EventStream]]
"""Asks the runtime; may wait for a model to load. Raises LocalLLMError."""


class Answer(abc.ABC):
    """A response made of a stream's events."""

    def __init__(self, submit: Submit, works: Works) -> None:
        self._submit = submit
        self._works = works

    @abc.abstractmethod
    async def respond(self, stream: EventStream, send: Send) -> None:
        """Sends the whole response. May raise anything and be cancelled anywhere."""

    async def fail(self, error: LocalLLMError, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends `error`, which ended the work."""
        await error_response(error, scope["path"])(scope, receive, send)

    async def tick(self, send: Send) -> float | None:
        """Called at first, and again after as many seconds as it returns (None: never)."""
        return None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        work = asyncio.create_task(self._work(send))
        gone = asyncio.create_task(_hang_up(receive))
        self._works.add(work)
        try:
            await self._watch(work, gone, send)
            if not gone.done() and (error := _failure(work)) is not None:
                await self.fail(error, scope, receive, send)
        finally:
            self._works.discard(work)
            await _end(work, gone)

    async def _work(self, send: Send) -> None:
        async with contextlib.aclosing(await self._submit()) as stream:
            await self.respond(stream, send)

    async def _watch(self, work: asyncio.Task[None], gone: asyncio.Task[None], send: Send) -> None:
        while not (work.done() or gone.done()):
            pause = await self.tick(send)
            await asyncio.wait((work, gone), timeout=pause, return_when=asyncio.FIRST_COMPLETED)


class Form(Protocol):
    """An API's form of a whole answer, filled in as events come."""

    def add(self, events: Sequence[Event]) -> None: ...

    def body(self) -> bytes:
        """JSON, once every choice has ended."""


class WholeAnswer(Answer):
    """A response that is sent once every choice has ended."""

    def __init__(self, submit: Submit, works: Works, form: Form) -> None:
        super().__init__(submit, works)
        self._form = form

    async def respond(self, stream: EventStream, send: Send) -> None:
        while events := await stream.drain():
            self._form.add(events)
        body = self._form.body()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


async def _hang_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _failure(work: asyncio.Task[None]) -> LocalLLMError | None:
    if work.cancelled():
        return Stopping("localllm is closing this port; ask again when it is back.")
    error = work.exception()
    return None if error is None else as_localllm(error)


async def _end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
