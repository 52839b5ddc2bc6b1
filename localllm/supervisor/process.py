"""One engine process: loaded with one model, asked, and ended.

    start -> Load ... Ready -> submit / abort / count_tokens / stats -> close, or it dies

However it ends, `ended` says why and everything that waited for it gets that error at once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

from localllm import core
from localllm.errors import EngineDied, EngineError, LocalLLMError, revive
from localllm.supervisor.deaths import EngineLog, advice, how
from localllm.supervisor.launch import Launch
from localllm.supervisor.mailbox import Mailbox
from localllm.supervisor.pipe import ChildPipe

log = logging.getLogger(__name__)

STALL_SECONDS = 300.0  # a GPU's first start compiles for minutes without a word
CLOSE_SECONDS = 5.0  # for Shutdown, then again for terminate

_RECENT = 64  # answers whose first token is remembered

T = TypeVar("T")
Progress = Callable[[float], None]


class EngineProcess:
    """Made by `start`, ready for requests. All methods on the loop's thread.

    `info` is the loaded model. `requests` are those that run, by id. `first_tokens` are the latest:
    when each came (seconds since the epoch), and how long after its request. `ended` is done when
    the process is gone, with the error its requests got; it never has an exception.
    """

    info: core.ModelInfo

    def __init__(self, name: str, log_path: str) -> None:
        loop = asyncio.get_running_loop()
        self.requests: dict[str, Mailbox] = {}
        self.first_tokens: deque[tuple[float, float]] = deque(maxlen=_RECENT)
        self.ended: asyncio.Future[EngineDied] = loop.create_future()
        self._name = name
        self._log = EngineLog(Path(log_path))
        self._pipe: ChildPipe[core.Reply] = ChildPipe(self)
        self._loaded: asyncio.Future[core.ModelInfo] = loop.create_future()
        self._asked: dict[str, asyncio.Future[core.TokenCount | core.Stats]] = {}
        self._ids = map(str, count())
        self._on_progress: Progress = _ignore
        self._heard = loop.time()
        self._closing = False

    @classmethod
    async def start(
        cls, launch: Launch, name: str, options: core.EngineOptions, on_progress: Progress
    ) -> EngineProcess:
        """Starts an engine and loads a model; `name` is what people call it.

        Raises what the engine says is wrong with the model, EngineDied if it ends, EngineError if
        it cannot be started or nothing moves for STALL_SECONDS. Cancelled, it leaves no process.
        """
        process = cls(name, options.log_path)
        process._on_progress = on_progress
        await process._spawn(launch)
        try:
            process._pipe.send(core.Load(options))
            process.info = await process._load()
        except BaseException:
            await process.kill()
            raise
        return process

    @property
    def pid(self) -> int:
        return self._pipe.pid

    def submit(self, request: core.Request, on_end: Callable[[], None]) -> Mailbox:
        """The request is on its way; events come into the mailbox, `on_end` at the last.

        Raises EngineDied if the process is gone, ValueError for an id that is in use.
        """
        if self.ended.done():
            raise _copy(self.ended.result())
        if request.id in self.requests:
            raise ValueError(f"request id {request.id} is in use")
        self._pipe.send(core.Submit(request))
        mailbox = self.requests[request.id] = Mailbox(request, on_end)
        return mailbox

    def abort(self, mailbox: Mailbox) -> None:
        """Ends the work behind it; no event comes any more. Nothing if it has ended."""
        if self.requests.pop(mailbox.request_id, None) is not None:
            self._pipe.send(core.Abort(mailbox.request_id))
        mailbox.end()

    def cancel(self, request_id: str, error: LocalLLMError) -> bool:
        """As `abort`, and the asker gets `error`. False where there is no such request."""
        mailbox = self.requests.get(request_id)
        if mailbox is None:
            return False
        mailbox.put(_failed(request_id, error))
        self.abort(mailbox)
        return True

    async def count_tokens(self, prompt: core.Prompt) -> int:
        """Tokens the prompt would take. Raises what is wrong with it, or EngineDied."""
        reply = await self._ask(lambda id: core.CountTokens(id, prompt))
        assert isinstance(reply, core.TokenCount)
        if reply.code:
            raise revive(reply.code, reply.message)
        return reply.tokens

    async def stats(self) -> core.EngineStats:
        """As of the end of the step that runs now. Raises EngineDied."""
        reply = await self._ask(core.GetStats)
        assert isinstance(reply, core.Stats)
        return reply.stats

    async def close(self) -> None:
        """Ends it: asked, then told, then killed. Requests that still run get EngineDied."""
        self._closing = True
        self._pipe.send(core.Shutdown())
        self._pipe.end_input()
        if await self._ends_within(CLOSE_SECONDS):
            return
        log.warning("engine %s of %s does not end when asked", self.pid, self._name)
        self._pipe.terminate()
        if not await self._ends_within(CLOSE_SECONDS):
            await self.kill()

    async def kill(self) -> None:
        """Ends it at once."""
        self._closing = True
        self._pipe.kill()
        await asyncio.wait([self.ended])

    # --- start

    async def _spawn(self, launch: Launch) -> None:
        try:
            with self._log.open() as stderr:
                await self._pipe.start(launch, stderr.fileno())
        except OSError as error:
            raise EngineError(f"An engine process cannot be started: {error}") from error
        log.info("engine %s started for %s", self.pid, self._name)

    async def _load(self) -> core.ModelInfo:
        loop = asyncio.get_running_loop()
        while not self._loaded.done():
            quiet = loop.time() - self._heard
            if quiet >= STALL_SECONDS:
                raise EngineError(
                    f"Loading {self._name} has not moved for {quiet:.0f} seconds and was given up; "
                    f"the engine's log is {self._log.path}"
                )
            await asyncio.wait([self._loaded], timeout=STALL_SECONDS - quiet)
        return self._loaded.result()

    # --- what the pipe calls

    def received(self, reply: core.Reply) -> None:
        if type(reply) is core.Events:  # nearly all there is
            for event in reply.events:
                mailbox = self.requests.get(event.request_id)
                if mailbox is not None:
                    mailbox.put(event)
                    if type(event) is core.Delta and not mailbox.answering:
                        self._answering(mailbox)
                    elif type(event) is core.Done or type(event) is core.Failed:
                        del self.requests[event.request_id]
                        mailbox.end()
        else:
            self._received_rare(reply)

    def _answering(self, mailbox: Mailbox) -> None:
        mailbox.answering = True
        now = time.time()
        self.first_tokens.append((now, now - mailbox.started))

    def _received_rare(self, reply: core.Reply) -> None:
        self._heard = asyncio.get_running_loop().time()
        match reply:
            case core.Loading(progress):
                self._on_progress(progress)
            case core.Ready(model):
                _settle(self._loaded, model)
            case core.LoadFailed(code, message, detail):
                _fail(self._loaded, revive(code, message, detail))
            case core.TokenCount(id) | core.Stats(id):
                if (asked := self._asked.pop(id, None)) is not None:
                    _settle(asked, reply)

    def exited(self, status: int | None) -> None:
        error = self._why(status)
        log.log(
            logging.INFO if self._closing else logging.WARNING,
            "engine %s of %s %s; requests it carried: %d",
            *(self.pid, self._name, how(status), len(self.requests)),
        )
        self.ended.set_result(error)
        _fail(self._loaded, _copy(error))
        for asked in self._asked.values():
            _fail(asked, _copy(error))
        requests, self.requests = self.requests, {}
        for mailbox in requests.values():
            mailbox.put(_failed(mailbox.request_id, error))
            mailbox.end()

    def _why(self, status: int | None) -> EngineDied:
        if self._closing:
            return EngineDied(f"{self._name} was unloaded before the answer was complete")
        # Who is killed says nothing before: its last line would only mislead.
        reason = "" if status == -9 else self._log.reason()
        doing = "" if self._loaded.done() else " while it loaded the model"
        return EngineDied(
            f"The engine of {self._name} {how(status)}{doing}{f': {reason}' if reason else ''}. "
            f"{advice(status)}Its log is {self._log.path}",
            status=status,
            reason=reason,
        )

    # --- small parts

    async def _ask(
        self, question: Callable[[str], core.CountTokens | core.GetStats]
    ) -> core.TokenCount | core.Stats:
        if self.ended.done():
            raise _copy(self.ended.result())
        id = next(self._ids)
        asked: asyncio.Future[core.TokenCount | core.Stats]
        asked = self._asked[id] = asyncio.get_running_loop().create_future()
        try:
            self._pipe.send(question(id))
            return await asked
        finally:
            self._asked.pop(id, None)

    async def _ends_within(self, seconds: float) -> bool:
        done, _ = await asyncio.wait([self.ended], timeout=seconds)
        return bool(done)


def _failed(request_id: str, error: LocalLLMError) -> core.Failed:
    return core.Failed(request_id, error.code, error.message, error.detail)


def _copy(error: EngineDied) -> EngineDied:
    """Each who is told raises one of their own: a shared one would gather their tracebacks."""
    return EngineDied(error.message, **error.detail)


def _settle(future: asyncio.Future[T], result: T) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[T], error: LocalLLMError) -> None:
    if not future.done():
        future.set_exception(error)
        future.exception()  # seen: nobody need be waiting for it


def _ignore(_: float) -> None:
    pass
