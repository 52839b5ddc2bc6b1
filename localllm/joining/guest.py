"""The guest's side: a running localllm found, and its operations called as those of a Runtime.

A connection an operation: whoever hangs up has aborted what ran.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, Self, TypeVar

from localllm import __version__, core
from localllm.errors import EngineDied, revive
from localllm.joining import address, wire
from localllm.joining.address import Address
from localllm.runtime import InstalledModel, LoadedModel, StreamEvent
from localllm.settings import Settings

T = TypeVar("T")

_PATIENCE_S = 3.0  # for a host to prove that it is one

Watcher = Callable[[LoadedModel], None]


class HostGone(EngineDied):
    """The program that was joined has ended, or was killed."""


class OtherSettings(Exception):
    """A host that would run models in another way; `names` are the settings that differ."""

    def __init__(self, what: str, names: list[str]) -> None:
        super().__init__(f"{what} runs with other settings: {', '.join(names)}")
        self.what = what
        self.names = names


async def join(settings: Settings) -> Guest | None:
    """A guest of the newest localllm that runs models as `settings` want; None where none runs.

    Raises OtherSettings where those that run would all do it differently.
    """
    refused: OtherSettings | None = None
    for file, at in address.found():
        if at.version != __version__:
            continue  # its words may be others
        try:
            async with asyncio.timeout(_PATIENCE_S):
                welcome = await _visit(at)
        except (OSError, EOFError, ValueError):
            address.forget(file)  # nobody there, or a stranger
            continue
        except TimeoutError:
            continue
        wanted = wire.how_it_runs(settings)
        names = [name for name in wanted if welcome.settings.get(name) != wanted[name]]
        if not names:
            return Guest(at, file)
        refused = refused or OtherSettings(at.what, names)
    if refused is not None:
        raise refused
    return None


class Guest:
    """`what` it is a guest of, "app" or "server", and that program's `pid`.

    Every method raises HostGone when that has ended, and else what the Runtime there raises.
    """

    def __init__(self, at: Address, file: Path) -> None:
        self.what = at.what
        self.pid = at.pid
        self._at = at
        self._file = file

    async def resolve(self, name: str) -> InstalledModel:
        """The model of that name there; "" is one that is loaded, else its default."""
        return (await self._one(wire.Resolve(name), wire.Installed)).model

    async def load(self, model: InstalledModel, watch: Watcher) -> core.ModelInfo:
        return (await self._one(wire.LoadModel(model), wire.Loaded, watch)).info

    async def stats(self, model: InstalledModel) -> core.EngineStats:
        return (await self._one(wire.GetStats(model), wire.Stats)).stats

    async def submit(
        self, request: core.Request, model: InstalledModel, watch: Watcher
    ) -> GuestStream:
        stack = contextlib.AsyncExitStack()
        try:
            line = await stack.enter_async_context(self._ask(wire.Submit(request, model)))
            started = await line.until(wire.Started, watch)
        except BaseException:
            await stack.aclose()
            raise
        return GuestStream(line, started.info, model, stack)

    async def _one(self, ask: wire.Ask, kind: type[T], watch: Watcher | None = None) -> T:
        async with self._ask(ask) as line:
            return await line.until(kind, watch)

    @contextlib.asynccontextmanager
    async def _ask(self, ask: wire.Ask) -> AsyncIterator[_Line]:
        async with contextlib.AsyncExitStack() as stack:
            with _lost(self._gone):
                reader, writer = await stack.enter_async_context(_connected(self._at))
                await _enter(self._at, reader, writer)
                await wire.send(writer, ask)
            yield _Line(reader, self._gone)

    def _gone(self) -> HostGone:
        address.forget(self._file)
        return HostGone(
            f"The localllm {self.what} that this chat had joined has ended. Ask again: the model "
            "is then loaded here."
        )


class _Line:
    """A connection on which something was asked."""

    def __init__(self, reader: asyncio.StreamReader, gone: Callable[[], HostGone]) -> None:
        self._reader = reader
        self._gone = gone

    async def next(self) -> Any:
        """What comes next. Raises what the host says went wrong there."""
        with _lost(self._gone):
            answer = await wire.receive(self._reader, wire.Answer)
        if isinstance(answer, wire.Failed):
            raise revive(answer.code, answer.message, answer.detail)
        return answer

    async def until(self, kind: type[T], watch: Watcher | None) -> T:
        while not isinstance(answer := await self.next(), kind):
            if isinstance(answer, wire.Progress) and watch is not None:
                watch(answer.model)
        return answer


class GuestStream:
    """As supervisor.stream.Stream: events in order up to Done; leaving its `async with` aborts."""

    def __init__(
        self,
        line: _Line,
        info: core.ModelInfo,
        model: InstalledModel,
        stack: contextlib.AsyncExitStack,
    ) -> None:
        self.info = info
        self.model = model
        self._line = line
        self._stack = stack
        self._events: list[StreamEvent] = []
        self._over = False

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> StreamEvent:
        while not self._events:
            if self._over:
                raise StopAsyncIteration
            came = await self._line.until(wire.Events, None)
            self._events = list(came.events)  # type: ignore[arg-type]
        event = self._events.pop(0)
        self._over = isinstance(event, core.Done)
        return event

    async def aclose(self) -> None:
        self._over = True
        await self._stack.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


@contextlib.contextmanager
def _lost(gone: Callable[[], HostGone]) -> Iterator[None]:
    try:
        yield
    except (OSError, EOFError, ValueError) as error:
        raise gone() from error


async def _visit(at: Address) -> wire.Welcome:
    async with _connected(at) as (reader, writer):
        return await _enter(at, reader, writer)


@contextlib.asynccontextmanager
async def _connected(
    at: Address,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
    try:
        yield reader, writer
    finally:
        await wire.hang_up(writer)


async def _enter(
    at: Address, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> wire.Welcome:
    """Proves to the host who we are, and has it prove the same. ValueError where it cannot."""
    asked = wire.nonce()
    await wire.send(writer, wire.Hello(asked))
    proof = await wire.receive(reader, wire.Proof, wire.STRANGER_BYTES)
    if not wire.proven(at.secret, "host", asked, proof.mac):
        raise ValueError("it does not know the secret")
    await wire.send(writer, wire.Proof(wire.mac(at.secret, "guest", proof.nonce)))
    welcome: wire.Welcome = await wire.receive(reader, wire.Welcome)
    return welcome
