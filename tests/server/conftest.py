"""The port in front of a fake runtime: in-process for what a client gets, real where bytes count."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import httpx
import pytest
from helpers.fake_runtime import FakeRuntime

from localllm.server.app import create_app
from localllm.server.serve import serve
from localllm.settings import Settings


@pytest.fixture
def runtime() -> FakeRuntime:
    return FakeRuntime()


@pytest.fixture
def settings() -> Settings:
    return Settings(port=0)


@pytest.fixture
async def client(runtime: FakeRuntime, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """Speaks to the application without a socket."""
    transport = httpx.ASGITransport(create_app(runtime, settings))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


Serving = Callable[..., AbstractAsyncContextManager[str]]


@contextlib.asynccontextmanager
async def _serving(runtime: FakeRuntime, settings: Settings) -> AsyncIterator[str]:
    url: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve(runtime, settings, on_ready=url.set_result))
    await asyncio.wait({task, url}, return_when=asyncio.FIRST_COMPLETED)
    try:
        yield await url
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.fixture
async def url(runtime: FakeRuntime, settings: Settings) -> AsyncIterator[str]:
    """The address of a real server on a free port."""
    async with _serving(runtime, settings) as url:
        yield url
