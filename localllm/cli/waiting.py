"""One line on stderr while there is nothing to show yet: loading, the queue, reading the prompt.

It appears only when the wait is long enough to be noticed, and leaves no trace.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Self

from localllm import core
from localllm.cli import terminal
from localllm.supervisor.host import LoadedModel

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_DELAY_S = 0.5


class Waiting:
    """Used on the loop's thread. Does nothing where stderr is no terminal."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._task: TaskID | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._text = ""
        self._fraction: float | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def loading(self, model: LoadedModel) -> None:
        """For `Runtime.on_load_progress`."""
        if model.state in ("loading", "restarting"):
            word = "Loading" if model.state == "loading" else "Restarting the engine of"
            self.show(f"{word} {model.name}", model.progress or None)
        else:
            self.clear()

    def event(self, event: core.Queued | core.Prefill) -> None:
        if isinstance(event, core.Queued):
            ahead = f", {event.position} before it" if event.position else ""
            self.show(f"Waiting for its turn{ahead}", None)
            return
        reused = f", {event.cached:,} known" if event.cached else ""
        text = f"Reading the prompt, {event.done:,} of {event.total:,} tokens{reused}"
        self.show(text, event.done / event.total if event.total else None)

    def show(self, text: str, fraction: float | None) -> None:
        """`fraction` 0..1 draws a bar, None a spinner alone."""
        self._text, self._fraction = text, fraction
        if self._progress is not None and self._task is not None:
            self._update(self._progress, self._task)
        elif self._timer is None and terminal.is_terminal(sys.stderr):
            self._timer = asyncio.get_running_loop().call_later(_DELAY_S, self._appear)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._progress is not None:
            self._progress.stop()
            self._progress = self._task = None

    def _appear(self) -> None:
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        self._timer = None
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TimeElapsedColumn(),
            console=terminal.err(),
            transient=True,
        )
        self._task = self._progress.add_task(self._text)
        self._update(self._progress, self._task)
        self._progress.start()

    def _update(self, progress: Progress, task: TaskID) -> None:
        known = self._fraction is not None
        progress.update(
            task,
            description=self._text,
            total=1.0 if known else None,
            completed=self._fraction or 0.0,
        )
