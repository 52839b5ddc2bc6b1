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
            check(write, folder_id)
            check(write, parent_id)
            if parent_id in write.column(f"{_DOWN} SELECT id FROM below", [folder_id]):
                raise BadRequest("A folder cannot be moved into itself.", param="parent_id")
            write.execute("UPDATE folders SET parent_id = ? WHERE id = ?", [parent_id, folder_id])
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


def check(write: Write, folder_id: int | None) -> None:
    """Raises BadRequest unless it is a living folder or None (the top)."""
    if folder_id is not None and not write.column(
        "SELECT 1 FROM folders WHERE id = ? AND deleted_at IS NULL", [folder_id]
    ):
        raise missing("folder", folder_id)


def make(write: Write, name: str, parent_id: int | None) -> int:
    write.folders = True
    return write.insert(
        "INSERT INTO folders (name, parent_id, created_at) VALUES (?, ?, ?)",
        [_named(name), parent_id, write.now],
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
