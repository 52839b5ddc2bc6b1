"""A guest at a host's door, both in this process, on the fake engine; and strangers at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from localllm import core
from localllm.errors import ContextExceeded, ModelNotFound
from localllm.frames import encode_frame
from localllm.joining import address, wire
from localllm.joining.door import Door
from localllm.joining.engines import Engines
from localllm.joining.guest import Guest, HostGone, OtherSettings, join
from localllm.runtime import LoadedModel, Runtime
from localllm.settings import Settings, load_settings

PATIENCE_S = 60.0


def settings(**overrides: Any) -> Settings:
    return load_settings({"engine": "fake", **overrides})


@asynccontextmanager
async def host(**overrides: Any) -> AsyncIterator[Runtime]:
    async with Runtime(settings(**overrides)) as runtime, Door(lambda: runtime, "app"):
        yield runtime


async def guest(**overrides: Any) -> Guest:
    made = await join(settings(**overrides))
    assert made is not None
    return made


def request(text: str, **sampling: Any) -> core.Request:
    messages = (core.Message(role="user", content=text),)
    return core.Request(
        id=f"test-{text[:20]}",
        prompt=core.ChatPrompt(messages=messages),
        sampling=core.SamplingParams(**sampling),
        priority=core.Priority.INTERACTIVE,
        client="localllm chat",
    )


async def until(condition: Any) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110 - the runtime tells of it by nothing else
            await asyncio.sleep(0.01)


async def rest(reader: asyncio.StreamReader) -> bytes:
    """What comes before the door is shut, however hard."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


def unwatched(model: LoadedModel) -> None:
    pass


async def test_a_guest_gets_what_the_hosts_own_stream_has() -> None:
    async with host() as runtime:
        model = await runtime.resolve()
        asked = request("say hello there", seed=1)
        async with await runtime.submit(asked, model) as stream:
            here = [event async for event in stream]
            info = stream.info
        visitor = await guest()
        async with await visitor.submit(asked, model, unwatched) as there:
            came = [event async for event in there]
            assert there.info == info

        def text(events: list[Any]) -> str:
            return "".join(event.content for event in events if isinstance(event, core.Delta))

        assert text(came) == text(here) == "hello there"
        assert isinstance(came[-1], core.Done)
        assert came[-1].usage.completion_tokens == here[-1].usage.completion_tokens


async def test_the_model_is_loaded_by_the_host_with_its_progress_told() -> None:
    async with host() as runtime:
        visitor = await guest()
        model = await visitor.resolve("")
        seen: list[LoadedModel] = []
        info = await visitor.load(model, seen.append)
        assert (model.name, info.name) == ("fake", "fake")
        assert seen[-1].state in ("loading", "ready")
        assert [loaded.state for loaded in runtime.loaded()] == ["ready"]


async def test_without_a_name_it_is_what_is_loaded_there() -> None:
    async with host() as runtime:
        await runtime.load("fake")
        assert (await (await guest()).resolve("")).name == "fake"


async def test_the_hosts_errors_arrive_as_what_they_are() -> None:
    async with host(context=64) as runtime:
        model = await runtime.resolve()
        visitor = await guest(context=64)
        with pytest.raises(ModelNotFound, match="nothing-like-it"):
            await visitor.resolve("nothing-like-it")
        async with await visitor.submit(request("word " * 100), model, unwatched) as stream:
            with pytest.raises(ContextExceeded, match="64"):
                await stream.__anext__()


async def test_a_guests_request_is_one_of_the_hosts_and_ends_when_it_hangs_up() -> None:
    async with host() as runtime:
        model = await runtime.resolve()
        visitor = await guest()
        stream = await visitor.submit(request("say once", ignore_eos=True), model, unwatched)
        async for event in stream:
            if isinstance(event, core.Delta):
                break
        (active,) = runtime.active()
        assert (active.client, active.state) == ("localllm chat", "generating")
        await stream.aclose()
        await until(lambda: not runtime.active())


async def test_a_guest_that_gives_up_while_the_model_loads_leaves_nothing_behind() -> None:
    async with host() as runtime:
        model = await runtime.resolve()
        visitor = await guest()
        asking = asyncio.create_task(
            visitor.submit(request("say a", ignore_eos=True), model, unwatched)
        )
        await until(lambda: [it.state for it in runtime.active()] == ["loading"])
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await until(lambda: not runtime.active())


async def test_the_statistics_are_the_hosts() -> None:
    async with host() as runtime:
        await runtime.load("fake")
        model = await runtime.resolve()
        async with await (await guest()).submit(request("say abc"), model, unwatched) as stream:
            async for _ in stream:
                pass
        there = (await guest()).stats
        async with asyncio.timeout(PATIENCE_S):
            while not (await there(model)).completion_tokens:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert await there(model) == await runtime.stats(model)


