"""Tells those who watch of changes: soon, but not more often than an eye can follow."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Generic, TypeVar

log = logging.getLogger(__name__)

INTERVAL_S = 0.2
_IDLE_S = 1.0  # without news, while there may be some: so that a speed falls

T = TypeVar("T")


class Watchers(Generic[T]):
    """`look` gives what they are told, and whether there may be more to tell without a `tell`.

    Lives on one asyncio loop. An error of a callback is logged; the others are told all the same.
    """

    def __init__(self, look: Callable[[], tuple[T, bool]]) -> None:
        self._look = look
        self._callbacks: list[Callable[[T], None]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0
        self._told = 0.0
        self._next = asyncio.Event()

    def add(self, callback: Callable[[T], None]) -> Callable[[], None]:
        """Returns how to stop that."""
        self._callbacks.append(callback)

        def remove() -> None:
            with contextlib.suppress(ValueError):
                self._callbacks.remove(callback)

        return remove

    def tell(self) -> None:
        """Something has changed."""
        self._at(self._told + INTERVAL_S)

    async def next(self) -> None:
        """Until they have been told the next time."""
        await self._next.wait()

    def close(self) -> None:
        """Tells a last time."""
        if self._timer:
            self._timer.cancel()
        self._fire(last=True)

    def _at(self, when: float) -> None:
        loop = asyncio.get_running_loop()
        if self._timer and self._due <= when:
            return
        if self._timer:
            self._timer.cancel()
        self._due = max(when, loop.time())
        self._timer = loop.call_at(self._due, self._fire)

    def _fire(self, *, last: bool = False) -> None:
        self._timer = None
        self._told = asyncio.get_running_loop().time()
        news, more = self._look()
        for callback in tuple(self._callbacks):
            try:
                callback(news)
            except Exception:
                log.exception("A watcher of downloads")
        self._next.set()
        self._next = asyncio.Event()
        if more and not last:
            self._at(self._told + _IDLE_S)
