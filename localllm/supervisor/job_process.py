"""One job process: started with its task, heard, and ended.

    start -> Start ... Progress* -> Finished | Failed, or it dies

However it ends, `ended` is done then: with the result, or with the error to raise.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from localllm.errors import EngineError, JobDied, LocalLLMError, revive
from localllm.jobs import tasks, wire
from localllm.supervisor.deaths import EngineLog, advice, how
from localllm.supervisor.launch import Launch
from localllm.supervisor.pipe import ChildPipe

log = logging.getLogger(__name__)

_LINGER_SECONDS = 2.0  # for a job that has said its last word and does not end

Outcome = tasks.Result | LocalLLMError


class JobProcess:
    """Made by `start`. All methods on the loop's thread."""

    def __init__(
        self, title: str, log_path: Path, on_progress: Callable[[wire.Progress], None]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[Outcome] = self._loop.create_future()
        self._title = title
        self._log = EngineLog(log_path)
        self._on_progress = on_progress
        self._pipe: ChildPipe[wire.Told] = ChildPipe(self, wire.Told)
        self._last: Outcome | None = None
        self._linger: asyncio.TimerHandle | None = None

    @classmethod
    async def start(
        cls,
        launch: Launch,
        title: str,
        start: wire.Start,
        on_progress: Callable[[wire.Progress], None],
    ) -> JobProcess:
        """Raises EngineError where no process can be started. Cancelled, it leaves none."""
        process = cls(title, Path(start.log_path), on_progress)
        try:
            with process._log.open() as stderr:
                await process._pipe.start(launch, stderr.fileno())
        except OSError as error:
            raise EngineError(f"A job process cannot be started: {error}") from error
        log.info("job process %s started: %s", process.pid, title)
        process._pipe.send(start)
        return process

    @property
    def pid(self) -> int:
        return self._pipe.pid

    async def kill(self) -> None:
        """Ends it and what it has started, at once; returns when it is gone."""
        self._pipe.kill_group()
        await asyncio.wait([self.ended])

    # --- what the pipe calls

    def received(self, told: wire.Told) -> None:
        match told:
            case wire.Progress():
                self._on_progress(told)
            case wire.Finished(result):
                self._said_last(result)
            case wire.Failed(code, message, detail):
                self._said_last(revive(code, message, detail))

    def exited(self, status: int | None) -> None:
        log.info("job process %s %s", self.pid, how(status))
        if self._linger is not None:
            self._linger.cancel()
        self.ended.set_result(self._died(status) if self._last is None else self._last)

    # --- inside

    def _said_last(self, outcome: Outcome) -> None:
        self._last = outcome
        self._linger = self._loop.call_later(_LINGER_SECONDS, self._pipe.kill_group)

    def _died(self, status: int | None) -> JobDied:
        # Who is killed says nothing before: its last line would only mislead.
        reason = "" if status == -9 else self._log.reason()
        return JobDied(
            f"{self._title}: the process {how(status)}{f': {reason}' if reason else ''}. "
            f"{advice(status)}Nothing was changed. Its log is {self._log.path}",
            status=status,
            reason=reason,
        )
