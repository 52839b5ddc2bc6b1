"""How one chat is asked: model, system prompt, sampling; presets keep them by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from PySide6.QtCore import QObject, Signal, Slot

from localllm.core import SamplingParams
from localllm_ui.qt import prop, settable
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm.chats.types import ChatSettings, Preset
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend

_DEFAULTS = SamplingParams()

# name, from, to, step, digits. What people change; the rest is for programs at the port.
SLIDERS: tuple[tuple[str, float, float, float, int], ...] = (
    ("temperature", 0.0, 2.0, 0.05, 2),
    ("top_p", 0.0, 1.0, 0.01, 2),
    ("top_k", 0, 200, 1, 0),
    ("min_p", 0.0, 0.5, 0.01, 2),
    ("repeat_penalty", 1.0, 2.0, 0.01, 2),
    ("presence_penalty", -2.0, 2.0, 0.05, 2),
    ("frequency_penalty", -2.0, 2.0, 0.05, 2),
)


class ChatOptions(QObject):
    """`changed` after a person changed something; `shown` whenever the values are others."""

    changed = Signal()
    shown = Signal()
    presetsChanged = Signal()

    def __init__(
        self, bridge: Bridge, backend: Backend, settings: ChatSettings, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self.settings = settings
        self._presets: list[Preset] = []
        self._sliders = KeyedRows("name", self)
        self.shown.connect(self._show)
        self._show()

    def set_settings(self, settings: ChatSettings) -> None:
        if settings != self.settings:
            self.settings = settings
            self.shown.emit()

    def change(self, **fields: Any) -> None:
        settings = msgspec.structs.replace(self.settings, **fields)
        if settings != self.settings:
            self.settings = settings
            self.shown.emit()
            self.changed.emit()

    def _get_model(self) -> str:
        return self.settings.model

    def _set_model(self, name: str) -> None:
        self.change(model=name)

    model = settable(str, _get_model, _set_model, notify=shown)

    def _get_system(self) -> str:
        return self.settings.system_prompt

    def _set_system(self, text: str) -> None:
        self.change(system_prompt=text)

    systemPrompt = settable(str, _get_system, _set_system, notify=shown)

    def _get_thinking(self) -> bool:
        return self.settings.thinking is not False

    def _set_thinking(self, on: bool) -> None:
        self.change(thinking=on)

    thinking = settable(bool, _get_thinking, _set_thinking, notify=shown)

    def _show(self) -> None:
        sampling = self.settings.sampling
        self._sliders.replace(
            [
                {
                    "name": name,
                    "label": words.translate(words.label(name)),
                    "from": low,
                    "to": high,
                    "step": step,
                    "digits": digits,
                    "value": getattr(sampling, name),
                    "standard": getattr(_DEFAULTS, name),
                }
                for name, low, high, step, digits in SLIDERS
            ]
        )

    @prop(QObject, constant=True)
    def sliders(self) -> KeyedRows:
        return self._sliders

    @Slot(str, float)
    def setSampling(self, name: str, value: float) -> None:
        kind = type(getattr(_DEFAULTS, name))
        changed = {name: kind(round(value, 4))}
        self.change(sampling=msgspec.structs.replace(self.settings.sampling, **changed))

    @prop(str, notify=shown)
    def maxTokens(self) -> str:
        limit = self.settings.sampling.max_tokens
        return "" if limit is None else str(limit)

    @prop(str, notify=shown)
    def seed(self) -> str:
        seed = self.settings.sampling.seed
        return "" if seed is None else str(seed)

    @Slot(str)
    def setMaxTokens(self, text: str) -> None:
        self._set_number("max_tokens", text)

    @Slot(str)
    def setSeed(self, text: str) -> None:
        self._set_number("seed", text)

    def _set_number(self, name: str, text: str) -> None:
        number = int(text) if text.isdecimal() else None
        self.change(sampling=msgspec.structs.replace(self.settings.sampling, **{name: number}))

    @Slot()
    def reset(self) -> None:
        self.change(sampling=_DEFAULTS)

    # --- presets

    @Slot()
    def refreshPresets(self) -> None:
        self._bridge.call(self._backend.use(lambda s: s.list_presets())).then(self._take_presets)

    def _take_presets(self, presets: list[Preset]) -> None:
        self._presets = presets
        self.presetsChanged.emit()

    @prop("QVariantList", notify=presetsChanged)
    def presets(self) -> list[dict[str, Any]]:
        return [{"value": preset.id, "text": preset.name} for preset in self._presets]

    @prop(int, notify=shown)
    def presetId(self) -> int:
        return self.settings.preset_id or -1

    @Slot(int)
    def applyPreset(self, preset_id: int) -> None:
        found = next((p.settings for p in self._presets if p.id == preset_id), None)
        if found is not None:
            self.change(
                model=found.model or self.settings.model,
                system_prompt=found.system_prompt,
                sampling=found.sampling,
                thinking=found.thinking,
                preset_id=preset_id,
            )

    @Slot(str)
    def savePreset(self, name: str) -> None:
        settings = self.settings
        create = self._backend.use(lambda s: s.presets.create(name, settings))
        self._bridge.call(create).then(self._preset_saved)

    def _preset_saved(self, preset: Preset) -> None:
        self.refreshPresets()
        self.change(preset_id=preset.id)

    @Slot()
    def deletePreset(self) -> None:
        preset_id = self.settings.preset_id
        if preset_id is not None:
            delete = self._backend.use(lambda s: s.presets.delete(preset_id))
            self._bridge.call(delete).then(self._preset_gone)
            self.change(preset_id=None)

    def _preset_gone(self, _: object) -> None:
        self.refreshPresets()
