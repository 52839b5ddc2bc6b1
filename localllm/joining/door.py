"""The host's side: listens on loopback and lets guests use the runtime.

    async with Door(lambda: runtime, "app"):
        ...

It is open as long as the program runs, whether or not the HTTP port is. A guest's requests are
requests like others: `Runtime.active` shows them, `Runtime.cancel` ends them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, Self

from localllm.errors import LocalLLMError
from localllm.frames import encode_frame
from localllm.joining import address, wire
from localllm.runtime import InstalledModel, LoadedModel, Runtime

log = logging.getLogger(__name__)

_PATIENCE_S = 5.0  # for a stranger to say who it is


class Door:
    """`runtime` is asked anew for each guest: an app's changes with its settings.

    Made, opened and closed on the runtime's loop. Where no door can be opened (no loopback, a data
    folder that is read-only), the program runs without one and its log says why.
    """

    def __init__(self, runtime: Callable[[], Runtime], what: str) -> None:
        self._runtime = runtime
        self._what = what
        self._secret = ""
        self._file: Path | None = None
        self._server: asyncio.Server | None = None
        self._guests: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        try:
            self._server = await asyncio.start_server(self._knock, "127.0.0.1", 0)
            here = address.new(self._server.sockets[0].getsockname()[1], self._what)
            self._secret = here.secret
            self._file = address.announce(here)
        except OSError as error:
            log.warning("localllm chat cannot join this program: %s", error)

    async def close(self) -> None:
        """Ends what guests are being told."""
        if self._file is not None:
            address.forget(self._file)
        if self._server is not None:
            self._server.close()
            # asyncio takes some turns from an accepted connection to its task, which is then sent
            # away with the others.
            for _ in range(10):
                await asyncio.sleep(0)
        for guest in self._guests:
            guest.cancel()
        if self._guests:
            await asyncio.wait(self._guests)

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _knock(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._guests.add(task)
        try:
            await self._let_in(reader, writer)
        except (OSError, EOFError, ValueError, TimeoutError) as error:
            log.debug("a guest went, or was none: %r", error)
        except asyncio.CancelledError:
            pass  # closing; asyncio would call an ended connection's cancellation an error
        finally:
            await wire.hang_up(writer)
            self._guests.discard(task)

    async def _let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(_PATIENCE_S):
            await self._check(reader, writer)
        await wire.send(writer, wire.Welcome(wire.how_it_runs(self._runtime().settings)))
        ask = await wire.receive(reader, wire.Ask)
        await _until_gone(reader, self._answer(ask, writer))

    async def _check(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hello = await wire.receive(reader, wire.Hello, wire.STRANGER_BYTES)
        asked = wire.nonce()
        await wire.send(writer, wire.Proof(wire.mac(self._secret, "host", hello.nonce), asked))
        proof = await wire.receive(reader, wire.Proof, wire.STRANGER_BYTES)
        if not wire.proven(self._secret, "guest", asked, proof.mac):
            raise ValueError("it does not know the secret")

    async def _answer(self, ask: wire.Ask, writer: asyncio.StreamWriter) -> None:
        runtime = self._runtime()
        try:
            match ask:
                case wire.Resolve(name=name):
                    await wire.send(writer, wire.Installed(await _resolve(runtime, name)))
                case wire.GetStats(model=model):
                    await wire.send(writer, wire.Stats(await runtime.stats(model)))
                case wire.LoadModel(model=model):
                    with _progress_to(writer, runtime, model):
                        info = await runtime.load(model)
                    await wire.send(writer, wire.Loaded(info))
                case wire.Submit():
                    await _stream(runtime, ask, writer)
        except LocalLLMError as error:
            await wire.send(writer, wire.failed(error))


async def _resolve(runtime: Runtime, name: str) -> InstalledModel:
    """Without a name: what is loaded, since to join is to use that; else the default."""
    if not name and not runtime.settings.model:
        ready = [model.path for model in runtime.loaded() if model.state == "ready"]
        models = await asyncio.to_thread(runtime.models) if ready else []
        for model in models:
            if model.path == ready[-1]:
                return model
    return await runtime.resolve(name or None, paths=False)


async def _stream(runtime: Runtime, ask: wire.Submit, writer: asyncio.StreamWriter) -> None:
    with _progress_to(writer, runtime, ask.model):
        stream = await runtime.submit(ask.request, ask.model)
    async with stream:
        await wire.send(writer, wire.Started(stream.info))
        while events := await stream.drain():
            await wire.send(writer, wire.Events(tuple(events)))


@contextlib.contextmanager
def _progress_to(
    writer: asyncio.StreamWriter, runtime: Runtime, model: InstalledModel
) -> Iterator[None]:
    """Tells how far the model's loading is."""

    def tell(now: LoadedModel) -> None:
        if now.path == model.path and not writer.is_closing():
            writer.write(encode_frame(wire.Progress(now)))

    stop = runtime.on_load_progress(tell)
    try:
        yield
    finally:
        stop()


async def _until_gone(reader: asyncio.StreamReader, work: Coroutine[Any, Any, None]) -> None:
    """Runs `work`, which ends when the guest hangs up (it says nothing any more)."""
    working = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(reader.read(1))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        working.cancel()
        await asyncio.wait({working, gone})
    if not working.cancelled():
        working.result()
