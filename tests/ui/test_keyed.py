"""Lists that tell the view the least: rows stay themselves, wherever they move to."""

from __future__ import annotations

import random
from typing import Any

import pytest
from localllm_ui.viewmodels.keyed import KeyedRows
from PySide6.QtTest import QAbstractItemModelTester


def rows(keys: str, **changed: int) -> list[dict[str, Any]]:
    return [{"key": key, "value": changed.get(key, 0)} for key in keys]


class View:
    """Replays what a model tells, as a view does, and counts it."""

    def __init__(self, model: KeyedRows) -> None:
        self.model = model
        self.shown = list(model)
        self.told: list[str] = []
        model.rowsInserted.connect(self._inserted)
        model.rowsRemoved.connect(self._removed)
        model.rowsMoved.connect(self._moved)
        model.dataChanged.connect(self._changed)
        model.modelReset.connect(self._reset)

    def _inserted(self, _: object, first: int, last: int) -> None:
        self.told.append(f"+{last - first + 1}")
        self.shown[first:first] = [self.model[at] for at in range(first, last + 1)]

    def _removed(self, _: object, first: int, last: int) -> None:
        self.told.append(f"-{last - first + 1}")
        del self.shown[first : last + 1]

    def _moved(self, _: object, first: int, last: int, __: object, below: int) -> None:
        assert first == last
        self.told.append("move")
        row = self.shown.pop(first)
        self.shown.insert(below - 1 if below > first else below, row)

    def _changed(self, first: Any, last: Any, roles: object = ()) -> None:
        self.told.append("=")
        for at in range(first.row(), last.row() + 1):
            assert self.shown[at]["key"] == self.model[at]["key"], "a row became another"
            self.shown[at] = self.model[at]

    def _reset(self) -> None:
        self.told.append("reset")
        self.shown = list(self.model)


def view_of(keys: str) -> View:
    model = KeyedRows("key")
    model.replace(rows(keys))
    model.tester = QAbstractItemModelTester(  # Qt's own check of what a model tells
        model, QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    return View(model)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("abc", "abc", []),
        ("abc", "xabc", ["+1"]),
        ("abc", "abcxy", ["+2"]),
        ("abc", "ac", ["-1"]),
        ("abcdef", "acf", ["-2", "-1"]),
        ("abcde", "dabce", ["move"]),
        ("abcde", "bcdae", ["move"]),
        ("abcde", "xbcde", ["-1", "+1"]),
        ("", "abc", ["+3"]),
        ("abc", "", ["-3"]),
    ],
)
def test_the_least_is_told(qapp: object, before: str, after: str, told: list[str]) -> None:
    view = view_of(before)
    view.model.replace(rows(after))
    assert view.told == told
    assert view.shown == rows(after)


def test_a_row_that_says_something_else_stays_itself(qapp: object) -> None:
    view = view_of("abc")
    view.model.replace(rows("abc", b=1))
    assert view.told == ["="]
    assert view.shown == rows("abc", b=1)


def test_any_list_becomes_any_other(qapp: object) -> None:
    chance = random.Random(5)
    view = view_of("abc")
    for _ in range(300):
        keys = "".join(chance.sample("abcdefghijklmnop", chance.randrange(17)))
        wanted = rows(keys, **{key: chance.randrange(2) for key in keys})
        view.model.replace(wanted)
        assert list(view.model) == wanted
        assert view.shown == wanted
    assert "reset" not in view.told


def test_thousands_in_disorder_are_shown_anew(qapp: object) -> None:
    model = KeyedRows("key")
    keys = list(range(5000))
    model.replace([{"key": key} for key in keys])
    view = View(model)
    model.replace([{"key": key} for key in reversed(keys)])
    assert view.told == ["reset"]
    assert model.count == 5000
