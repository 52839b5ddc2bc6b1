"""A runtime without engines: it answers every request by a script, and remembers what happened.

A script makes the steps of one request's stream: a list of events (one batch), an exception (the
request fails), or an asyncio.Event (the stream waits for it).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from localllm.core import (
    ChatPrompt,
    Delta,
    Done,
    EngineStats,
    Event,
    Finished,
    FinishReason,
    ModelInfo,
    Prompt,
    Request,
    TokenLogprob,
    ToolCallDelta,
    Usage,
)
from localllm.errors import ModelNotFound
from localllm.runtime import InstalledModel, LoadedModel

Step = Sequence[Event] | Exception | asyncio.Event
Script = Callable[[Request], Iterable[Step]]

MODEL = InstalledModel(name="tiny", path="tiny.gguf", size_bytes=1000, architecture="llama")
INFO = ModelInfo(
    name="tiny",
    architecture="llama",
    description="",
    n_params=1000,
    size_bytes=1000,
    context=2048,
    context_train=2048,
    n_vocab=256,
    max_sequences=4,
    threads=1,
    devices=("CPU",),
    native_build="",
    supports_tools=True,
    supports_thinking=False,
    chat_template="",
)
USAGE = Usage(prompt_tokens=10, cached_tokens=4, completion_tokens=3, decode_s=0.5, prefill_s=0.25)


def says(*pieces: str, reason: FinishReason = FinishReason.STOP, usage: Usage = USAGE) -> Script:
    """Each choice says the pieces, a batch each; then all end in one."""

    def script(request: Request) -> Iterator[Step]:
        choices = range(request.n)
        for piece in pieces:
            yield [Delta(request.id, index, content=piece, n_tokens=1) for index in choices]
        yield [Finished(request.id, index, reason) for index in choices] + [Done(request.id, usage)]

    return script


def deltas(*given: Delta, reason: FinishReason = FinishReason.STOP) -> Script:
    """Choice 0 is made of these deltas (whose request_id is filled in)."""

    def script(request: Request) -> Iterator[Step]:
        for delta in given:
            yield [msgspec.structs.replace(delta, request_id=request.id)]
        yield [Finished(request.id, 0, reason), Done(request.id, USAGE)]

    return script


def steps(*given: Step) -> Script:
    """These steps, whatever is asked. Events carry the id they were made with."""
    return lambda request: given


def tool_call(name: str, *arguments: str, index: int = 0) -> tuple[Delta, ...]:
    """The deltas of one call: its name first, then its arguments piece by piece."""
    first = ToolCallDelta(index, id=f"call_{index}", name=name)
    rest = [ToolCallDelta(index, arguments=piece) for piece in arguments]
    return tuple(Delta("", tool_calls=(piece,)) for piece in (first, *rest))


def token(text: str, logprob: float, *top: tuple[str, float]) -> TokenLogprob:
    return TokenLogprob(
        text, logprob, text.encode(), tuple((other, value, other.encode()) for other, value in top)
    )


class FakeStream:
    def __init__(self, script: Iterable[Step], closed: Callable[[], None]) -> None:
        self._steps = iter(script)
        self._closed = closed

    async def drain(self) -> Sequence[Event]:
        for step in self._steps:
            if isinstance(step, Exception):
                raise step
            if not isinstance(step, asyncio.Event):
                return step
            await step.wait()
        return []

    async def aclose(self) -> None:
        self._closed()


class FakeRuntime:
    """`requests` are those submitted; `closed` and `given_up` the ids of those whose stream was
    closed, or whose asker went away while `loading` was not set."""

    def __init__(self, script: Script | None = None) -> None:
        self.script = script or says("Hello", " world")
        self.requests: list[Request] = []
        self.closed: list[str] = []
        self.given_up: list[str] = []
        self.loading = asyncio.Event()
        self.loading.set()
        self.loads: list[LoadedModel] = []
        self.moves: list[tuple[str, str]] = []  # what was loaded and unloaded, by name
        self.model = MODEL
        self.info = INFO
        self.numbers: dict[str, EngineStats] = {}

    async def resolve(self, model: str | None, *, paths: bool = True) -> InstalledModel:
        assert not paths, "a client at the port may not name paths"
        if model not in (None, "", MODEL.name):
            raise ModelNotFound(f"There is no model {model}; there is {MODEL.name}.")
        return self.model

    async def submit(self, request: Request, model: InstalledModel) -> FakeStream:
        self.requests.append(request)
        try:
            await self.loading.wait()
        except asyncio.CancelledError:
            self.given_up.append(request.id)
            raise
        return FakeStream(self.script(request), lambda: self.closed.append(request.id))

    async def load(self, model: InstalledModel) -> ModelInfo:
        self.moves.append(("load", model.name))
        return self.info

    async def unload(self, model: InstalledModel) -> None:
        self.moves.append(("unload", model.name))

    async def count_tokens(self, prompt: Prompt, model: InstalledModel) -> int:
        """A token a character of what is said."""
        assert isinstance(prompt, ChatPrompt)
        return sum(len(message.content or "") for message in prompt.messages)

    def models(self) -> list[InstalledModel]:
        return [
            self.model,
            InstalledModel(name="broken", path="b", size_bytes=1, problem="truncated"),
        ]

    def loaded(self) -> list[LoadedModel]:
        return self.loads

    async def stats(self, model: str) -> EngineStats:
        """As long as there are none: a model that went this moment."""
        if model not in self.numbers:
            raise ModelNotFound(f"{model} is not loaded.")
        return self.numbers[model]
