"""Where a chat or folder of the list may be put: by dragging, by the menu, by keys. Pure.

over a folder's row     a chat goes into it; a folder before it, into it, or after it, by the
                        upper, middle and lower part of the row
over a chat in a folder into that folder
anywhere else           to the top level, a folder last
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from localllm.chats.types import Folder
    from localllm_ui.viewmodels.lines import Line

_EDGE = 0.3  # of a row's height


class Drop(msgspec.Struct, frozen=True):
    """`parent` None is the top level; `before` None comes last (of a chat it says nothing). `row`
    and `place` say where that is drawn."""

    parent: int | None
    before: int | None
    row: int
    place: Literal["into", "before", "after"]


def drop_of(
    lines: Sequence[Line], folders: Sequence[Folder], moved: Line, row: int, fraction: float
) -> Drop | None:
    """What letting `moved` fall on `row` would do, `fraction` of the row's height from its top.
    None where that changes nothing or cannot be."""
    target = lines[row] if 0 <= row < len(lines) else None
    if target is None or target.kind == "heading" or _outside(target):
        return _into(None, moved, row)
    if target.kind == "chat":
        return _checked(_into(target.folder, moved, row), folders, moved)
    if moved.kind == "folder" and not _EDGE <= fraction <= 1 - _EDGE:
        return _checked(_beside(target, folders, moved, row, fraction), folders, moved)
    return _checked(_into(target.id, moved, row), folders, moved)


def _outside(line: Line) -> bool:
    return line.kind == "chat" and line.folder < 0


def _into(parent: int | None, moved: Line, row: int) -> Drop | None:
    here = None if moved.folder < 0 else moved.folder
    return None if parent == here else Drop(parent, None, row, "into")


def _beside(
    target: Line, folders: Sequence[Folder], moved: Line, row: int, fraction: float
) -> Drop | None:
    if target.id == moved.id:
        return None
    parent = None if target.folder < 0 else target.folder
    order = [folder.id for folder in children(folders, parent) if folder.id != moved.id]
    if fraction < _EDGE:
        return Drop(parent, target.id, row, "before")
    after = order.index(target.id) + 1
    return Drop(parent, order[after] if after < len(order) else None, row, "after")


def _checked(drop: Drop | None, folders: Sequence[Folder], moved: Line) -> Drop | None:
    """A folder does not go into itself, nor into what it holds."""
    if drop is None or moved.kind != "folder":
        return drop
    return None if drop.parent in below(folders, moved.id) else drop


def children(folders: Sequence[Folder], parent: int | None) -> list[Folder]:
    """In their order."""
    return [folder for folder in folders if folder.parent_id == parent]


def below(folders: Sequence[Folder], folder_id: int) -> set[int]:
    """The folder and all that it holds."""
    found = {folder_id}
    while more := {folder.id for folder in folders if folder.parent_id in found} - found:
        found |= more
    return found


def shifted(folders: Sequence[Folder], folder_id: int, step: int) -> Drop | None:
    """The folder one place up (-1) or down (1) among its siblings; None at the end of them."""
    (folder,) = (folder for folder in folders if folder.id == folder_id)
    order = [one.id for one in children(folders, folder.parent_id)]
    at = order.index(folder_id) + step
    if not 0 <= at < len(order):
        return None
    order.remove(folder_id)
    return Drop(folder.parent_id, order[at] if at < len(order) else None, -1, "before")
