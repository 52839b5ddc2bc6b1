"""Bytes and time: when the head goes out, what fills silence, and how a hang-up ends the work."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, MutableMapping, Sequence
from functools import partial

import pytest
from helpers.fake_runtime import MODEL, FakeRuntime, Script, Step, says
from helpers.port import RawClient, becomes

from localllm.core import Delta, Event, Prefill, Queued, Request, TextPrompt
from localllm.errors import ContextExceeded, EngineDied
from localllm.server import sse

CHAT = "/v1/chat/completions"
HI = [{"role": "user", "content": "Hi"}]


class Held:
    """A script that says what is given before it waits for `go` and ends as `then` does."""

    def __init__(self, *before: Event, then: Exception | None = None) -> None:
        self.before = before
        self.then = then
        self.go = asyncio.Event()

    def __call__(self, request: Request) -> Iterator[Step]:
        if self.before:
            yield list(self.before)
        yield self.go
        yield from says("end")(request) if self.then is None else [self.then]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the stream runs fast."""
    monkeypatch.setattr(sse, "HEAD_WITHIN_S", 0.01)
    monkeypatch.setattr(sse, "COMMENT_EVERY_S", 0.01)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the stream never ticks."""
    monkeypatch.setattr(sse, "HEAD_WITHIN_S", 600)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("event", "comment"),
    [
        (Prefill("", 512, 2048, 0), ": prefill 512/2048\n\n"),
        (Queued("", 3), ": queued 3\n\n"),
    ],
)
async def test_silence_is_filled_with_progress(
    runtime: FakeRuntime, url: str, event: Event, comment: str
) -> None:
    held = runtime.script = Held(event)
    client = await RawClient.post(url, CHAT, messages=HI, stream=True)
    assert " 200 " in await client.head()
    await client.until(comment)
    await client.until(comment)
    held.go.set()
    assert "data: [DONE]" in await client.rest()


@pytest.mark.usefixtures("impatient")
async def test_the_wait_for_a_model_is_filled_too(runtime: FakeRuntime, url: str) -> None:
    runtime.loading.clear()
    client = await RawClient.post(url, CHAT, messages=HI, stream=True)
    await client.until(": waiting\n\n")
    runtime.loading.set()
    assert "data: [DONE]" in await client.rest()


@pytest.mark.usefixtures("patient")
async def test_an_error_before_any_output_has_its_own_status(
    runtime: FakeRuntime, url: str
) -> None:
    runtime.script = Held(Prefill("", 0, 9000, 0), then=ContextExceeded("9000 > 8192"))
    runtime.script.go.set()
    client = await RawClient.post(url, CHAT, messages=HI, stream=True)
    assert (await client.rest()).startswith("HTTP/1.1 400 ")


@pytest.mark.parametrize("before", [(Delta("", content="x"),), (Prefill("", 0, 9, 0),)])
@pytest.mark.usefixtures("impatient")
async def test_an_error_after_the_head_is_the_last_event(
    runtime: FakeRuntime, url: str, before: tuple[Event, ...]
) -> None:
    held = runtime.script = Held(*before, then=EngineDied("It was killed by signal 9"))
    client = await RawClient.post(url, CHAT, messages=HI, stream=True)
    await client.head()
    held.go.set()
    events = [line for line in (await client.rest()).splitlines() if line.startswith("data: ")]
    error = json.loads(events[-1].removeprefix("data: "))["error"]
    assert (error["code"], error["message"]) == ("engine_died", "It was killed by signal 9")


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("before", [(), (Prefill("", 1, 9, 0),), (Delta("", content="x"),)])
@pytest.mark.parametrize("stream", [False, True])
async def test_a_hang_up_closes_the_stream(
    runtime: FakeRuntime, url: str, stream: bool, before: tuple[Event, ...]
) -> None:
    runtime.script = Held(*before)
    client = await RawClient.post(url, CHAT, messages=HI, stream=stream)
    await becomes(lambda: runtime.requests)
    await client.hang_up()
    await becomes(lambda: runtime.closed)
    assert runtime.closed == [runtime.requests[0].id]


async def test_a_hang_up_while_the_model_loads_ends_the_wait(
    runtime: FakeRuntime, url: str
) -> None:
    runtime.loading.clear()
    client = await RawClient.post(url, CHAT, messages=HI, stream=True)
    await becomes(lambda: runtime.requests)
    await client.hang_up()
    await becomes(lambda: runtime.given_up)


@pytest.mark.parametrize("stream", [False, True])
async def test_a_stream_is_closed_after_its_end(
    runtime: FakeRuntime, url: str, stream: bool
) -> None:
    client = await RawClient.post(url, CHAT, messages=HI, stream=stream)
    await client.rest()
    await becomes(lambda: len(runtime.closed) == 1)


async def test_a_reader_that_does_not_read_delays_no_other(runtime: FakeRuntime, url: str) -> None:
    flood = says(*["x" * 100_000] * 500)
    runtime.script = flood
    stuck = await RawClient.post(url, CHAT, messages=HI, stream=True)
    await becomes(lambda: runtime.requests)
    runtime.script = says("quick")
    other = await RawClient.post(url, CHAT, messages=HI, stream=True)
    assert "quick" in await other.rest()
    assert not runtime.closed or runtime.closed == [runtime.requests[1].id]
    await stuck.hang_up()
    await becomes(lambda: len(runtime.closed) == 2)


class Dialect:
    """One mark for each event that is output."""

    def encode(self, events: Sequence[Event]) -> bytes:
        return b"".join(b"data: x\n\n" for event in events if not isinstance(event, Prefill))


class Connection:
    """An ASGI server's side: keeps what is sent, and can hold up the first comment."""

    def __init__(self, *, hold_comment: bool = False) -> None:
        self.sent: list[dict[str, object]] = []
        self.held = asyncio.Event()
        self.go = asyncio.Event()
        if not hold_comment:
            self.go.set()

    async def send(self, message: MutableMapping[str, object]) -> None:
        if str(message.get("body", b"")).startswith("b': "):
            self.held.set()
            await self.go.wait()
        self.sent.append(dict(message))

    async def receive(self) -> dict[str, object]:
        await asyncio.Event().wait()
        raise AssertionError

    async def answer(self, script: Script, n: int = 1) -> None:
        request = Request("r", TextPrompt(""), n=n)
        submit = partial(FakeRuntime(script).submit, request, MODEL)
        await sse.EventStreamAnswer(submit, set(), Dialect())(
            {"type": "http"}, self.receive, self.send
        )

    def bodies(self) -> list[object]:
        return [message["body"] for message in self.sent if "body" in message]


async def test_the_events_of_one_step_are_one_write() -> None:
    connection = Connection()
    await connection.answer(says("a"), n=3)
    assert connection.bodies() == [b"data: x\n\n" * 3, b"data: x\n\n" * 4, b""]


@pytest.mark.usefixtures("impatient")
async def test_a_comment_that_is_held_up_does_not_come_after_the_end() -> None:
    connection = Connection(hold_comment=True)
    held = Held()
    answering = asyncio.create_task(connection.answer(held))
    await connection.held.wait()
    held.go.set()
    await asyncio.sleep(0)
    connection.go.set()
    await answering
    assert [message.get("more_body") for message in connection.sent][-2:] == [True, False]
