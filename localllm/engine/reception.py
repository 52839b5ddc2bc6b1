"""Commands on their way into the engine, and what can be answered without its loop.

    reader thread    receive: Submit -> intake queue, Abort -> engine, GetStats -> answered
    intake thread    work:    templates, tokens, checks -> engine, or Failed; CountTokens

A full queue and a question for numbers are answered at once, however long a step takes.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from queue import SimpleQueue

from localllm import core
from localllm.engine.engine import Engine
from localllm.engine.intake import Intake
from localllm.errors import EngineError, LocalLLMError, QueueFull

log = logging.getLogger(__name__)

_LONGEST_RETRY_S = 60

_Work = core.Submit | core.Abort | core.CountTokens


class Reception:
    """`slots` requests run at once and `max_queue` more may wait. `send` may be called from any
    thread."""

    def __init__(
        self,
        engine: Engine,
        intake: Intake,
        send: Callable[[core.Reply], None],
        *,
        slots: int,
        max_queue: int,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._engine = engine
        self._intake = intake
        self._send = send
        self._slots = slots
        self._max_queue = max_queue
        self._clock = clock
        self._work: SimpleQueue[tuple[float, _Work] | None] = SimpleQueue()
        # Each counter has one thread that writes it.
        self._n_accepted = 0
        self._n_refused = 0

    # --- reader thread --------------------------------------------------------------------------

    def receive(self, command: core.Command) -> None:
        """Takes one command, without waiting. Load and Shutdown are not for here."""
        match command:
            case core.Submit(request):
                self._submit(command, request.id)
            case core.Abort(request_id):
                self._engine.abort(request_id)
                # Once more behind its Submit, which may still be on its way.
                self._work.put((self._clock(), command))
            case core.CountTokens():
                self._work.put((self._clock(), command))
            case core.GetStats(id):
                self._send(core.Stats(id, self._engine.stats))
            case _:
                log.warning("a %s out of place", type(command).__name__)

    def _submit(self, command: core.Submit, request_id: str) -> None:
        present = self._n_accepted - self._n_refused - self._engine.n_ended
        if present >= self._slots + self._max_queue:
            self._send(core.Events((_failed(request_id, self._queue_full(present)),)))
            return
        self._n_accepted += 1
        self._work.put((self._clock(), command))

    def _queue_full(self, present: int) -> QueueFull:
        seconds = math.ceil(self._engine.request_s * present / self._slots)
        retry_after = max(1, min(seconds, _LONGEST_RETRY_S))
        return QueueFull(
            f"{present} requests run or wait already, and no more than "
            f"{self._slots + self._max_queue} may. Try again in {retry_after} s.",
            retry_after=retry_after,
            requests=present,
        )

    def end(self) -> None:
        """Lets `work` return."""
        self._work.put(None)

    # --- intake thread --------------------------------------------------------------------------

    def work(self) -> None:
        """Prepares what was received, in order, until `end`."""
        while (item := self._work.get()) is not None:
            arrived, command = item
            if isinstance(command, core.Submit):
                self._prepare(command.request, arrived)
            elif isinstance(command, core.CountTokens):
                self._send(self._count(command))
            else:
                self._engine.abort(command.request_id)

    def _prepare(self, request: core.Request, arrived: float) -> None:
        try:
            prepared = self._intake.prepare(request, arrived)
        except Exception as error:
            self._n_refused += 1
            self._send(core.Events((_failed(request.id, _in_words(error)),)))
        else:
            self._engine.submit(prepared)

    def _count(self, command: core.CountTokens) -> core.TokenCount:
        try:
            return core.TokenCount(command.id, self._intake.count(command.prompt))
        except Exception as error:
            words = _in_words(error)
            return core.TokenCount(command.id, code=words.code, message=words.message)


def _in_words(error: Exception) -> LocalLLMError:
    if isinstance(error, LocalLLMError):
        return error
    log.exception("a bug while a request was taken in", exc_info=error)
    return EngineError(f"The request could not be taken in: {error!r}")


def _failed(request_id: str, error: LocalLLMError) -> core.Failed:
    return core.Failed(request_id, error.code, error.message, error.detail)
