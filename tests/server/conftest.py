"""The port in front of a fake runtime: in-process, or on a socket where bytes and time count."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from helpers.fake_runtime import FakeRuntime
from helpers.port import serving

from localllm.server.app import create_app
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


@pytest.fixture
async def url(runtime: FakeRuntime, settings: Settings) -> AsyncIterator[str]:
    """The address of a real server on a free port."""
    async with serving(runtime, settings) as url:
        yield url
