"""The models: what is installed, what is loaded, what each would take."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QObject, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from localllm import settings_file
from localllm.errors import LocalLLMError
from localllm_ui.qt import prop, settable
from localllm_ui.services.memory import Memory, memory_of
from localllm_ui.services.processes import resident
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm.core import EngineStats
    from localllm.models.store import InstalledModel
    from localllm.supervisor.host import LoadedModel
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend, ModelsNow

_STATS_MS = 1000

_SMALL = 1_000_000_000  # parameters


class Running(msgspec.Struct, frozen=True):
    """An engine that is ready: its numbers, and the bytes of memory its process has."""

    stats: EngineStats
    resident: int


class Models(QObject):
    changed = Signal()
    filterChanged = Signal()
    madeDefault = Signal(str)

    def __init__(self, bridge: Bridge, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self._installed: list[InstalledModel] | None = None  # None: not looked for yet
        self._loaded: dict[str, LoadedModel] = {}
        self._memory: dict[str, Memory] = {}
        self._running: dict[str, Running] = {}
        self._default = ""
        self._rows = KeyedRows("name", self)
        self._filter = ""
        self._timer = QTimer(self, interval=_STATS_MS)
        self._timer.timeout.connect(self._ask_stats)
        self.changed.connect(self._show)

    # --- what is told

    def model_changed(self, model: LoadedModel) -> None:
        if model.state == "unloaded":
            self._loaded.pop(model.name, None)
        else:
            self._loaded[model.name] = model
        self.changed.emit()
        if model.state == "ready" or model.error:
            self.refresh()

    def loaded(self, name: str) -> LoadedModel | None:
        """The model by name; "" is the one that was loaded last."""
        if name:
            return self._loaded.get(name)
        return next(reversed(self._loaded.values()), None) if self._loaded else None

    @Slot()
    def refresh(self) -> None:
        self._bridge.call(self._backend.models()).then(self._take)

    def _take(self, now: ModelsNow) -> None:
        self._installed = now.installed
        self._loaded = {model.name: model for model in now.loaded}
        self._default = now.default
        self.changed.emit()
        self._bridge.call(self._measure(now.installed)).then(self._measured)

    async def _measure(self, models: list[InstalledModel]) -> dict[str, Memory]:
        return await asyncio.to_thread(memory_of, models, self._backend.settings)

    def _measured(self, memory: dict[str, Memory]) -> None:
        self._memory = memory
        self.changed.emit()

    @Slot(bool)
    def watch(self, on: bool) -> None:
        """Numbers of running engines, once a second, while somebody looks."""
        if on:
            self._ask_stats()
            self._timer.start()
        else:
            self._timer.stop()

    def _ask_stats(self) -> None:
        self._bridge.call(self._read_stats()).then(self._take_stats)

    async def _read_stats(self) -> dict[str, Running]:
        runtime = self._backend.runtime
        found: dict[str, Running] = {}
        for model in runtime.loaded():
            if model.state == "ready":
                try:
                    stats = await runtime.stats(model.name)
                except LocalLLMError:
                    continue  # it went just now
                found[model.name] = Running(stats, resident([model.pid]))
        return found

    def _take_stats(self, running: dict[str, Running]) -> None:
        self._running = running
        self.changed.emit()

    # --- what is shown

    def _get_filter(self) -> str:
        return self._filter

    def _set_filter(self, text: str) -> None:
        self._filter = text
        self.filterChanged.emit()
        self.changed.emit()

    filter = settable(str, _get_filter, _set_filter, notify=filterChanged)

    def _show(self) -> None:
        wanted = self._filter.lower().split()
        self._rows.replace(
            [
                self._row(model)
                for model in self._installed or ()
                if all(word in f"{model.name} {model.architecture}".lower() for word in wanted)
            ]
        )

    @prop(QObject, constant=True)
    def rows(self) -> KeyedRows:
        return self._rows

    @prop(str, notify=changed)
    def standard(self) -> str:
        """What a chat is answered by for which none was chosen; "" where there is none."""
        return self._default

    @prop(bool, notify=changed)
    def none(self) -> bool:
        """There is no model at all, as far as one has looked."""
        return self._installed == []

    @prop(bool, notify=changed)
    def onlySmall(self) -> bool:
        """What is here answers, but has less than a billion parameters."""
        installed = self._installed or ()
        return bool(installed) and all(model.parameters < _SMALL for model in installed)

    def find(self, name: str) -> InstalledModel | None:
        return next((model for model in self._installed or () if model.name == name), None)

    def all(self) -> list[InstalledModel]:
        """Every one that has a file and can be used."""
        return [
            model for model in self._installed or () if model.problem is None and model.size_bytes
        ]

    def installed(self, name: str) -> bool:
        """Not known to be missing."""
        return self._installed is None or any(model.name == name for model in self._installed)

    def _row(self, model: InstalledModel) -> dict[str, Any]:
        loaded = self._loaded.get(model.name)
        memory = self._memory.get(model.name)
        return {
            "name": model.name,
            "path": model.path,
            "details": _details(model),
            "problem": model.problem or "",
            "mine": model.source == "own",
            "file": model.size_bytes > 0,
            "isDefault": model.name == self._default,
            "can": [words.capability(name) for name in model.capabilities if name != "chat"],
            "licence": model.licence,
            "state": loaded.state if loaded else "",
            "progress": loaded.progress if loaded else 0.0,
            "error": loaded.error if loaded else "",
            "takes": words.size(memory.needs) if memory else "",
            "fit": memory.fit if memory else "",
            "fitWords": _fit_words(memory) if memory else "",
            "numbers": self._numbers(model.name, loaded),
        }

    def _numbers(self, name: str, loaded: LoadedModel | None) -> str:
        if loaded is None or loaded.info is None:
            return ""
        info = loaded.info
        parts = [
            words.translate("context %1").replace("%1", words.count(info.context)),
            words.translate("%n thread(s)", info.threads),
        ]
        if (running := self._running.get(name)) is not None:
            stats = running.stats
            memory = words.size(running.resident)
            parts.insert(0, words.translate("%1 of memory").replace("%1", memory))
            used = f"{stats.cells_used / max(1, stats.cells_total):.0%}"
            parts.append(words.translate("%1 of the context in use").replace("%1", used))
            if stats.ram_cache_bytes:
                kept = words.size(stats.ram_cache_bytes)
                parts.append(words.translate("%1 of prompts kept").replace("%1", kept))
        return " · ".join(parts)

    # --- what a person does

    @Slot(str)
    def load(self, name: str) -> None:
        self._bridge.call(self._backend.runtime.load(name)).then(lambda _: self.refresh())

    @Slot(str)
    def unload(self, name: str) -> None:
        self._bridge.call(self._backend.runtime.unload(name)).then(lambda _: self.refresh())

    @Slot(str)
    def reveal(self, path: str) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(path).parent)))

    @Slot(str)
    def makeDefault(self, name: str) -> None:
        """Chats and clients that name no model get this one from now on."""
        settings_file.save({"model": name})
        changed = msgspec.structs.replace(self._backend.settings, model=name)
        self._bridge.call(self._backend.look_in(changed)).then(lambda _: self._made_default(name))

    def _made_default(self, name: str) -> None:
        self.madeDefault.emit(name)
        self.refresh()


def _details(model: InstalledModel) -> str:
    parts = [model.architecture, words.parameters(model.parameters) if model.parameters else ""]
    parts += [model.quantization, words.size(model.size_bytes)]
    if model.context_train:
        context = words.count(model.context_train)
        parts.append(words.translate("up to %1 tokens").replace("%1", context))
    return " · ".join(part for part in parts if part)


def _fit_words(memory: Memory) -> str:
    text = words.translate("Takes %1 of %2 free, with a context of %3 tokens")
    text = text.replace("%1", words.size(memory.needs)).replace("%2", words.size(memory.free))
    return text.replace("%3", words.count(memory.context))
