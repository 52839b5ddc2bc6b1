"""Ctrl-C ends what is going on, not the program."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any


async def until_interrupted(work: Coroutine[Any, Any, None]) -> bool:
    """Runs `work`; True where a Ctrl-C cancelled it. On the main thread's loop."""
    task = asyncio.ensure_future(work)
    interrupted = False

    def interrupt() -> None:
        nonlocal interrupted
        interrupted = True
        task.cancel()

    with _on_ctrl_c(interrupt):
        try:
            await task
        except asyncio.CancelledError:
            if not interrupted:
                raise
    return interrupted


@contextmanager
def _on_ctrl_c(action: Any) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    before = signal.getsignal(signal.SIGINT)
    if sys.platform == "win32":  # its loop has no signal handlers
        signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(action))
    else:
        loop.add_signal_handler(signal.SIGINT, action)
    try:
        yield
    finally:
        if sys.platform != "win32":
            loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)
