"""The context gauge: what the next answer reuses, what it reads anew, what is free."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from localllm_ui.qt import prop
from localllm_ui.viewmodels import words


class Gauge(QObject):
    """All in tokens. `total` 0: no model is loaded, so nothing is known."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._total = self._reused = self._fresh = 0

    def set(self, *, total: int | None = None, reused: int = 0, fresh: int = 0) -> None:
        """`total` None leaves the context as it is."""
        now = (self._total if total is None else total, reused, fresh)
        if now != (self._total, self._reused, self._fresh):
            self._total, self._reused, self._fresh = now
            self.changed.emit()

    @prop(int, notify=changed)
    def total(self) -> int:
        return self._total

    @prop(int, notify=changed)
    def reused(self) -> int:
        return self._reused

    @prop(int, notify=changed)
    def fresh(self) -> int:
        return self._fresh

    @prop(int, notify=changed)
    def free(self) -> int:
        return max(0, self._total - self._reused - self._fresh)

    @prop(bool, notify=changed)
    def full(self) -> bool:
        """What was written does not fit."""
        return 0 < self._total <= self._reused + self._fresh

    @prop(str, notify=changed)
    def words(self) -> str:
        text = words.translate("Context of %1 tokens: %2 reused, %3 new, %4 free")
        for at, number in enumerate((self._total, self._reused, self._fresh, self.free), 1):
            text = text.replace(f"%{at}", words.count(number))
        return text
