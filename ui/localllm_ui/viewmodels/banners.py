"""What went wrong, in words, with one button that helps. A problem is shown once, however often."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

import msgspec
from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Slot,
)

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


class Banner(msgspec.Struct, frozen=True):
    """`name` is the kind of problem: a second of its kind takes the first one's place."""

    name: str
    what: str
    why: str = ""
    action: str = ""
    do: Callable[[], object] | None = None
    look: str = "danger"


class Role(IntEnum):
    NAME = Qt.ItemDataRole.UserRole
    WHAT = NAME + 1
    WHY = NAME + 2
    ACTION = NAME + 3
    LOOK = NAME + 4


class Banners(QAbstractListModel):
    def __init__(self) -> None:
        super().__init__()
        self._banners: list[Banner] = []

    def show(self, banner: Banner) -> None:
        self.dismiss(banner.name)
        at = len(self._banners)
        self.beginInsertRows(QModelIndex(), at, at)
        self._banners.append(banner)
        self.endInsertRows()

    @Slot(str)
    def dismiss(self, name: str) -> None:
        for at, banner in enumerate(self._banners):
            if banner.name == name:
                self.beginRemoveRows(QModelIndex(), at, at)
                del self._banners[at]
                self.endRemoveRows()
                return

    @Slot(str)
    def act(self, name: str) -> None:
        """Presses the banner's button; it is then gone, and comes again if that did not help."""
        banner = next((banner for banner in self._banners if banner.name == name), None)
        if banner is not None and banner.do is not None:
            self.dismiss(name)
            banner.do()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._banners)

    def roleNames(self) -> dict[int, QByteArray]:
        return {role: QByteArray(role.name.lower().encode()) for role in Role}

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return getattr(self._banners[index.row()], Role(role).name.lower())
