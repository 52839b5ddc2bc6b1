"""Drives a Qt Quick window as a person does: by what is shown, with clicks and keys."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QEventLoop,
    QMimeData,
    QPoint,
    QPointF,
    Qt,
    QUrl,
)
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtQuick import QQuickItem, QQuickWindow
from PySide6.QtTest import QTest

_PATIENCE_S = 60.0
_TYPES = Qt.KeyboardModifier


class Window:
    """`app` is the window's App; items are found by objectName, or by their accessible name."""

    def __init__(self, app: Any, root: Any) -> None:
        self.app = app
        self.root: QQuickWindow = root
        self._since = 0.0

    def wait(self, condition: Callable[[], object], what: str = "") -> None:
        """Until the condition holds; fails after a while, whatever the machine's speed."""
        end = time.monotonic() + _PATIENCE_S
        while not condition():
            assert time.monotonic() < end, f"waited in vain {what}"
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            time.sleep(0.002)
        self.settle()

    @staticmethod
    def wait_elsewhere(condition: Callable[[], bool]) -> None:
        """As `wait`, on another thread than the window's."""
        end = time.monotonic() + _PATIENCE_S
        while not condition() and time.monotonic() < end:
            time.sleep(0.005)

    def settle(self) -> None:
        for _ in range(3):
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        # A loop that is not exec() leaves these lying.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def items(self) -> Iterator[QQuickItem]:
        """Every visible item."""
        waiting = [self.root.contentItem()]
        while waiting:
            item = waiting.pop()
            if item.isVisible() and item.opacity() > 0:
                yield item
                waiting += item.childItems()

    def find(self, name: str) -> QQuickItem | None:
        for item in self.items():
            if name in (item.objectName(), item.property("label"), item.property("text")):
                return item
        return None

    def item(self, name: str) -> QQuickItem:
        """The item, once it is there and stands still: a click goes to a place."""
        found: list[QQuickItem] = []
        places: list[QPointF] = []

        def still() -> bool:
            if (item := self.find(name)) is not None:
                found.append(item)
                places.append(item.mapToScene(QPointF(0, 0)))
            return len(places) > 2 and places[-1] == places[-2] == places[-3]

        self.wait(still, f"for {name!r}")
        return found[-1]

    def click(self, name: str) -> None:
        item = self.item(name)
        where = item.mapToScene(QPointF(item.width() / 2, item.height() / 2))
        self.click_at(where.toPoint())

    def click_at(self, point: QPoint) -> None:
        QTest.mouseMove(self.root, point)
        self.settle()
        QTest.mouseClick(self.root, Qt.MouseButton.LeftButton, _TYPES.NoModifier, point)
        self.settle()

    def hover(self, name: str) -> None:
        item = self.item(name)
        where = item.mapToScene(QPointF(item.width() / 2, item.height() / 2))
        QTest.mouseMove(self.root, where.toPoint())
        self.settle()

    def right_click(self, name: str) -> None:
        item = self.item(name)
        where = item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint()
        QTest.mouseClick(self.root, Qt.MouseButton.RightButton, _TYPES.NoModifier, where)
        self.settle()

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = _TYPES.NoModifier) -> None:
        QTest.keyClick(self.root, key, modifiers)
        self.settle()

    def ctrl(self, key: Qt.Key) -> None:
        self.key(key, _TYPES.ControlModifier)

    def type(self, text: str) -> None:
        for letter in text:
            QTest.keyClick(self.root, letter)
        self.settle()

    def pull(self, name: str, onto: str, fraction: float = 0.5) -> Callable[[], None]:
        """Presses the mouse on an item and moves it over another, that far from its top; what
        comes back lets go."""
        source, target = self.item(name), self.item(onto)
        start = source.mapToScene(QPointF(source.width() / 2, source.height() / 2)).toPoint()
        end = target.mapToScene(QPointF(target.width() / 2, target.height() * fraction)).toPoint()
        left = Qt.MouseButton.LeftButton
        QTest.mousePress(self.root, left, _TYPES.NoModifier, start)
        for step in range(1, 9):
            at = start + (end - start) * (step / 8)
            QTest.mouseMove(self.root, at)
            self.settle()

        def let_go() -> None:
            QTest.mouseRelease(self.root, left, _TYPES.NoModifier, end)
            self.settle()

        return let_go

    def drag(self, name: str, files: Sequence[Path]) -> Callable[[], None]:
        """Holds files over the item; what comes back lets them fall."""
        item = self.item(name)
        where = item.mapToScene(QPointF(item.width() / 2, item.height() / 2))
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        how = (Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, _TYPES.NoModifier)
        QCoreApplication.sendEvent(self.root, QDragEnterEvent(where.toPoint(), *how))
        QCoreApplication.sendEvent(self.root, QDragMoveEvent(where.toPoint(), *how))
        self.settle()

        def drop() -> None:
            QCoreApplication.sendEvent(self.root, QDropEvent(where, *how))
            self.settle()

        return drop

    # --- what most tests do

    def say(self, text: str) -> None:
        """Writes a message with the keyboard, sends it, and waits for the end of the answer."""
        self.start(text)
        self.wait(lambda: not self.app.current.busy, "for the answer")
        self._since = time.monotonic()
        self.wait(self._quiet, "for the title")

    def _quiet(self) -> bool:
        """The model has given the title, and the list shows it: nothing has moved for a while."""
        chats = self.app.chats
        titling = self.app.backend.answering._titling
        waiting = titling or chats._soon.isActive() or chats._reading or self.app.bridge._inbox
        self._since = time.monotonic() if waiting else self._since
        return time.monotonic() > self._since + 0.15

    def start(self, text: str) -> None:
        self.item("composer").forceActiveFocus()
        self.type(text)
        self.key(Qt.Key.Key_Return)

    def words(self) -> list[str]:
        """What the messages on the path say, from the first."""
        return [message.content for message in self.app.current._path]

    def titles(self) -> list[str]:
        return [line.title for line in self.app.chats if line.kind == "chat"]
