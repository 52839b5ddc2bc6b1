"""Long native tasks, one process each: they wait for their turn, say how far they are, and end.

    waiting -> running -> done | failed
        \\-> cancelled <-/

Jobs lives on one asyncio loop and is called from its thread alone. What a job has half written is
removed however it ends; the target is the old one or the finished one.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import AsyncIterator, Callable
from enum import StrEnum

import msgspec

from localllm import paths
from localllm.errors import Cancelled, LocalLLMError, ModelTooLarge
from localllm.jobs import needs, tasks, wire
from localllm.models import temporary
from localllm.models.units import human_bytes
from localllm.settings import Settings
from localllm.supervisor import budget
from localllm.supervisor.job_process import JobProcess
from localllm.supervisor.launch import Launch, job_launch

log = logging.getLogger(__name__)

_KEPT = 100  # jobs that have ended and are still listed
_LEFT_AFTER_S = 2.0  # of a stage, before its pace says anything


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        return self in (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


class JobView(msgspec.Struct, frozen=True):
    """A job as it is now, for faces. `left_s` is of the stage that runs; None: not known yet."""

    id: str
    title: str
    state: JobState
    progress: wire.Progress | None
    elapsed_s: float
    left_s: float | None
    error: str = ""


class Job:
    """Made by `Jobs.start`. All methods on the loop's thread; any number may await it."""

    def __init__(self, id: str, title: str, task: tasks.Task) -> None:
        self.id = id
        self.title = title
        self.task = task
        self.state = JobState.WAITING
        self.latest: wire.Progress | None = None
        self._begun = self._ended_at = 0.0
        self._stage_begun = (0.0, 0.0)  # when, and how much was done then
        self._turned = asyncio.Event()  # set for a moment at each change
        self._outcome: asyncio.Future[tasks.Result] = asyncio.get_running_loop().create_future()
        self._runner: asyncio.Task[None] | None = None
        self._on_change: Callable[[Job], None] = _ignore

    @property
    def elapsed_s(self) -> float:
        """Seconds since it began to run, the wait not counted."""
        if not self._begun:
            return 0.0
        return (self._ended_at or time.monotonic()) - self._begun

    @property
    def left_s(self) -> float | None:
        """Seconds until the running stage ends, from its pace so far; None: not known yet."""
        latest, (since, done_then) = self.latest, self._stage_begun
        if latest is None or self.state is not JobState.RUNNING or latest.total <= 0:
            return None
        spent, done = time.monotonic() - since, latest.done - done_then
        if spent < _LEFT_AFTER_S or done <= 0:
            return None
        return max(0.0, spent / done * (latest.total - latest.done))

    def view(self) -> JobView:
        error = self._outcome.exception() if self._outcome.done() else None
        return JobView(
            self.id,
            self.title,
            self.state,
            self.latest,
            self.elapsed_s,
            self.left_s,
            str(error) if error else "",
        )

    async def progress(self) -> AsyncIterator[wire.Progress]:
        """The newest progress whenever there is one, until the job ends; a slow reader skips."""
        seen: wire.Progress | None = None
        while True:
            if self.latest is not None and self.latest is not seen:
                seen = self.latest
                yield seen
            elif self.state.ended:
                return
            else:
                await self._turned.wait()

    async def result(self) -> tasks.Result:
        """What the task gives back, once it has ended. Raises why it failed; Cancelled."""
        try:
            return await asyncio.shield(self._outcome)
        except LocalLLMError as error:
            raise type(error)(error.message, **error.detail) from None

    async def cancel(self) -> None:
        """Ends it, if it has not ended; returns when the process and its traces are gone."""
        if self._runner is not None and not self._runner.done():
            self._runner.cancel()
            await asyncio.wait([self._runner])

    # --- what Jobs calls

    def progressed(self, progress: wire.Progress) -> None:
        if self.latest is None or self.latest.stage != progress.stage:
            self._stage_begun = (time.monotonic(), progress.done)
        self.latest = progress
        self._changed()

    def begin(self) -> None:
        self.state, self._begun = JobState.RUNNING, time.monotonic()
        self._changed()

    def end(self, state: JobState, outcome: tasks.Result | LocalLLMError) -> None:
        self.state, self._ended_at = state, time.monotonic()
        if isinstance(outcome, LocalLLMError):
            self._outcome.set_exception(outcome)
            self._outcome.exception()  # seen: nobody need be waiting for it
        else:
            self._outcome.set_result(outcome)
        self._changed()

    def run_as(self, runner: asyncio.Task[None], on_change: Callable[[Job], None]) -> None:
        self._runner, self._on_change = runner, on_change

    def _changed(self) -> None:
        self._turned.set()
        self._turned.clear()
        self._on_change(self)


