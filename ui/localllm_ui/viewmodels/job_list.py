"""Long jobs (quantize, evaluate, convert), as they are shown and ended."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from localllm.jobs import tasks
from localllm_ui.qt import prop
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm.jobs.wire import Progress
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend
    from localllm_ui.services.told import JobNow

# What a stage of a job is called; others are shown as they come.
STAGES = {
    "loading": "loading",
    "answering": "trying both with questions",
    "comparing weights": "comparing weights",
    "measuring speed": "measuring speed",
    "converting": "converting",
    "quantizing": "quantizing",
    "calibrating": "reading the calibration text",
    "evaluating": "measuring",
    "measuring": "measuring",
}


class JobList(QObject):
    """`finished`: one has come to its end well, by its title."""

    changed = Signal()
    finished = Signal(str)

    def __init__(self, bridge: Bridge, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self._jobs: tuple[JobNow, ...] = ()
        self._rows = KeyedRows("id", self)

    def take(self, jobs: tuple[JobNow, ...]) -> None:
        before = {each.view.id: each.view.state for each in self._jobs}
        self._jobs = jobs
        self.show()
        for each in jobs:
            if each.view.state == "done" and before.get(each.view.id) != "done":
                self.finished.emit(each.view.title)

    def show(self) -> None:
        self._rows.replace([_row(each) for each in reversed(self._jobs)])
        self.changed.emit()

    @prop(QObject, constant=True)
    def rows(self) -> KeyedRows:
        return self._rows

    @prop(int, notify=changed)
    def active(self) -> int:
        return sum(not each.view.state.ended for each in self._jobs)

    @prop(float, notify=changed)
    def fraction(self) -> float:
        """Of the stage that runs, 0..1; -1 where it is not known."""
        running = [each.view.progress for each in self._jobs if each.view.state == "running"]
        return _fraction(running[0]) if running else -1.0

    @Slot(str)
    def cancel(self, id: str) -> None:
        self._bridge.call(self._backend.working.cancel(id))

    @Slot(str)
    def forget(self, id: str) -> None:
        self._bridge.on_loop(lambda: self._backend.working.forget(id))

    @Slot(str)
    def report(self, id: str) -> None:
        """Writes the report of a comparison as a page, and opens it."""
        self._bridge.call(self._backend.working.report(id)).then(_open)


def _open(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def _row(job: JobNow) -> dict[str, Any]:
    view = job.view
    path = job.result.path if isinstance(job.result, tasks.Quantized | tasks.Converted) else ""
    return {
        "id": view.id,
        "title": view.title,
        "state": str(view.state),
        "ended": view.state.ended,
        "fraction": max(_fraction(view.progress), 0.0),
        "words": _words(job),
        "problem": view.error if view.state == "failed" else "",
        "path": path,
        "warnings": " ".join(getattr(job.result, "warnings", ())),
        "report": _compared(job) is not None,
    }


def _compared(job: JobNow) -> tasks.Compared | None:
    if isinstance(job.result, tasks.Compared):
        return job.result
    return job.result.compared if isinstance(job.result, tasks.Quantized) else None


def _fraction(progress: Progress | None) -> float:
    if progress is None or progress.total <= 0:
        return -1.0
    return progress.done / progress.total


def _words(job: JobNow) -> str:
    view = job.view
    match view.state:
        case "waiting":
            return words.translate("waits for its turn")
        case "running":
            return _running(job)
        case "cancelled":
            return words.translate("cancelled; nothing was changed")
        case "done":
            return _result(job.result)
    return ""


def _running(job: JobNow) -> str:
    progress = job.view.progress
    if progress is None:
        return words.translate("begins")
    stage = STAGES.get(progress.stage)
    parts = [words.translate(stage) if stage else progress.stage]
    if progress.total > 0:
        parts.append(f"{_fraction(progress):.0%}")
    if job.view.left_s is not None:
        left = words.duration(job.view.left_s)
        parts.append(words.translate("%1 left").replace("%1", left))
    return " · ".join(parts)


def _result(result: tasks.Result | None) -> str:
    parts: list[str] = []
    evaluated = result if isinstance(result, tasks.Evaluated) else None
    if isinstance(result, tasks.Quantized):
        parts.append(f"{words.size(result.source_bytes)} → {words.size(result.size_bytes)}")
        bits = words.decimal(result.bits_per_weight, 2)
        parts.append(words.translate("%1 bits a weight").replace("%1", bits))
        evaluated = result.evaluated
    elif isinstance(result, tasks.Converted):
        parts.append(words.size(result.size_bytes))
    elif isinstance(result, tasks.Compared):
        evaluated = result.evaluated
    return " · ".join([*parts, *_figures(evaluated)])


def _figures(evaluated: tasks.Evaluated | None) -> list[str]:
    if evaluated is None:
        return []
    perplexity = words.decimal(evaluated.perplexity.value, 2)
    parts = [words.translate("perplexity %1").replace("%1", perplexity)]
    if evaluated.loss is not None:
        found = evaluated.loss.divergence
        kld = words.decimal(found.kld.value, 4)
        parts.append(words.translate("KL divergence %1").replace("%1", kld))
        same = words.decimal(100 * found.same_top.value)
        parts.append(words.translate("same likeliest token %1 %").replace("%1", same))
    return parts
