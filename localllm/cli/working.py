"""A long task in the terminal: a bar with what it is at. Ctrl-C cancels it and leaves nothing half.

result = work(settings, tasks.Convert(...), "Converting model")
"""

from __future__ import annotations

from typing import Self

from rich.markup import escape
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from localllm import runtime
from localllm.cli import terminal
from localllm.jobs import tasks, wire
from localllm.settings import Settings
from localllm.supervisor.jobs import Job


def work(settings: Settings, task: tasks.Task, title: str) -> tasks.Result:
    """The result of a task, done in a process of its own. Raises why it failed."""
    return runtime.run(_work(settings, task, title))


async def _work(settings: Settings, task: tasks.Task, title: str) -> tasks.Result:
    async with runtime.Runtime(settings) as app:
        return await finish(app.jobs.start(task, title=title))


async def finish(job: Job) -> tasks.Result:
    """Waits for a job and draws how far it is."""
    with Bar() as bar:
        async for progress in job.progress():
            bar.show(progress)
    return await job.result()


class Bar:
    """Draws while the `with` lasts, where stderr is a terminal. A new stage begins a new bar."""

    def __init__(self) -> None:
        console = terminal.err()
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TextColumn("{task.percentage:>3.0f}%"),
            TimeRemainingColumn(compact=True),
            TextColumn("{task.fields[note]}", style="dim"),
            console=console,
            disable=not console.is_terminal,
            transient=True,
        )
        self._stage = ""
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, now: wire.Progress) -> None:
        total = now.total or None
        if self._task is None or now.stage != self._stage:
            if self._task is not None:
                self._progress.remove_task(self._task)
            self._stage = now.stage
            self._task = self._progress.add_task(now.stage.capitalize(), total=total, note="")
        self._progress.update(
            self._task, completed=now.done, total=total, note=escape(now.note[:48])
        )
