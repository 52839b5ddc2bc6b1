"""The sidebar's list: pinned chats, folders with what is in them, then all others by age.

Read in pages off the loop; a change reads again as much as is shown. A row that is still there
stays the same row, wherever it moved to.
"""

from __future__ import annotations

from datetime import date
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal, Slot

from localllm_ui.qt import prop
from localllm_ui.viewmodels import dropping
from localllm_ui.viewmodels.keyed import Index, KeyedModel
from localllm_ui.viewmodels.lines import Line, Page, key, lines_of, path, read_page

if TYPE_CHECKING:
    from localllm.chats.types import Folder
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend

_PAGE = 200


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
        super().__init__(key, parent)
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

    @Slot(int, bool)
    def setOpen(self, folder_id: int, open: bool) -> None:
        if (folder_id in self._open) != open:
            self.toggleFolder(folder_id)

    @Slot(int, int, result=int)
    def beside(self, row: int, step: int) -> int:
        """The row that many steps on, or as far as there are some; never a heading."""
        rows = [at for at, line in enumerate(self._rows) if line.kind != "heading"]
        on = [at for at in rows if at > row] if step > 0 else [at for at in rows if at < row][::-1]
        return on[min(abs(step), len(on)) - 1] if on else row

    @Slot(str, int, result="QVariantList")
    def placesFor(self, kind: str, id: int) -> list[dict[str, Any]]:
        """Every folder that a chat or folder can be put into, by its whole path, for menus."""
        line = self.line(kind, id)
        barred = dropping.below(self._folders, id) if kind == "folder" else set()
        parents = {folder.id: folder for folder in self._folders}
        return [
            {"value": folder.id, "text": path(folder, parents)}
            for folder in self._folders
            if folder.id not in barred and (line is None or folder.id != line.folder)
        ]

    def line(self, kind: str, id: int) -> Line | None:
        return next((line for line in self._rows if (line.kind, line.id) == (kind, id)), None)

    def drop_of(self, kind: str, id: int, row: int, fraction: float) -> dropping.Drop | None:
        """What letting it fall there would do."""
        moved = self.line(kind, id)
        if moved is None:
            return None
        return dropping.drop_of(self._rows, self._folders, moved, row, fraction)

    @Slot(str, int, int, float, result="QVariantMap")
    def dropAt(self, kind: str, id: int, row: int, fraction: float) -> dict[str, Any]:
        """Where that is drawn: {"row", "place"}; {"row": -1} where nothing would happen."""
        drop = self.drop_of(kind, id, row, fraction)
        return {"row": -1, "place": ""} if drop is None else {"row": drop.row, "place": drop.place}

    def shift_of(self, folder_id: int, step: int) -> dropping.Drop | None:
        return dropping.shifted(self._folders, folder_id, step)

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
