"""Deleting a model, and bringing in a file: both are shown before they are done."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal, Slot

from localllm.errors import LocalLLMError
from localllm_ui.qt import prop, settable
from localllm_ui.services import keeping
from localllm_ui.viewmodels import words

if TYPE_CHECKING:
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend


class Deletion(QObject):
    """`begin`, then what would go is shown; `confirm` does it. `deleted` says what is free."""

    changed = Signal()
    ready = Signal()
    deleted = Signal(str)

    def __init__(self, bridge: Bridge, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self._now: keeping.Deleting | None = None

    @Slot(str)
    def begin(self, name: str) -> None:
        work = asyncio.to_thread(keeping.deleting, self._backend.settings, name)
        self._bridge.call(work).then(self._take)

    def _take(self, now: keeping.Deleting) -> None:
        self._now = now
        self.changed.emit()
        self.ready.emit()

    @Slot()
    def confirm(self) -> None:
        if self._now is not None and not self._now.forbidden:
            self._bridge.call(self._delete(self._now.name)).then(self._gone)

    async def _delete(self, name: str) -> int:
        runtime = self._backend.runtime
        if any(model.name == name for model in runtime.loaded()):
            await runtime.unload(name)
        return await asyncio.to_thread(keeping.delete, self._backend.settings, name)

    def _gone(self, freed: int) -> None:
        name = self._now.name if self._now else ""
        text = words.translate("%1 is deleted; %2 are free again").replace("%1", name)
        self.deleted.emit(text.replace("%2", words.size(freed)))

    @prop(str, notify=changed)
    def name(self) -> str:
        return self._now.name if self._now else ""

    @prop(bool, notify=changed)
    def mine(self) -> bool:
        return self._now is not None and self._now.mine

    @prop(str, notify=changed)
    def forbidden(self) -> str:
        return self._now.forbidden if self._now else ""

    @prop("QStringList", notify=changed)
    def files(self) -> list[str]:
        return [file.path for file in self._now.removal.files] if self._now else []

    @prop(str, notify=changed)
    def frees(self) -> str:
        """How much that is, and what stays where it is under another name."""
        if self._now is None:
            return ""
        removal = self._now.removal
        text = words.translate("This frees %1.").replace("%1", words.size(removal.frees))
        kept = sum(file.size for file in removal.files) - removal.frees
        if kept:
            more = words.translate("%1 stay: another program has them too.")
            text += " " + more.replace("%1", words.size(kept))
        return text


class Importer(QObject):
    """A file that a person chose; opened where it lies, unless a copy is asked for."""

    changed = Signal()
    ready = Signal()
    added = Signal(str)

    def __init__(self, bridge: Bridge, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self._coming: keeping.Coming | None = None
        self._copy = self._busy = False
        self._problem = ""

    @Slot(str)
    def begin(self, file: str) -> None:
        path = Path(QUrl(file).toLocalFile() if file.startswith("file:") else file)
        self._copy, self._problem = False, ""
        self._bridge.call(asyncio.to_thread(keeping.look_at, path)).then(self._take)

    def _take(self, coming: keeping.Coming) -> None:
        self._coming = coming
        self._problem = coming.problem
        self.changed.emit()
        self.ready.emit()

    @Slot()
    def accept(self) -> None:
        if self._coming is None or self._busy:
            return
        self._busy = True
        self.changed.emit()
        path = Path(self._coming.path)
        work = asyncio.to_thread(keeping.bring_in, path, copy=self._copy)
        self._bridge.call(work).then(self._done).catch(self._failed)

    def _done(self, _: None) -> None:
        self._busy = False
        self.changed.emit()
        self.added.emit(words.translate("%1 can be used now").replace("%1", self.name))

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, LocalLLMError):
            self._bridge.failed.emit(error)
        self._busy = False
        self._problem = error.message if isinstance(error, LocalLLMError) else str(error)
        self.changed.emit()

    @prop(str, notify=changed)
    def name(self) -> str:
        return Path(self._coming.path).name if self._coming else ""

    @prop(str, notify=changed)
    def folder(self) -> str:
        return str(Path(self._coming.path).parent) if self._coming else ""

    @prop(str, notify=changed)
    def details(self) -> str:
        if self._coming is None or not self._coming.size:
            return ""
        return " · ".join(filter(None, (self._coming.details, self.size)))

    @prop(str, notify=changed)
    def size(self) -> str:
        return words.size(self._coming.size) if self._coming else ""

    @prop(str, notify=changed)
    def problem(self) -> str:
        return self._problem

    @prop(bool, notify=changed)
    def usable(self) -> bool:
        return self._coming is not None and not self._coming.problem

    @prop(bool, notify=changed)
    def busy(self) -> bool:
        return self._busy

    def _get_copy(self) -> bool:
        return self._copy

    def _set_copy(self, on: bool) -> None:
        self._copy = on
        self.changed.emit()

    copy = settable(bool, _get_copy, _set_copy, notify=changed)
