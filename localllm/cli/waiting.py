"""One line on stderr while there is nothing to show yet: loading, the queue, reading the prompt.

It appears only when the wait is long enough to be noticed, and leaves no trace.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from localllm import core
from localllm.supervisor.host import LoadedModel

_DELAY_S = 0.5


class Waiting:
    """Used on the loop's thread. Does nothing where the console is no terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._progress: Progress | None = None
        self._task = TaskID(0)
        self._timer: asyncio.TimerHandle | None = None
        self._text = ""
        self._fraction: float | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
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
        if self._progress is not None:
            self._update(self._progress)
        elif self._timer is None and self._console.is_terminal:
            self._timer = asyncio.get_running_loop().call_later(_DELAY_S, self._appear)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._progress is not None:
            self._progress.stop()
            self._progress = None

    def _appear(self) -> None:
        self._timer = None
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
        )
        self._task = self._progress.add_task(self._text, total=None)
        self._update(self._progress)
        self._progress.start()

    def _update(self, progress: Progress) -> None:
        known = self._fraction is not None
        progress.update(
            self._task,
            description=self._text,
            total=1.0 if known else None,
            completed=self._fraction or 0.0,
        )
