"""The sidebar's list: pinned chats, folders with what is in them, then all others by age.

    rows | heading "Pinned" | chat | folder (open) | chat in it | heading "Today" | chat ...

Read in pages off the loop; a change reads again as much as is shown. A row that is still there
stays the same row, wherever it moved to.
"""

from __future__ import annotations

import time
from datetime import date
from enum import IntEnum
from typing import Any

import msgspec
from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal, Slot

from localllm.chats.reader import ChatReader
from localllm.chats.types import ChatSummary, Folder
from localllm_ui.bridge import Bridge
from localllm_ui.qt import prop
from localllm_ui.services.backend import Backend
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import Index, KeyedModel

_PAGE = 200


class Line(msgspec.Struct, frozen=True):
    """One row. `kind` is "heading", "folder" or "chat"; `id` of the folder or chat."""

    kind: str
    id: int
    title: str
    depth: int = 0
    pinned: bool = False
    open: bool = False
    folder: int = -1
    draft: bool = False


class Page(msgspec.Struct, frozen=True):
    """What was read: `top` are the chats outside folders, `inside` those of open folders."""

    folders: list[Folder]
    inside: dict[int, list[ChatSummary]]
    top: list[ChatSummary]
    more: bool


class Role(IntEnum):
    KIND = Qt.ItemDataRole.UserRole
    ID = KIND + 1
    TITLE = KIND + 2
    DEPTH = KIND + 3
    PINNED = KIND + 4
    OPEN = KIND + 5
    RUNNING = KIND + 6
    CURRENT = KIND + 7
    FOLDER = KIND + 8
    DRAFT = KIND + 9


_NAMES = {
    role: QByteArray(b"chatId" if role is Role.ID else role.name.lower().encode()) for role in Role
}


class ChatListModel(KeyedModel[Line]):
    changed = Signal()

    def __init__(self, bridge: Bridge, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(_key, parent)
        self._bridge, self._backend = bridge, backend
        self._folders: list[Folder] = []
        self._open: set[int] = set()
        self._wanted = _PAGE
        self._more = False
        self._reading = False
        self._again = False
        self._running: frozenset[int] = frozenset()
        self._current: frozenset[int] = frozenset()
        self._soon = QTimer(self, singleShot=True, interval=50)
        self._soon.timeout.connect(self._read)

    # --- what is told

    def refresh(self) -> None:
        """Reads again, soon: many changes at once cost one reading."""
        if not self._soon.isActive():
            self._soon.start()

    def set_running(self, chat_ids: frozenset[int]) -> None:
        self._running = chat_ids
        self._repaint(Role.RUNNING)

    def set_current(self, chat_ids: frozenset[int]) -> None:
        self._current = chat_ids
        self._repaint(Role.CURRENT)

    @Slot(int)
    def toggleFolder(self, folder_id: int) -> None:
        self._open ^= {folder_id}
        self._read()

    @prop("QVariantList", notify=changed)
    def folders(self) -> list[dict[str, Any]]:
        """Every folder by its whole path, for menus."""
        parents = {folder.id: folder for folder in self._folders}
        return [{"value": f.id, "text": _path(f, parents)} for f in self._folders]

    @prop(bool, notify=changed)
    def empty(self) -> bool:
        return not self._rows

    # --- reading

    def _read(self) -> None:
        if self._reading:
            self._again = True
            return
        self._reading = True
        opened, wanted = frozenset(self._open), self._wanted
        work = self._backend.read(lambda reader: read_page(reader, opened, wanted))
        self._bridge.call(work).then(self._take).catch(self._failed)

    def _failed(self, error: Exception) -> None:
        self._reading = False
        self._bridge.failed.emit(error)

    def _take(self, page: Page) -> None:
        self._reading = False
        self._folders, self._more = page.folders, page.more
        self.replace(lines_of(page, self._open, date.today()))
        self.changed.emit()
        if self._again:
            self._again = False
            self._read()

    def _repaint(self, role: Role) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1), [role])

    # --- what the view asks

    def canFetchMore(self, parent: Index) -> bool:
        return self._more and not self._reading

    def fetchMore(self, parent: Index) -> None:
        self._wanted *= 2
        self._read()

    def roleNames(self) -> dict[int, QByteArray]:
        return {int(role): name for role, name in _NAMES.items()}

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        line = self._rows[index.row()]
        match role:
            case Role.RUNNING:
                return line.kind == "chat" and line.id in self._running
            case Role.CURRENT:
                return line.kind == "chat" and line.id in self._current
        return getattr(line, Role(role).name.lower(), None) if role in _NAMES else None


def _key(line: Line) -> tuple[str, int | str]:
    return line.kind, line.id or line.title


def read_page(reader: ChatReader, opened: frozenset[int], wanted: int) -> Page:
    top = reader.list_chats(limit=wanted + 1)
    return Page(
        folders=reader.list_folders(),
        inside={folder: reader.list_chats(folder, limit=wanted) for folder in opened},
        top=top[:wanted],
        more=len(top) > wanted,
    )


def lines_of(page: Page, opened: set[int], today: date) -> list[Line]:
    pinned = [chat for chat in page.top if chat.pinned]
    lines = [_heading(words.translate("Pinned"))] if pinned else []
    lines += [_chat(chat, 0) for chat in pinned]
    if page.folders:
        lines.append(_heading(words.translate("Folders")))
        lines += _folder_lines(page, opened, None, 0)
    heading = ""
    for chat in page.top[len(pinned) :]:
        age = _age(chat.updated_at, today)
        if age != heading:
            heading = age
            lines.append(_heading(age))
        lines.append(_chat(chat, 0))
    return lines


def _folder_lines(page: Page, opened: set[int], parent: int | None, depth: int) -> list[Line]:
    lines: list[Line] = []
    for folder in page.folders:
        if folder.parent_id != parent:
            continue
        is_open = folder.id in opened
        lines.append(Line("folder", folder.id, folder.name, depth, open=is_open))
        if is_open:
            lines += _folder_lines(page, opened, folder.id, depth + 1)
            lines += [_chat(chat, depth + 1) for chat in page.inside.get(folder.id, [])]
    return lines


def _chat(chat: ChatSummary, depth: int) -> Line:
    title = chat.title or words.translate("New chat")
    folder = -1 if chat.folder_id is None else chat.folder_id
    return Line("chat", chat.id, title, depth, chat.pinned, folder=folder, draft=chat.has_draft)


def _heading(text: str) -> Line:
    return Line("heading", 0, text)


def _age(updated_ms: int, today: date) -> str:
    days = (today - date.fromtimestamp(updated_ms / 1000)).days
    if days <= 0:
        return words.translate("Today")
    if days == 1:
        return words.translate("Yesterday")
    if days <= 7:
        return words.translate("Last 7 days")
    if days <= 30:
        return words.translate("Last 30 days")
    return time.strftime("%Y-%m", time.localtime(updated_ms / 1000))


def _path(folder: Folder, by_id: dict[int, Folder]) -> str:
    names = [folder.name]
    while folder.parent_id is not None and folder.parent_id in by_id:
        folder = by_id[folder.parent_id]
        names.append(folder.name)
    return " / ".join(reversed(names))
