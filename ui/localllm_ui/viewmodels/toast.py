"""A word at the bottom of the window, for a few seconds, with a way back where there is one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from localllm_ui.qt import prop
from localllm_ui.viewmodels import words

_SHOWN_MS = 7000


class Toast(QObject):
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._undo: Callable[[], object] | None = None
        self._timer = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._timer.timeout.connect(self._over)

    def say(self, text: str, undo: Callable[[], object] | None = None) -> None:
        """`undo()` takes back what the text tells of."""
        self._text, self._undo = text, undo
        self.changed.emit()
        self._timer.start()

    def _over(self) -> None:
        self._text, self._undo = "", None
        self.changed.emit()

    @prop(str, notify=changed)
    def text(self) -> str:
        return self._text

    @prop(str, notify=changed)
    def undoText(self) -> str:
        return words.translate("Undo") if self._undo is not None else ""

    @Slot()
    def undo(self) -> None:
        undo = self._undo
        self._over()
        if undo is not None:
            undo()
