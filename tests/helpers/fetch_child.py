"""A process that fetches plans in children of its own and lets them be killed at a wanted moment.

    with Killable() as killable:
        killable.fetch(plan)                       -> Ended(killed=False, events=93, received=...)
        killable.fetch(plan, die_at=17, how="half")

An event is anything after which the disk or what is known of the network is another: a block
received, a write, a sync, a rename, a removal. The child ends by SIGKILL `before` its event number
`die_at` takes place, `after` it, or (a write) when `half` of it is done. It is forked from a
process that has imported everything, so that a run takes some hundredth of a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import mmap
import os
import signal
import struct
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, Self

import msgspec

from localllm.models.fetch.fetching import Fetch
from localllm.models.fetch.ranges import Pace

How = Literal["before", "half", "after"]


class Order(msgspec.Struct, frozen=True):
    plan: Fetch
    pace: Pace
    die_at: int
    how: How


class Ended(msgspec.Struct, frozen=True):
    """`events` that took place, `received` bytes of bodies; `error` where it failed by itself."""

    killed: bool
    events: int
    received: int
    error: str


class Killable:
    def __enter__(self) -> Self:
        tests = str(Path(__file__).parents[1])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "helpers.fetch_child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([tests, os.getcwd()])},
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def fetch(self, plan: Fetch, pace: Pace, *, die_at: int = 0, how: How = "before") -> Ended:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(msgspec.json.encode(Order(plan, pace, die_at, how)) + b"\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._process.stdout.readline(), type=Ended)


class _Events:
    """Counts them in memory that outlives the child, and ends it at the wanted one."""

    def __init__(self, shared: mmap.mmap, order: Order) -> None:
        self._shared = shared
        self._order = order
        self._lock = threading.Lock()

    def wrap(self, owner: Any, name: str, *, halves: bool = False) -> None:
        whole = getattr(owner, name)

        def event(*args: Any, **kwargs: Any) -> Any:
            mine = self._count()
            if mine and self._order.how == "half" and halves:
                whole(args[0], args[1][: len(args[1]) // 2], *args[2:])
            if mine and self._order.how != "after":
                _die()
            result = whole(*args, **kwargs)
            if mine:
                _die()
            return result

        setattr(owner, name, event)

    def wrap_network(self, limit: Any) -> None:
        take: Callable[..., Any] = limit.take

        async def event(itself: Any, n: int) -> None:
            with self._lock:
                events, received = struct.unpack_from("QQ", self._shared)
                struct.pack_into("QQ", self._shared, 0, events, received + n)
            if self._count():
                _die()
            await take(itself, n)

        limit.take = event

    def _count(self) -> bool:
        with self._lock:
            events, received = struct.unpack_from("QQ", self._shared)
            struct.pack_into("QQ", self._shared, 0, events + 1, received)
            return bool(events + 1 == self._order.die_at)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _child(order: Order, shared: mmap.mmap, errors: int) -> None:
    from localllm.errors import LocalLLMError
    from localllm.models.fetch.bandwidth import Bandwidth
    from localllm.models.fetch.download import fetch

    events = _Events(shared, order)
    for name in ("write", "pwrite"):
        events.wrap(os, name, halves=True)
    for name in ("fdatasync", "fsync", "ftruncate", "replace", "unlink", "rmdir"):
        events.wrap(os, name)
    events.wrap_network(Bandwidth)
    try:
        fetch(order.plan, pace=order.pace)
    except LocalLLMError as error:
        os.write(errors, error.message.encode())


def _run(order: Order) -> Ended:
    shared = mmap.mmap(-1, 16)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            _child(order, shared, writing)
        except BaseException:
            os.write(writing, traceback.format_exc().encode())
        os._exit(0)
    os.close(writing)
    error = b""
    while more := os.read(reading, 4096):
        error += more
    os.close(reading)
    _, status = os.waitpid(child, 0)
    events, received = struct.unpack_from("QQ", shared)
    return Ended(os.WIFSIGNALED(status), events, received, error.decode())


async def _warm() -> None:
    """What takes time when it is first done, before any fork."""
    import httpx

    import localllm.models.fetch.download  # noqa: F401
    from localllm.models.fetch.http import Route, Web

    async with contextlib.aclosing(Web()) as web:
        with contextlib.suppress(httpx.TransportError):
            async with web.open(Route("http://127.0.0.1:1"), {}):
                pass


def main() -> None:
    asyncio.run(_warm())
    for line in sys.stdin.buffer:
        ended = _run(msgspec.json.decode(line, type=Order))
        sys.stdout.buffer.write(msgspec.json.encode(ended) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
