"""A real port for a test, and a client that sees every byte of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

from localllm.server.serve import serve
from localllm.settings import Settings


@contextlib.asynccontextmanager
async def serving(runtime: Any, settings: Settings) -> AsyncIterator[str]:
    """Serves until the block ends; yields the URL."""
    url: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(runtime, settings, on_ready=url.set_result))
    await asyncio.wait({task, url}, return_when=asyncio.FIRST_COMPLETED)
    try:
        yield await url
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


class RawClient:
    """One connection, one request."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def post(cls, url: str, path: str, **body: Any) -> RawClient:
        where = urlsplit(url)
        client = cls(*await asyncio.open_connection(where.hostname, where.port))
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {where.netloc}\r\nContent-Length: {len(content)}\r\n"
        client.writer.write(head.encode() + b"Connection: close\r\n\r\n" + content)
        await client.writer.drain()
        return client

    async def head(self) -> str:
        return (await self.reader.readuntil(b"\r\n\r\n")).decode()

    async def until(self, text: str) -> str:
        """What comes, up to and with `text`."""
        return (await self.reader.readuntil(text.encode())).decode()

    async def rest(self) -> str:
        """What comes until the other side closes; then this one does."""
        received = (await self.reader.read()).decode()
        await self.hang_up()
        return received

    async def hang_up(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()


async def becomes(condition: Any, within: float = 5.0) -> None:
    """Waits until `condition()` holds; TimeoutError where it does not."""
    async with asyncio.timeout(within):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.005)
