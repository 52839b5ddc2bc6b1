"""Where a row of the list may fall, as rules."""

from __future__ import annotations

import pytest
from localllm_ui.viewmodels.dropping import Drop, drop_of, shifted
from localllm_ui.viewmodels.lines import Line

from localllm.chats.types import Folder

# a (1) holds b (2); c (3) is beside a.
FOLDERS = [Folder(1, None, "a", 0), Folder(2, 1, "b", 0), Folder(3, None, "c", 0)]
LINES = [
    Line("heading", 0, "Folders"),
    Line("folder", 1, "a", 0, open=True),
    Line("folder", 2, "b", 1, open=True, folder=1),
    Line("chat", 20, "in b", 2, folder=2),
    Line("folder", 3, "c"),
    Line("heading", 0, "Today"),
    Line("chat", 10, "outside"),
]
A, B, IN_B, C, OUTSIDE = LINES[1], LINES[2], LINES[3], LINES[4], LINES[6]


@pytest.mark.parametrize(
    ("moved", "row", "fraction", "drop"),
    [
        (OUTSIDE, 1, 0.1, Drop(1, None, 1, "into")),  # a chat has no place among folders
        (OUTSIDE, 3, 0.5, Drop(2, None, 3, "into")),
        (OUTSIDE, 6, 0.5, None),
        (OUTSIDE, -1, 0.5, None),
        (IN_B, 2, 0.5, None),
        (IN_B, 6, 0.5, Drop(None, None, 6, "into")),
        (IN_B, -1, 0.0, Drop(None, None, -1, "into")),
        (IN_B, 4, 0.5, Drop(3, None, 4, "into")),
        (C, 1, 0.1, Drop(None, 1, 1, "before")),
        (C, 1, 0.5, Drop(1, None, 1, "into")),
        (C, 2, 0.9, Drop(1, None, 2, "after")),
        (C, 2, 0.1, Drop(1, 2, 2, "before")),
        (A, 4, 0.9, Drop(None, None, 4, "after")),
        (A, 4, 0.1, Drop(None, 3, 4, "before")),
        (A, 1, 0.1, None),
        (A, 1, 0.5, None),
        (A, 2, 0.5, None),  # b is in a
        (A, 3, 0.5, None),  # and this chat is in b
        (B, 6, 0.5, Drop(None, None, 6, "into")),
        (B, 4, 0.1, Drop(None, 3, 4, "before")),
    ],
)
def test_what_falls_where(moved: Line, row: int, fraction: float, drop: Drop | None) -> None:
    assert drop_of(LINES, FOLDERS, moved, row, fraction) == drop


def test_a_folder_goes_up_and_down_among_its_siblings() -> None:
    assert shifted(FOLDERS, 3, -1) == Drop(None, 1, -1, "before")
    assert shifted(FOLDERS, 1, 1) == Drop(None, None, -1, "before")
    assert shifted(FOLDERS, 1, -1) is None
    assert shifted(FOLDERS, 2, 1) is None
