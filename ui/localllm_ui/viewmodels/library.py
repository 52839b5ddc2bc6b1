"""Everything around models beside the list of them: the hub, the queue, jobs, sheets.

QML finds it as `App.library`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from localllm_ui.qt import prop, settable
from localllm_ui.services import told
from localllm_ui.services.hub import HubService
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.downloads import DownloadList
from localllm_ui.viewmodels.evaluate import EvaluateSheet
from localllm_ui.viewmodels.hub_repo import HubRepo
from localllm_ui.viewmodels.hub_search import HubSearch
from localllm_ui.viewmodels.job_list import JobList
from localllm_ui.viewmodels.keeping import Deletion, Importer
from localllm_ui.viewmodels.quantize import QuantizeSheet
from localllm_ui.viewmodels.suggestions import Suggestions

if TYPE_CHECKING:
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend
    from localllm_ui.viewmodels.models import Models


class Library(QObject):
    """`section` of the page Models: "here", "find" or "work". `said`: a word for the toast;
    `sheet`: a sheet is to be opened, "": closed."""

    changed = Signal()
    said = Signal(str)
    sheet = Signal(str)
    failed = Signal(object, object)  # a fetch: why, and what tries again

    def __init__(
        self, bridge: Bridge, backend: Backend, models: Models, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        loop, hub = (bridge, backend), HubService(backend)
        self._models, self._section = models, "here"
        self._search = HubSearch(*loop, hub, self)
        self._repo = HubRepo(*loop, hub, self)
        self._downloads = DownloadList(*loop, self)
        self._jobs = JobList(*loop, self)
        self._quantize = QuantizeSheet(*loop, models, self)
        self._evaluate = EvaluateSheet(*loop, models, self)
        self._deletion = Deletion(*loop, self)
        self._importer = Importer(*loop, self)
        self._suggestions = Suggestions(bridge, hub, self)
        self._wire()

    def _wire(self) -> None:
        for list_ in (self._downloads, self._jobs):
            list_.changed.connect(self.changed)
            list_.finished.connect(self._finished)
        for source in (self._repo, self._suggestions):
            source.queued.connect(self._queued)
            source.failed.connect(self.failed)
        self._downloads.failed.connect(self.failed)
        for sheet in (self._quantize, self._evaluate):
            sheet.started.connect(self._started)
        self._deletion.ready.connect(lambda: self.sheet.emit("delete"))
        self._deletion.deleted.connect(self._files_changed)
        self._importer.ready.connect(lambda: self.sheet.emit("import"))
        self._importer.added.connect(self._files_changed)

    def hear(self, what: told.OfLibrary) -> None:
        match what:
            case told.FilesChanged():
                self._models.refresh()
            case told.DownloadsChanged():
                self._downloads.take(what.downloads)
            case told.JobsChanged():
                self._jobs.take(what.jobs)

    def retranslate(self) -> None:
        self._downloads.show()
        self._jobs.show()
        self.changed.emit()

    def _finished(self, name: str) -> None:
        self._models.refresh()
        self.said.emit(words.translate("Done: %1").replace("%1", name))

    def _queued(self, name: str) -> None:
        self.said.emit(words.translate("%1 is being fetched").replace("%1", name))

    def _started(self) -> None:
        self.sheet.emit("")
        self.section = "work"

    def _files_changed(self, text: str) -> None:
        self.sheet.emit("")
        self._models.refresh()
        self.said.emit(text)

    # --- sheets of the page

    @Slot(str)
    def openQuantize(self, name: str) -> None:
        self._quantize.begin(name)
        self.sheet.emit("quantize")

    @Slot(str)
    def openEvaluate(self, name: str) -> None:
        self._evaluate.begin(name)
        self.sheet.emit("evaluate")

    # --- what the sidebar shows

    @prop(int, notify=changed)
    def active(self) -> int:
        """Downloads and jobs that run or wait."""
        return self._downloads.active + self._jobs.active

    @prop(float, notify=changed)
    def fraction(self) -> float:
        """How far the one that runs is, 0..1; -1 where that is not known."""
        fraction = self._downloads.fraction
        return fraction if fraction >= 0 else self._jobs.fraction

    @prop(str, notify=changed)
    def activity(self) -> str:
        parts = []
        if n := self._downloads.active:
            parts.append(words.translate("%n download(s)", n))
        if n := self._jobs.active:
            parts.append(words.translate("%n job(s)", n))
        return ", ".join(parts)

    def _get_section(self) -> str:
        return self._section

    def _set_section(self, name: str) -> None:
        self._section = name
        self.changed.emit()

    section = settable(str, _get_section, _set_section, notify=changed)

    @prop(QObject, constant=True)
    def search(self) -> HubSearch:
        return self._search

    @prop(QObject, constant=True)
    def repo(self) -> HubRepo:
        return self._repo

    @prop(QObject, constant=True)
    def downloads(self) -> DownloadList:
        return self._downloads

    @prop(QObject, constant=True)
    def jobs(self) -> JobList:
        return self._jobs

    @prop(QObject, constant=True)
    def quantize(self) -> QuantizeSheet:
        return self._quantize

    @prop(QObject, constant=True)
    def evaluate(self) -> EvaluateSheet:
        return self._evaluate

    @prop(QObject, constant=True)
    def deletion(self) -> Deletion:
        return self._deletion

    @prop(QObject, constant=True)
    def importer(self) -> Importer:
        return self._importer

    @prop(QObject, constant=True)
    def suggestions(self) -> Suggestions:
        return self._suggestions
