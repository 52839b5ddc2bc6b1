"""The sheet that makes a model smaller: which type, how large it gets, how much that costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from localllm.models.quantization.recipes import Recipe, find_recipe
from localllm_ui.qt import prop, settable
from localllm_ui.services.quantizing import Quantizing
from localllm_ui.viewmodels import words

if TYPE_CHECKING:
    from localllm.models.store import InstalledModel
    from localllm_ui.bridge import Bridge, Call
    from localllm_ui.services.backend import Backend
    from localllm_ui.viewmodels.models import Models

# What is offered; the command line knows the rest.
OFFERED = (
    "Q8_0", "Q6_K", "Q5_K_M", "Q5_K_S", "Q4_K_M", "Q4_K_S", "IQ4_XS", "Q3_K_L", "Q3_K_M",
    "IQ3_M", "IQ3_XXS", "Q2_K", "IQ2_M",
)  # fmt: skip
_USUAL = "Q4_K_M"
_WHOLE = ("F32", "BF16", "F16")


class QuantizeSheet(QObject):
    """`started`: a job has begun, or waits."""

    changed = Signal()
    started = Signal()

    def __init__(
        self, bridge: Bridge, backend: Backend, models: Models, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._bridge, self._backend, self._models = bridge, backend, models
        self._model: InstalledModel | None = None
        self._type = _USUAL
        self._calibrate, self._measure = False, True
        self._exact: dict[str, int] = {}
        self._asking: Call[int] | None = None

    @Slot(str)
    def begin(self, name: str) -> None:
        self._model = self._models.find(name)
        self._type, self._calibrate, self._measure, self._exact = _USUAL, False, True, {}
        self._ask()

    @Slot(str)
    def choose(self, type_name: str) -> None:
        self._type = type_name
        self._calibrate = self._calibrate or self.mustCalibrate
        self._ask()

    def _ask(self) -> None:
        """The exact size, unless it is known. A job that runs meanwhile comes first."""
        self.changed.emit()
        self.stop()
        if self._model is not None and self._type not in self._exact and not self.mustCalibrate:
            wanted = Quantizing(self._model.path, self._type)
            self._asking = self._bridge.call(self._backend.working.dry_run(wanted))
            self._asking.then(self._sized).catch(_ignore)  # the job itself says what is wrong

    @Slot()
    def stop(self) -> None:
        """The sheet is closed, or asks for something else."""
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _sized(self, size: int) -> None:
        self._exact[self._type] = size
        self.changed.emit()

    @Slot()
    def start(self) -> None:
        if self._model is None:
            return
        self.stop()
        wanted = Quantizing(self._model.path, self._type, self._calibrate, self._measure)
        title = words.translate("Quantize %1 to %2").replace("%1", self._model.name)
        title = title.replace("%2", self._type)
        call = self._bridge.call(self._start(wanted, title))
        call.then(lambda _: self.started.emit())

    async def _start(self, wanted: Quantizing, title: str) -> str:
        return self._backend.working.quantize(wanted, title)

    # --- what is shown

    @prop(str, notify=changed)
    def name(self) -> str:
        return self._model.name if self._model is not None else ""

    @prop(str, notify=changed)
    def type(self) -> str:
        return self._type

    @prop("QVariantList", notify=changed)
    def types(self) -> list[dict[str, Any]]:
        return [self._row(find_recipe(name)) for name in OFFERED] if self._model else []

    def _row(self, recipe: Recipe) -> dict[str, Any]:
        assert self._model is not None
        exact = self._exact.get(recipe.name)
        size = exact or estimated(self._model, recipe)
        return {
            "name": recipe.name,
            "size": words.size(size) if exact else f"≈ {words.size(size)}",
            "hint": words.translate(recipe.description),
            "usual": recipe.name == _USUAL,
        }

    @prop(str, notify=changed)
    def warning(self) -> str:
        """Where the model is none of the whole ones."""
        if self._model is None or self._model.quantization in ("", *_WHOLE):
            return ""
        text = words.translate(
            "This file is quantized already (%1). Made from the original, the result is better."
        )
        return text.replace("%1", self._model.quantization)

    @prop(bool, notify=changed)
    def mustCalibrate(self) -> bool:
        return find_recipe(self._type).needs_imatrix

    def _get_calibrate(self) -> bool:
        return self._calibrate

    def _set_calibrate(self, on: bool) -> None:
        self._calibrate = on or self.mustCalibrate
        self.changed.emit()

    calibrate = settable(bool, _get_calibrate, _set_calibrate, notify=changed)

    def _get_measure(self) -> bool:
        return self._measure

    def _set_measure(self, on: bool) -> None:
        self._measure = on
        self.changed.emit()

    measure = settable(bool, _get_measure, _set_measure, notify=changed)


def estimated(model: InstalledModel, recipe: Recipe) -> int:
    """Bytes by the recipe's bits a weight: near for large models, too small for small ones."""
    return round(model.parameters * recipe.bits / 8)


def _ignore(_: Exception) -> None:
    pass
