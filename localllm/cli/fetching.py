"""A download in the terminal: a bar with speed and time left; Ctrl-C keeps what came."""

from __future__ import annotations

from pathlib import Path
from typing import Self

import click
from rich.progress import (
    BarColumn,
    Progress,
    SpinnerColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from localllm.cli import terminal
from localllm.models.fetch.fetching import Fetch
from localllm.models.fetch.ranges import Pace
from localllm.models.hub.client import Hub
from localllm.models.units import human_bytes
from localllm.settings import Settings


class Bar:
    """Draws while the `with` lasts, where stderr is a terminal. `show` is a download's progress."""

    def __init__(self, what: str, verb: str = "Fetching") -> None:
        console = terminal.err()
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[figures]}"),
            TransferSpeedColumn(),
            TimeRemainingColumn(compact=True),
            console=console,
            disable=not console.is_terminal,
        )
        self._what = f"{verb} {what}"
        self._task: TaskID | None = None
        self.done = 0
        self.total: int | None = None

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def show(self, done: int, total: int | None) -> None:
        self.done, self.total = done, total
        figures = _figures(done, total)
        if self._task is None:  # what was there before must not count as speed
            self._task = self._progress.add_task(
                self._what, total=total, completed=done, figures=figures
            )
        else:
            self._progress.update(self._task, completed=done, total=total, figures=figures)

    def say(self, words: str) -> None:
        """A line above the bar."""
        self._progress.console.print(words, markup=False)


def fetch(settings: Settings, plan: Fetch, hub: Hub, again: str) -> tuple[Path, ...]:
    """Carries out a plan; where its files are. `again` is the command that goes on with it."""
    from localllm.models.fetch.download import fetch as download

    pace = Pace(connections=settings.download_connections)
    limit = settings.download_rate
    with Bar(plan.name) as bar:
        try:
            return download(
                plan, headers=hub.secrets, progress=bar.show, tell=bar.say, pace=pace, limit=limit
            )
        except KeyboardInterrupt:
            stopped = bar
    kept = f"{_figures(stopped.done, stopped.total)} are kept" if stopped.done else "Nothing came"
    click.echo(f"Stopped. {kept}; `{again}` goes on from there.", err=True)
    raise click.Abort


def _figures(done: int, total: int | None) -> str:
    of = f" of {human_bytes(total)}" if total else ""
    return f"{human_bytes(done)}{of}" if done or total else ""
