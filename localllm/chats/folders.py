"""Nested folders. Deleting one takes its chats along into the trash; undoing brings all back."""

from __future__ import annotations

from collections.abc import Sequence

from localllm.chats.database import Database, Write
from localllm.chats.reader import ChatReader, missing
from localllm.chats.types import Changed, Folder
from localllm.errors import BadRequest

_DOWN = """
WITH RECURSIVE below(id) AS (
    VALUES (?) UNION ALL SELECT f.id FROM below JOIN folders f ON f.parent_id = below.id)
"""

_CHILDREN = """
SELECT id FROM folders WHERE parent_id IS ? AND id <> ? AND deleted_at IS NULL
ORDER BY position, name COLLATE NOCASE, id
"""
# After all children of ?1 where a person has put these in order; else by its name like them.
_LAST = """
(SELECT CASE WHEN max(position) > 0 THEN max(position) + 1 ELSE 0 END FROM folders
 WHERE parent_id IS ?1 AND deleted_at IS NULL)
"""


class Folders:
    """`store.folders`."""

    def __init__(self, database: Database, reader: ChatReader) -> None:
        self._database = database
        self._reader = reader

    def create(self, name: str, parent_id: int | None = None) -> Folder:
        with self._database.write() as write:
            check(write, parent_id)
            folder_id = make(write, name, parent_id)
        return Folder(id=folder_id, parent_id=parent_id, name=name.strip(), chats=0)

    def rename(self, folder_id: int, name: str) -> Changed:
        with self._database.write() as write:
            check(write, folder_id)
            write.execute("UPDATE folders SET name = ? WHERE id = ?", [_named(name), folder_id])
            write.folders = True
        return write.changed

    def move(self, folder_id: int, parent_id: int | None) -> Changed:
        """Puts the folder into another, or at the top (None). Not into itself."""
        with self._database.write() as write:
            _check_move(write, folder_id, parent_id)
            write.execute(
                f"UPDATE folders SET parent_id = ?1, position = {_LAST} WHERE id = ?2",
                [parent_id, folder_id],
            )
            write.folders = True
        return write.changed

    def place(self, folder_id: int, parent_id: int | None, before: int | None = None) -> Changed:
        """As `move`, to where a person wants it: before that child of the parent, or last (None).
        Its children keep the order that they have then."""
        with self._database.write() as write:
            _check_move(write, folder_id, parent_id)
            order = write.column(_CHILDREN, [parent_id, folder_id])
            order.insert(order.index(before) if before in order else len(order), folder_id)
            write.execute("UPDATE folders SET parent_id = ? WHERE id = ?", [parent_id, folder_id])
            for position, child in enumerate(order, start=1):
                write.execute("UPDATE folders SET position = ? WHERE id = ?", [position, child])
            write.folders = True
        return write.changed

    def trash(self, folder_id: int) -> Changed:
        """Puts the folder, those in it and all their chats into the trash. Undone by `restore`."""
        with self._database.write() as write:
            check(write, folder_id)
            values = [folder_id, write.now]
            write.execute(
                f"{_DOWN} UPDATE folders SET deleted_at = ? WHERE deleted_at IS NULL "
                "AND id IN (SELECT id FROM below)",
                values,
            )
            write.chats |= set(
                write.column(
                    f"{_DOWN} UPDATE chats SET deleted_at = ? WHERE deleted_at IS NULL "
                    "AND folder_id IN (SELECT id FROM below) RETURNING id",
                    values,
                )
            )
            write.folders = True
        return write.changed

    def restore(self, folder_id: int) -> Changed:
        """Undoes `trash(folder_id)`: brings back exactly what it took."""
        with self._database.write() as write:
            found = write.column("SELECT deleted_at FROM folders WHERE id = ?", [folder_id])
            if not found:
                raise missing("folder", folder_id)
            values = [folder_id, found[0]]
            back = write.column(
                f"{_DOWN} UPDATE folders SET deleted_at = NULL WHERE deleted_at = ? "
                "AND id IN (SELECT id FROM below) RETURNING id",
                values,
            )
            write.chats |= set(
                write.column(
                    f"{_DOWN} UPDATE chats SET deleted_at = NULL WHERE deleted_at = ? "
                    "AND folder_id IN (SELECT id FROM below) RETURNING id",
                    values,
                )
            )
            # Its own parent may have been deleted since: then it comes back at the top.
            write.execute(
                "UPDATE folders SET parent_id = NULL WHERE id = ? AND parent_id IN "
                "(SELECT id FROM folders WHERE deleted_at IS NOT NULL)",
                [folder_id],
            )
            write.folders = bool(back)
        return write.changed


def _check_move(write: Write, folder_id: int, parent_id: int | None) -> None:
    check(write, folder_id)
    check(write, parent_id)
    if parent_id in write.column(f"{_DOWN} SELECT id FROM below", [folder_id]):
        raise BadRequest("A folder cannot be moved into itself.", param="parent_id")


def check(write: Write, folder_id: int | None) -> None:
    """Raises BadRequest unless it is a living folder or None (the top)."""
    if folder_id is not None and not write.column(
        "SELECT 1 FROM folders WHERE id = ? AND deleted_at IS NULL", [folder_id]
    ):
        raise missing("folder", folder_id)


def make(write: Write, name: str, parent_id: int | None) -> int:
    write.folders = True
    return write.insert(
        f"INSERT INTO folders (parent_id, name, created_at, position) VALUES (?1, ?2, ?3, {_LAST})",
        [parent_id, _named(name), write.now],
    )


def at(write: Write, names: Sequence[str]) -> int | None:
    """The folder at a path of names, made where it is missing; None for the empty path."""
    folder_id: int | None = None
    for name in names:
        found = write.column(
            "SELECT id FROM folders WHERE parent_id IS ? AND name = ? AND deleted_at IS NULL "
            "ORDER BY id LIMIT 1",
            [folder_id, _named(name)],
        )
        folder_id = found[0] if found else make(write, name, folder_id)
    return folder_id


def _named(name: str) -> str:
    if not name.strip():
        raise BadRequest("A folder needs a name.", param="name")
    return name.strip()
