"""The queue of downloads, as it is shown and worked on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from localllm.errors import DownloadError
from localllm_ui.qt import prop
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm.models.fetch.queue_item import Download
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend


class DownloadList(QObject):
    """`finished`: one has come whole, by its name."""

    changed = Signal()
    finished = Signal(str)
    failed = Signal(object, object)  # why one did not come, and what tries again

    def __init__(self, bridge: Bridge, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self._downloads: tuple[Download, ...] = ()
        self._rows = KeyedRows("id", self)

    def take(self, downloads: tuple[Download, ...]) -> None:
        before = {each.id: each.state for each in self._downloads}
        self._downloads = downloads
        self.show()
        for each in downloads:
            if each.state == "done" and before.get(each.id) not in ("done", None):
                self.finished.emit(each.name)
            elif each.state == "failed" and before.get(each.id) not in ("failed", None):
                again = partial(self.resume, each.id)
                self.failed.emit(DownloadError(f"{each.name}: {each.problem}"), again)

    def show(self) -> None:
        waiting = [each.id for each in self._downloads if each.state != "done"]
        self._rows.replace([_row(each, waiting) for each in self._downloads])
        self.changed.emit()

    @prop(QObject, constant=True)
    def rows(self) -> KeyedRows:
        return self._rows

    @prop(int, notify=changed)
    def active(self) -> int:
        """How many run or wait for their turn."""
        return sum(each.state in ("queued", "running") for each in self._downloads)

    @prop(float, notify=changed)
    def fraction(self) -> float:
        """Of all that run, 0..1; -1 where it is not known."""
        running = [each for each in self._downloads if each.state == "running"]
        total = sum(each.total or 0 for each in running)
        return sum(each.done for each in running) / total if total else -1.0

    # --- what a person does

    @Slot(str)
    def pause(self, id: str) -> None:
        self._do(lambda queue: queue.pause(id))

    @Slot(str)
    def resume(self, id: str) -> None:
        """Also tries one again that has failed."""
        self._do(lambda queue: _at_once(lambda: queue.resume(id)))

    @Slot(str)
    def cancel(self, id: str) -> None:
        """What has come of it goes too; one that is done is only taken off the list."""
        self._do(lambda queue: queue.cancel(id))

    @Slot(str)
    def moveUp(self, id: str) -> None:
        self._do(lambda queue: _at_once(lambda: queue.move_up(id)))

    @Slot(str)
    def moveDown(self, id: str) -> None:
        self._do(lambda queue: _at_once(lambda: queue.move_down(id)))

    @Slot()
    def clearDone(self) -> None:
        for each in self._downloads:
            if each.state == "done":
                self.cancel(each.id)

    def _do(self, work: Callable[[Any], Any]) -> None:
        async def run() -> None:
            await work(self._backend.runtime.downloads)

        self._bridge.call(run())


async def _at_once(work: Callable[[], object]) -> None:
    work()


def _row(one: Download, waiting: list[str]) -> dict[str, Any]:
    place = waiting.index(one.id) if one.id in waiting else -1
    return {
        "id": one.id,
        "name": one.name,
        "state": one.state,
        "fraction": one.done / one.total if one.total else 0.0,
        "words": _words(one, place),
        "problem": one.problem if one.state == "failed" else "",
        "first": place <= 0,
        "last": place == len(waiting) - 1,
    }


def _words(one: Download, place: int) -> str:
    parts = [_amount(one)]
    match one.state:
        case "running":
            if one.speed > 0:
                speed = words.size(round(one.speed))
                parts.append(words.translate("%1 a second").replace("%1", speed))
            if one.left_s is not None:
                left = words.duration(one.left_s)
                parts.append(words.translate("%1 left").replace("%1", left))
        case "queued":
            parts.append(words.translate("waits for its turn"))
        case "paused":
            parts.append(words.translate("paused"))
        case "failed":
            parts.append(words.translate("did not come"))
        case "done":
            parts.append(words.translate("is on this computer"))
    return " · ".join(part for part in parts if part)


def _amount(one: Download) -> str:
    if one.state == "done" or one.total is None:
        return words.size(one.total or one.done) if one.total or one.done else ""
    text = words.translate("%1 of %2").replace("%1", words.size(one.done))
    return text.replace("%2", words.size(one.total))