class Jobs:
    """Owns every job and its process; `close` at the end ends them all.

    `at_once` is how many run, the others wait in the order in which they came: each of them uses
    all processors. `launch` replaces what the settings say.
    """

    def __init__(
        self, settings: Settings, *, launch: Launch | None = None, at_once: int = 1
    ) -> None:
        self._settings = settings
        self._launch = launch or job_launch(settings)
        self._slots = asyncio.Semaphore(at_once)
        self._jobs: dict[str, Job] = {}
        self._ids = map(str, itertools.count(1))
        self._watchers: list[Callable[[Job], None]] = []
        self._closed = False

    def start(self, task: tasks.Task, *, title: str = "") -> Job:
        """The job, waiting or soon running. Raises Cancelled where this is closing."""
        if self._closed:
            raise Cancelled("No job is started any more: localllm is closing")
        job = Job(f"job-{next(self._ids)}", title or type(task).__name__, task)
        self._jobs[job.id] = job
        self._forget_old()
        runner = asyncio.create_task(self._run(job), name=f"{job.id}: {job.title}")
        job.run_as(runner, self._changed)
        self._changed(job)
        return job

    def list(self) -> list[Job]:
        """Every job, in the order in which they were started; the last of those that ended."""
        return [*self._jobs.values()]

    def get(self, id: str) -> Job | None:
        return self._jobs.get(id)

    def forget(self, id: str) -> None:
        """Takes a job that has ended off the list; nothing for another."""
        if (job := self._jobs.get(id)) is not None and job.state.ended:
            del self._jobs[id]

    def on_change(self, callback: Callable[[Job], None]) -> Callable[[], None]:
        """Calls back at every change of a job's state and progress; returns how to stop that."""
        self._watchers.append(callback)
        return lambda: self._watchers.remove(callback)

    async def close(self) -> None:
        """Cancels every job, and lets none start any more."""
        self._closed = True
        await asyncio.gather(*(job.cancel() for job in self.list()))

    # --- inside

    def _changed(self, job: Job) -> None:
        for watcher in [*self._watchers]:
            watcher(job)

    def _forget_old(self) -> None:
        ended = [job.id for job in self._jobs.values() if job.state.ended]
        for id in ended[: max(0, len(ended) - _KEPT)]:
            del self._jobs[id]

    async def _run(self, job: Job) -> None:
        try:
            async with self._slots:
                job.begin()
                outcome = await self._work(job)
        except LocalLLMError as error:
            job.end(JobState.FAILED, error)
        except asyncio.CancelledError:
            job.end(JobState.CANCELLED, Cancelled(f"{job.title}: cancelled; nothing was changed"))
        except Exception as error:
            log.exception("%s failed", job.title)
            job.end(JobState.FAILED, LocalLLMError(f"This is a bug in localllm: {error!r}"))
        else:
            job.end(JobState.DONE, outcome)

    async def _work(self, job: Job) -> tasks.Result:
        await asyncio.to_thread(self._check_memory, job)
        await _sweep(job)
        start = wire.Start(
            job.task,
            str(paths.log_dir() / f"job-{type(job.task).__name__.lower()}.log"),
            gentle=self._settings.job_priority == "low",
        )
        process = await JobProcess.start(self._launch, job.title, start, job.progressed)
        try:
            outcome = await asyncio.shield(process.ended)
        finally:
            await process.kill()
            await _sweep(job)
        if isinstance(outcome, LocalLLMError):
            raise outcome
        return outcome

    def _check_memory(self, job: Job) -> None:
        if not self._settings.memory_check:
            return
        needed, free = needs.memory_bytes(job.task), budget.available_bytes()
        if needed > free:
            raise ModelTooLarge(
                f"{job.title} needs about {human_bytes(needed)} of memory; {human_bytes(free)} are "
                "free. Close other programs, unload models, or run it all the same with "
                "memory_check off",
                needs=needed,
                free=free,
            )


async def _sweep(job: Job) -> None:
    folder = needs.folder_of(job.task)
    if folder is not None:
        await asyncio.to_thread(temporary.sweep, folder)


def _ignore(_: Job) -> None:
    pass