async def test_a_host_that_ends_in_the_middle_is_told_and_forgotten() -> None:
    async with Runtime(settings()) as runtime:
        door = Door(lambda: runtime, "server")
        await door.open()
        visitor = await guest()
        model = await runtime.resolve()
        stream = await visitor.submit(request("say a", ignore_eos=True), model, unwatched)
        await stream.__anext__()
        await door.close()
        with pytest.raises(HostGone, match="localllm server"):
            async for _ in stream:
                pass
        assert await join(settings()) is None
        await stream.aclose()


async def test_nobody_there_is_no_host() -> None:
    assert await join(settings()) is None


async def test_what_a_killed_host_left_behind_is_removed() -> None:
    async with await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
    address.announce(address.new(port, "app"))  # nobody listens there any more
    assert await join(settings()) is None
    assert address.found() == []


async def test_a_program_at_a_dead_hosts_port_is_not_told_a_word() -> None:
    heard = bytearray()

    async def stranger(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.extend(await reader.read(1000))
        writer.write(encode_frame(wire.Proof(b"\0" * 32, b"\0" * 32)))
        heard.extend(await reader.read(1000))
        await wire.hang_up(writer)

    async with await asyncio.start_server(stranger, "127.0.0.1", 0) as server:
        at = address.new(server.sockets[0].getsockname()[1], "app")
        address.announce(at)
        assert await join(settings()) is None
        assert address.found() == []
    (hello,) = [msgspec.msgpack.decode(bytes(heard[4:]), type=wire.Hello)]
    assert len(hello.nonce) == 32
    assert at.secret.encode() not in heard
    assert bytes.fromhex(at.secret) not in heard


async def test_who_does_not_know_the_secret_is_not_let_in() -> None:
    async with host() as runtime:
        ((_, at),) = address.found()
        reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
        await wire.send(writer, wire.Hello(wire.nonce()))
        await wire.receive(reader, wire.Proof)
        await wire.send(writer, wire.Proof(b"\0" * 32))
        await wire.send(writer, wire.Submit(request("say a"), await runtime.resolve()))
        assert await rest(reader) == b""
        assert runtime.active() == []
        await wire.hang_up(writer)


@pytest.mark.parametrize(
    "sent",
    [
        b"POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n{}",
        b"\xff\xff\xff\xff" + b"x" * 2000,
        b"\x03\x00\x00\x00abc",
        b"",
    ],
    ids=["a web page", "too large", "no message", "nothing"],
)
async def test_whatever_else_comes_to_the_door_is_turned_away(sent: bytes) -> None:
    async with host():
        ((_, at),) = address.found()
        reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
        writer.write(sent)
        writer.write_eof()
        assert await rest(reader) == b""
        await wire.hang_up(writer)
        assert await join(settings()) is not None  # and the next guest is served


async def test_a_host_of_another_version_is_not_joined() -> None:
    async with host():
        ((file, at),) = address.found()
        file.write_bytes(msgspec.json.encode(msgspec.structs.replace(at, version="0.0.1")))
        assert await join(settings()) is None
        assert file.exists()


async def test_a_host_with_other_settings_is_named_with_them() -> None:
    async with host(context=4096, threads=1):
        with pytest.raises(OtherSettings) as refused:
            await join(settings(context=2048, threads=1))
        assert (refused.value.what, refused.value.names) == ("app", ["context"])


async def test_of_several_hosts_the_one_with_these_settings_is_joined() -> None:
    async with host(context=4096), host(context=2048):
        assert await join(settings(context=2048)) is not None
        assert await join(settings(context=4096)) is not None


async def test_engines_go_on_alone_when_the_host_has_ended() -> None:
    said: list[str] = []
    async with Runtime(settings()) as runtime:
        door = Door(lambda: runtime, "app")
        await door.open()
        async with Engines(settings(), say=said.append) as engines:
            assert engines.joined
            async with await engines.submit(request("say one")) as stream:
                assert [event async for event in stream]
            await door.close()
            async with await engines.submit(request("say two")) as stream:
                assert [event async for event in stream]
            assert not engines.joined
    assert [text.split(" (")[0] for text in said] == [
        "Joined the localllm app that is running",
        "The localllm app has ended: the model is loaded here.",
    ]


async def test_engines_of_ones_own_do_not_look_for_a_host() -> None:
    said: list[str] = []
    async with host() as runtime, Engines(settings(), say=said.append, joining=False) as engines:
        async with await engines.submit(request("say one")) as stream:
            assert [event async for event in stream]
        assert runtime.loaded() == []
    assert said == []
