"""One repository of the hub: its quantizations, what of them fits here, and how to get one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from localllm.errors import LocalLLMError
from localllm_ui.qt import prop
from localllm_ui.services.memory import of_fit
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm_ui.bridge import Bridge, Call
    from localllm_ui.services.backend import Backend
    from localllm_ui.services.hub import HubService, Offered, Opened


class HubRepo(QObject):
    """`name` "" while none is open. `state`: "busy", "open" or "failed" (`problem`)."""

    changed = Signal()
    queued = Signal(str)  # what is on its way to this computer now
    failed = Signal(object, object)  # why it is not, and what tries again

    def __init__(
        self, bridge: Bridge, backend: Backend, hub: HubService, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge, self._backend, self._hub = bridge, backend, hub
        self._name, self._state, self._problem = "", "", ""
        self._opened: Opened | None = None
        self._running: Call[Opened] | None = None
        self._token_problem = ""
        self._rows = KeyedRows("key", self)

    @Slot(str)
    def open(self, name: str) -> None:
        """Asks the hub for it, and reads one header."""
        self._drop()
        self._name, self._state, self._problem = name, "busy", ""
        self.changed.emit()
        self._running = self._bridge.call(self._hub.open(name))
        self._running.then(self._take).catch(self._failed)

    @Slot()
    def again(self) -> None:
        self.open(self._name)

    @Slot()
    def close(self) -> None:
        self._drop()
        self._name = self._state = ""
        self.changed.emit()

    def _drop(self) -> None:
        if self._running is not None:
            self._running.cancel()
        self._running, self._opened, self._token_problem = None, None, ""
        self._rows.replace([])

    def _take(self, opened: Opened) -> None:
        self._opened, self._state = opened, "open"
        several = len({each.choice.model.lower() for each in opened.offered}) > 1
        self._rows.replace([_row(each, several) for each in opened.offered])
        self.changed.emit()

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, LocalLLMError):
            self._bridge.failed.emit(error)
        self._state = "failed"
        self._problem = error.message if isinstance(error, LocalLLMError) else str(error)
        self.changed.emit()

    # --- what a person does

    @Slot(str)
    def download(self, key: str) -> None:
        """Puts the quantization into the queue."""
        if self._opened is None:
            return
        details = self._opened.details
        choice = next(each.choice for each in self._opened.offered if _key(each) == key)
        what = f"{details.repo} · {choice.name}"
        call = self._bridge.call(self._hub.download(details, choice))
        call.then(lambda _: self.queued.emit(what))
        call.catch(lambda error: self.failed.emit(error, lambda: self.download(key)))

    @Slot(str)
    def saveToken(self, value: str) -> None:
        """Into the keyring; then asks again."""
        call = self._bridge.call(self._hub.save_token(value))
        call.then(lambda _: self.again()).catch(self._not_saved)

    def _not_saved(self, error: Exception) -> None:
        if not isinstance(error, LocalLLMError):
            self._bridge.failed.emit(error)
        self._token_problem = error.message if isinstance(error, LocalLLMError) else str(error)
        self.changed.emit()

    @Slot()
    def openPage(self) -> None:
        """The repository's page in the browser: its terms are accepted there."""
        if self._opened is not None:
            QDesktopServices.openUrl(QUrl(self._opened.details.page))

    # --- what is shown

    @prop(QObject, constant=True)
    def rows(self) -> KeyedRows:
        return self._rows

    @prop(str, notify=changed)
    def name(self) -> str:
        return self._name

    @prop(str, notify=changed)
    def state(self) -> str:
        return self._state

    @prop(str, notify=changed)
    def problem(self) -> str:
        return self._problem

    @prop(str, notify=changed)
    def details(self) -> str:
        if self._opened is None:
            return ""
        of = self._opened.details
        parts = [of.architecture, words.parameters(of.parameters) if of.parameters else ""]
        if of.context_train:
            context = words.count(of.context_train)
            parts.append(words.translate("up to %1 tokens").replace("%1", context))
        parts.append(words.translate("licence %1").replace("%1", of.licence) if of.licence else "")
        return " · ".join(part for part in parts if part)

    @prop(bool, notify=changed)
    def gated(self) -> bool:
        """Its files may not be read, at least not with the token there is."""
        return self._opened is not None and self._opened.refused is not None

    @prop(bool, notify=changed)
    def hasToken(self) -> bool:
        refused = self._opened.refused if self._opened is not None else None
        return refused is not None and bool(refused.detail.get("has_token"))

    @prop(str, notify=changed)
    def tokenProblem(self) -> str:
        return self._token_problem


def _key(offered: Offered) -> str:
    return offered.choice.files[0].path


def _row(offered: Offered, several: bool) -> dict[str, Any]:
    choice = offered.choice
    memory = of_fit(offered.fit) if offered.fit is not None else None
    notes = [choice.model] if several else []
    if len(choice.files) > 1:
        notes.append(words.translate("%n part(s)", len(choice.files)))
    if choice.projector is not None:
        notes.append(words.translate("with what it needs to see or hear"))
    return {
        "key": _key(offered),
        "name": choice.name,
        "size": words.size(choice.total),
        "notes": " · ".join(notes),
        "picked": offered.picked,
        "fit": memory.fit if memory else "",
        "takes": words.size(memory.needs) if memory else "",
    }
