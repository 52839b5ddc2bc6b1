"""Several streams read as one: the choices of a request that carried a list of prompts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from localllm.core import Delta, Done, Event, Finished, Usage
from localllm.server.answer import EventStream, Submit


async def submit_all(submits: Sequence[Submit], n: int) -> EventStream:
    """One stream for all, of `n` choices each. Raises what the first that fails raises."""
    if len(submits) == 1:
        return await submits[0]()
    streams: list[EventStream] = []
    try:
        for submit in submits:
            streams.append(await submit())  # noqa: PERF401 - what was asked is closed on failure
    except BaseException:
        for stream in streams:
            await stream.aclose()
        raise
    return JoinedStreams(streams, n)


class JoinedStreams:
    """An EventStream of `n` choices for each of `streams`, in their order.

    Choice i of stream s is number s * n + i. Usages are added up into one Done, and times are the
    longest: the streams run side by side. The first failure is that of the whole.
    """

    def __init__(self, streams: Sequence[EventStream], n: int) -> None:
        self._streams = streams
        self._n = n
        self._reads: dict[asyncio.Task[Sequence[Event]], int] = {}
        self._usages: list[Usage] = []
        self._started = False

    async def drain(self) -> list[Event]:
        if not self._started:
            self._started = True
            for number in range(len(self._streams)):
                self._read(number)
        while self._reads:
            done, _ = await asyncio.wait(self._reads, return_when=asyncio.FIRST_COMPLETED)
            if events := [event for task in done for event in self._digest(task)]:
                return events
        return []

    def _read(self, number: int) -> None:
        self._reads[asyncio.create_task(self._streams[number].drain())] = number

    def _digest(self, task: asyncio.Task[Sequence[Event]]) -> list[Event]:
        number = self._reads.pop(task)
        events = task.result()
        if events:
            self._read(number)
        return [moved for event in events if (moved := self._moved(event, number)) is not None]

    def _moved(self, event: Event, number: int) -> Event | None:
        if isinstance(event, Delta | Finished):
            return msgspec.structs.replace(event, index=number * self._n + event.index)
        if not isinstance(event, Done):
            return event
        self._usages.append(event.usage)
        all_done = len(self._usages) == len(self._streams)
        return Done(event.request_id, _total(self._usages)) if all_done else None

    async def aclose(self) -> None:
        for task in self._reads:
            task.cancel()
        await asyncio.gather(*self._reads, return_exceptions=True)
        self._reads.clear()
        for stream in self._streams:
            await stream.aclose()


def _total(usages: Sequence[Usage]) -> Usage:
    counts = {
        name: sum(getattr(usage, name) for usage in usages)
        for name in (
            *("prompt_tokens", "cached_tokens", "completion_tokens", "reasoning_tokens"),
            *("drafted_tokens", "accepted_tokens"),
        )
    }
    times = {
        name: max(getattr(usage, name) for usage in usages)
        for name in ("queued_s", "prefill_s", "decode_s")
    }
    return Usage(**counts, **times)
