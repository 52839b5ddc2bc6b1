"""Listening and stopping."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

import httpx
import pytest
from helpers.fake_runtime import FakeRuntime, says
from helpers.port import RawClient, becomes, serving

from localllm.errors import BadRequest, Busy, Forbidden
from localllm.server import ollama
from localllm.server.serve import serve
from localllm.settings import Settings

CHAT = "/v1/chat/completions"
TESTS = Path(__file__).parents[1]


async def test_a_taken_port_is_told_with_what_to_do() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Busy, match=rf"Port {port} .*--port"):
            await serve(FakeRuntime(), Settings(port=port))


@pytest.fixture
def ollama_port(monkeypatch: pytest.MonkeyPatch) -> int:
    """Where Ollama's port is in this test: one that is free just now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    monkeypatch.setattr(ollama, "PORT", port)
    return port


async def test_ollamas_port_too(ollama_port: int) -> None:
    async with (
        serving(FakeRuntime(), Settings(port=0, ollama_port=True)) as url,
        httpx.AsyncClient() as client,
    ):
        there = f"http://127.0.0.1:{ollama_port}"
        assert (await client.get(there)).text == "Ollama is running"
        assert (await client.get(f"{there}/api/version")).status_code == 200
        assert "localllm" in (await client.get(url)).text


async def test_ollamas_port_is_left_alone_where_it_is_taken(ollama_port: int) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", ollama_port))
        taken.listen()
        async with (
            serving(FakeRuntime(), Settings(port=0, ollama_port=True)) as url,
            httpx.AsyncClient() as client,
        ):
            assert (await client.get(url)).status_code == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5"])
async def test_listening_more_widely_needs_a_key(host: str) -> None:
    with pytest.raises(Forbidden, match="api_key"):
        await serve(FakeRuntime(), Settings(host=host, port=0))


async def test_a_host_that_is_not_here_is_refused() -> None:
    with pytest.raises(BadRequest, match=r"203\.0\.113\.1"):
        await serve(FakeRuntime(), Settings(host="203.0.113.1", port=0, api_key="k"))


async def test_sockets_can_be_given() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        ready: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(
            serve(FakeRuntime(), Settings(), sockets=[bound], on_ready=ready.set_result)
        )
        assert await ready == f"http://127.0.0.1:{bound.getsockname()[1]}"
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("stream", [False, True])
async def test_answers_in_flight_end_with_an_error_when_the_port_closes(stream: bool) -> None:
    runtime = FakeRuntime(lambda request: [asyncio.Event()])
    async with serving(runtime, Settings(port=0)) as url:
        messages = [{"role": "user", "content": "Hi"}]
        client = await RawClient.post(url, CHAT, messages=messages, stream=stream)
        await becomes(lambda: runtime.requests)
    answer = await client.rest()
    assert "shutting_down" in answer
    assert "[DONE]" not in answer
    assert runtime.closed


async def test_a_client_that_does_not_read_cannot_hold_the_port_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("localllm.server.serve._GRACE_S", 0.05)
    runtime = FakeRuntime(says(*["x" * 100_000] * 500))
    async with serving(runtime, Settings(port=0)) as url:
        messages = [{"role": "user", "content": "Hi"}]
        client = await RawClient.post(url, CHAT, messages=messages, stream=True)
        await client.head()
    await becomes(lambda: runtime.closed)
    await client.hang_up()


async def test_requests_are_logged_where_debug_http_asks_for_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, "localllm.server")
    async with serving(FakeRuntime(), Settings(port=0)) as url:
        client = await RawClient.post(url, CHAT, messages=[{"role": "user", "content": "Hi"}])
        await client.rest()
    ours = [record for record in caplog.records if record.name.startswith("localllm.server")]
    assert any(f'"POST {CHAT} HTTP/1.1" 200' in record.getMessage() for record in ours)


async def test_the_port_is_free_after_it_closed() -> None:
    async with serving(FakeRuntime(), Settings(port=0)) as url:
        port = int(url.rpartition(":")[2])
    async with serving(FakeRuntime(), Settings(port=port)) as again:
        assert again == url


SERVER = """
import asyncio
from helpers.fake_runtime import FakeRuntime, says
from localllm.runtime import run
from localllm.server import ollama
from localllm.server.serve import serve
from localllm.settings import Settings

async def main():
    runtime = FakeRuntime(lambda request: [asyncio.Event()])
    await serve(runtime, Settings(port=0), on_ready=lambda url: print(url, flush=True))

run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a child need a console there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it_cleanly_in_the_middle_of_a_stream(number: signal.Signals) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", SERVER), cwd=TESTS, stdout=PIPE, stderr=PIPE
    )
    assert process.stdout is not None
    url = (await process.stdout.readline()).decode().strip()
    client = await RawClient.post(
        url, CHAT, messages=[{"role": "user", "content": "Hi"}], stream=True
    )
    await client.head()
    process.send_signal(number)
    assert "shutting_down" in await client.rest()
    _, errors = await process.communicate()
    assert (process.returncode, errors) == (0, b"")
