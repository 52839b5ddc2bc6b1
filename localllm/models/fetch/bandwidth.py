"""How fast downloads may be, all of them together: a token bucket that may go into debt."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

_BURST_S = 0.25  # what was not used this long ago may be used now


class Bandwidth:
    """`rate` in bytes a second, 0 for as fast as it goes; may be set at any time.

    Lives on one asyncio loop. Who receives takes what came, and pauses while the bucket is in
    debt: meanwhile the connection's window fills and the sender waits.
    """

    def __init__(self, rate: int = 0, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rate = rate
        self._balance = 0.0
        self._at = clock()
        self._changed = asyncio.Event()

    @property
    def rate(self) -> int:
        return self._rate

    @rate.setter
    def rate(self, rate: int) -> None:
        self._refill()
        self._rate = rate
        self._balance = 0.0  # debts of another rate would stall a slower one for long
        self._changed.set()  # those who wait reckon anew
        self._changed = asyncio.Event()

    async def take(self, n: int) -> None:
        """Returns when `n` bytes are within the rate."""
        if not self._rate:
            return
        self._refill()
        self._balance -= n
        while self._rate and self._balance <= -1:  # a fraction of a byte is nothing to wait for
            await self._wait(-self._balance / self._rate)
            self._refill()

    def _refill(self) -> None:
        now = self._clock()
        earned = (now - self._at) * self._rate
        self._balance = min(self._balance + earned, self._rate * _BURST_S)
        self._at = now

    async def _wait(self, seconds: float) -> None:
        """At most so long; less where the rate changes."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
