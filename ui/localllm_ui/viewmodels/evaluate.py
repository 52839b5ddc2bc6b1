"""The sheet that measures a model: alone, or against the one it was made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from localllm.jobs import tasks
from localllm_ui.qt import prop, settable
from localllm_ui.viewmodels import words

if TYPE_CHECKING:
    from localllm.models.store import InstalledModel
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend
    from localllm_ui.viewmodels.models import Models

_QUICK_CHUNKS = 8


class EvaluateSheet(QObject):
    changed = Signal()
    started = Signal()

    def __init__(
        self, bridge: Bridge, backend: Backend, models: Models, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge, self._backend, self._models = bridge, backend, models
        self._model: InstalledModel | None = None
        self._base, self._thorough = "", False

    @Slot(str)
    def begin(self, name: str) -> None:
        self._model = self._models.find(name)
        others = self._others()
        self._base = others[0].name if others else ""
        self._thorough = False
        self.changed.emit()

    def _others(self) -> list[InstalledModel]:
        """Other forms of the same model, the largest first: what it may have been made from."""
        if (mine := self._model) is None:
            return []
        alike = [
            other
            for other in self._models.all()
            if other.path != mine.path
            and other.architecture == mine.architecture
            and other.parameters == mine.parameters
        ]
        return sorted(alike, key=lambda other: -other.size_bytes)

    @Slot()
    def start(self) -> None:
        if self._model is None:
            return
        base = self._models.find(self._base) if self._base else None
        title = words.translate("Measure %1").replace("%1", self._model.name)
        call = self._bridge.call(self._start(self._task(self._model, base), title))
        call.then(lambda _: self.started.emit())

    def _task(self, model: InstalledModel, base: InstalledModel | None) -> tasks.Task:
        chunks = 0 if self._thorough else _QUICK_CHUNKS
        settings = self._backend.settings
        how: dict[str, Any] = {
            "chunks": chunks, "threads": settings.threads, "gpu_layers": settings.gpu_layers,
        }  # fmt: skip
        if base is None:
            return tasks.Evaluate(model.path, **how)
        return tasks.Compare(model.path, base.path, **how)

    async def _start(self, task: tasks.Task, title: str) -> str:
        return self._backend.working.start(task, title)

    @prop(str, notify=changed)
    def name(self) -> str:
        return self._model.name if self._model is not None else ""

    @prop("QVariantList", notify=changed)
    def bases(self) -> list[dict[str, str]]:
        alone = {"value": "", "text": words.translate("none: its perplexity alone")}
        named = [
            {"value": other.name, "text": f"{other.name} · {words.size(other.size_bytes)}"}
            for other in self._others()
        ]
        return [*named, alone]

    def _get_base(self) -> str:
        return self._base

    def _set_base(self, name: str) -> None:
        self._base = name
        self.changed.emit()

    base = settable(str, _get_base, _set_base, notify=changed)

    def _get_thorough(self) -> bool:
        return self._thorough

    def _set_thorough(self, on: bool) -> None:
        self._thorough = on
        self.changed.emit()

    thorough = settable(bool, _get_thorough, _set_thorough, notify=changed)
