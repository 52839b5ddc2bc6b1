"""The cap holds over all who take together, and can be changed while they wait."""

from __future__ import annotations

import asyncio

import pytest

from localllm.models.fetch.bandwidth import Bandwidth
from localllm.models.fetch.speed import Speed


class Clock:
    """Time passes only where somebody waits for it."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Capped(Bandwidth):
    def __init__(self, rate: int) -> None:
        self.time = Clock()
        super().__init__(rate, clock=self.time)

    async def _wait(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.time.now += seconds


async def test_bytes_over_time_are_the_rate() -> None:
    limit = Capped(1000)
    for _ in range(50):
        await limit.take(100)
    assert limit.time.now - 100 == pytest.approx(5)


async def test_several_share_it() -> None:
    limit = Capped(1000)

    async def connection() -> None:
        for _ in range(10):
            await limit.take(100)

    await asyncio.gather(*[connection() for _ in range(4)])
    assert limit.time.now - 100 >= 4 - 0.01


async def test_what_was_not_used_long_ago_is_gone() -> None:
    limit = Capped(1000)
    limit.time.now += 3600
    await limit.take(1250)
    assert limit.time.now - 3700 == pytest.approx(1)  # a quarter of a second was saved up


async def test_without_a_limit_nobody_waits() -> None:
    limit = Capped(0)
    await limit.take(1 << 40)
    assert limit.time.now == 100


async def test_a_new_rate_counts_for_those_who_wait() -> None:
    limit = Bandwidth(1)  # a byte a second: as good as never
    waiting = asyncio.create_task(limit.take(1_000_000))
    await asyncio.sleep(0)
    assert not waiting.done()
    limit.rate = 0
    async with asyncio.timeout(10):
        await waiting


def test_a_speed_follows_what_comes() -> None:
    clock = Clock()
    speed = Speed(clock=clock)
    speed.restart(5000)
    for amount in range(6000, 26_000, 1000):
        clock.now += 0.5
        speed.update(amount)
    assert speed.rate == pytest.approx(2000)
    for _ in range(100):
        clock.now += 0.5
        speed.update(25_000)
    assert speed.rate < 1
