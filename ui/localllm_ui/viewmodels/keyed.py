"""Lists that are given anew as a whole and told to the view as the least that changed.

A view whose model is replaced makes all its delegates again: an open menu closes, the keyboard
loses its place, what was typed is gone. Here a row that is still there keeps its delegate, wherever
it moved to and whatever of it changed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from localllm_ui.qt import prop

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()

_MANY = 2000  # rows in disorder from which telling each costs more than beginning anew


class KeyedModel(QAbstractListModel, Generic[T]):
    """`key` tells a row from all others; `replace` takes the rows that there are now."""

    countChanged = Signal()

    def __init__(self, key: Callable[[T], Hashable], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._key = key
        self._rows: list[T] = []

    def replace(self, fresh: Sequence[T]) -> None:
        before = len(self._rows)
        start = _alike(self._rows, fresh, self._key)
        tail_old, tail_new = self._rows[start:], fresh[start:]
        end = _alike(tail_old[::-1], tail_new[::-1], self._key)
        self._settle(start, list(tail_new[: len(tail_new) - end]), len(self._rows) - end)
        self._change(fresh)
        if len(self._rows) != before:
            self.countChanged.emit()

    def _settle(self, start: int, wanted: list[T], end: int) -> None:
        """Brings the rows from `start` to `end` into the order of `wanted`, by key."""
        if max(len(wanted), end - start) > _MANY:
            self.beginResetModel()
            self._rows[start:end] = wanted
            self.endResetModel()
            return
        keys = {self._key(row) for row in wanted}
        self._remove([at for at in range(start, end) if self._key(self._rows[at]) not in keys])
        here = {self._key(row) for row in self._rows}
        at = start
        while at < start + len(wanted):
            rest = wanted[at - start :]
            if come := list(takewhile(lambda row: self._key(row) not in here, rest)):
                self._insert(at, come)
                at += len(come)
            else:
                self._bring(at, [self._key(row) for row in rest])
                at += 1

    def _bring(self, at: int, wanted: list[Hashable]) -> None:
        """Has the row with the first of the keys at `at`. Where the one that is there only has to
        go further down, that one moves, so that all others stay."""
        keys = [self._key(row) for row in self._rows[at:]]
        if keys[0] == wanted[0]:
            return
        if keys[1] == wanted[0] and keys[0] in wanted:
            here = set(keys)
            present = [key for key in wanted if key in here]
            self._move(at, at + present.index(keys[0]))
        else:
            self._move(at + keys.index(wanted[0]), at)

    def _remove(self, gone: list[int]) -> None:
        for first, last in reversed(_runs(gone)):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self._rows[first : last + 1]
            self.endRemoveRows()

    def _insert(self, at: int, come: list[T]) -> None:
        self.beginInsertRows(QModelIndex(), at, at + len(come) - 1)
        self._rows[at:at] = come
        self.endInsertRows()

    def _move(self, source: int, target: int) -> None:
        """`target` is where the row is afterwards."""
        below = target + 1 if target > source else target
        self.beginMoveRows(QModelIndex(), source, source, QModelIndex(), below)
        self._rows.insert(target, self._rows.pop(source))
        self.endMoveRows()

    def _change(self, fresh: Sequence[T]) -> None:
        changed = [at for at, row in enumerate(fresh) if self._rows[at] != row]
        for first, last in _runs(changed):
            self._rows[first : last + 1] = fresh[first : last + 1]
            self.dataChanged.emit(self.index(first), self.index(last))

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @prop(int, notify=countChanged)
    def count(self) -> int:
        return len(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[T]:
        return iter(self._rows)

    def __getitem__(self, at: int) -> T:
        return self._rows[at]


class KeyedRows(KeyedModel[dict[str, Any]]):
    """Rows for delegates with `required property var modelData`; `name` is their key."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(lambda row: row[name], parent)

    def roleNames(self) -> dict[int, QByteArray]:
        return {int(Qt.ItemDataRole.UserRole): QByteArray(b"modelData")}

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return self._rows[index.row()] if role == Qt.ItemDataRole.UserRole else None


def _alike(old: Sequence[T], new: Sequence[T], key: Callable[[T], Hashable]) -> int:
    """How many rows from the front are the same ones."""
    pairs = zip(old, new, strict=False)
    return sum(1 for _ in takewhile(lambda pair: key(pair[0]) == key(pair[1]), pairs))


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """[1, 2, 3, 7] -> [(1, 3), (7, 7)]."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
