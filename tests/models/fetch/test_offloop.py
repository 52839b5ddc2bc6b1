"""What was opened for one who went away meanwhile is closed."""

from __future__ import annotations

import asyncio
import threading

import pytest

from localllm.models.fetch.offloop import open_off_loop


async def test_what_is_opened_for_one_who_was_cancelled_is_closed() -> None:
    begun, go_on = threading.Event(), threading.Event()
    closed: list[str] = []

    def slowly() -> str:
        begun.set()
        go_on.wait()
        return "lock"

    task = asyncio.create_task(open_off_loop(slowly, closed.append))
    await asyncio.to_thread(begun.wait)
    task.cancel()
    await asyncio.sleep(0)
    assert closed == []
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert closed == ["lock"]


async def test_what_was_opened_in_time_is_handed_over() -> None:
    closed: list[str] = []
    assert await open_off_loop(lambda: "lock", closed.append) == "lock"
    assert closed == []
