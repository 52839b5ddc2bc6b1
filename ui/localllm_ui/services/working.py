"""What takes a while: downloads and jobs of the runtime, started here and told of as they go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from localllm import paths
from localllm.errors import BadRequest, LocalLLMError
from localllm.jobs import tasks
from localllm.models.made_names import made_name, report_paths
from localllm.runtime import Job, JobState, Runtime
from localllm_ui.services.told import DownloadsChanged, JobNow, JobsChanged, Told

if TYPE_CHECKING:
    from localllm_ui.services.quantizing import Quantizing

_TOLD_EVERY_S = 0.2
_MEASURED_CHUNKS = 8


class Working:
    """Lives on the loop, as the runtime does. A job's progress is told a few times a second."""

    def __init__(self, runtime: Runtime, tell: Callable[[Told], None]) -> None:
        self._runtime, self._tell = runtime, tell
        self._results: dict[str, tasks.Result] = {}
        self._waiting: set[asyncio.Task[None]] = set()
        self._unlisted: set[str] = set()
        self._soon: asyncio.TimerHandle | None = None
        runtime.downloads.subscribe(lambda downloads: tell(DownloadsChanged(downloads)))
        runtime.jobs.on_change(self._job_changed)
        # What an earlier start of the app was asked to fetch goes on.
        runtime.downloads.start()

    def quantize(self, wanted: Quantizing, title: str) -> str:
        """The id of the job. The result lies in our own folder, named after the source."""
        return self.start(quantize_task(wanted), title)

    def start(self, task: tasks.Task, title: str) -> str:
        job = self._runtime.jobs.start(task, title=title)
        waiting = asyncio.create_task(self._keep_result(job))
        self._waiting.add(waiting)
        waiting.add_done_callback(self._waiting.discard)
        return job.id

    async def dry_run(self, wanted: Quantizing) -> int:
        """Bytes that the result will have, exactly; a job of a second that is not listed."""
        task = msgspec.structs.replace(quantize_task(wanted), dry_run=True, calibrate="")
        job = self._runtime.jobs.start(task)
        self._unlisted.add(job.id)
        try:
            done = await job.result()
        except asyncio.CancelledError:
            await job.cancel()
            raise
        finally:
            self._runtime.jobs.forget(job.id)
        assert isinstance(done, tasks.Quantized)
        return done.size_bytes

    async def cancel(self, id: str) -> None:
        if (job := self._runtime.jobs.get(id)) is not None:
            await job.cancel()

    def forget(self, id: str) -> None:
        """Takes a job that has ended off the list."""
        self._runtime.jobs.forget(id)
        self._results.pop(id, None)
        self._tell_jobs()

    async def report(self, id: str) -> Path:
        """Writes what a job has compared as a page; where. BadRequest where it has nothing."""
        result = self._results.get(id)
        made = result if isinstance(result, tasks.Quantized) else None
        compared = made.compared if made is not None else result
        if not isinstance(compared, tasks.Compared):
            raise BadRequest("There is nothing to report of this job.")
        path = _report_path(compared, made)
        await asyncio.to_thread(_write_report, path, compared, made)
        return path

    def jobs(self) -> tuple[JobNow, ...]:
        return tuple(
            JobNow(job.view(), job.task, self._results.get(job.id))
            for job in self._runtime.jobs.list()
            if job.id not in self._unlisted
        )

    async def _keep_result(self, job: Job) -> None:
        try:
            self._results[job.id] = await job.result()
        except LocalLLMError:
            return  # its view says why
        self._tell_jobs()

    def _job_changed(self, job: Job) -> None:
        if job.state is JobState.DONE:
            return  # told with its result, in a moment
        if job.state.ended:
            self._tell_jobs()
        elif self._soon is None:
            loop = asyncio.get_running_loop()
            self._soon = loop.call_later(_TOLD_EVERY_S, self._tell_jobs)

    def _tell_jobs(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
            self._soon = None
        self._tell(JobsChanged(self.jobs()))


def quantize_task(wanted: Quantizing) -> tasks.Quantize:
    source = Path(wanted.source)
    return tasks.Quantize(
        source=str(source),
        target=str(paths.models_dir() / made_name(source, wanted.recipe)),
        recipe=wanted.recipe,
        calibrate=tasks.BUILTIN if wanted.calibrate else "",
        measure_chunks=_MEASURED_CHUNKS if wanted.measure else 0,
    )


def _report_path(compared: tasks.Compared, made: tasks.Quantized | None) -> Path:
    """Beside a model that was made here; of others in a folder of its own."""
    if made is not None:
        return report_paths(Path(made.path))[0]
    folder = paths.data_dir() / "reports"
    folder.mkdir(exist_ok=True)
    return folder / f"{compared.source.name}.report.html"


def _write_report(path: Path, compared: tasks.Compared, made: tasks.Quantized | None) -> None:
    from localllm.jobs import report

    report.write(path, compared, made)
