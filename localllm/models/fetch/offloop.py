"""Blocking work of a coroutine, in a thread; never left behind by it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def off_loop(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """As asyncio.to_thread, but one who is cancelled goes only when the thread is done.

    So what the thread works on (a file's descriptor) may be closed by whoever awaited it.
    """
    task = asyncio.ensure_future(asyncio.to_thread(function, *args, **kwargs))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # seen, so that nobody warns of it
        raise


async def open_off_loop(
    open: Callable[P, T], close: Callable[[T], None], *args: P.args, **kwargs: P.kwargs
) -> T:
    """As `off_loop`, for what has to be given back: a lock, an open file. One who is cancelled
    never gets it, so it is closed here; else it would stay locked as long as the process lives."""
    task = asyncio.ensure_future(off_loop(open, *args, **kwargs))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        if not task.cancelled() and task.exception() is None:
            await off_loop(close, task.result())
        raise
