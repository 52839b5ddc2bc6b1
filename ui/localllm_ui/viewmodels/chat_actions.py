"""What can be done with chats and folders as a whole. Every deletion can be taken back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from localllm.chats import export
from localllm.chats.types import Changed, ChatSummary, Folder, TitleSource
from localllm_ui.qt import prop
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.dropping import Drop
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm.chats.import_ import ImportReport
    from localllm.chats.reader import ChatReader
    from localllm_ui.app import App


class ChatActions(QObject):
    """`renaming` is what the rename sheet is open for: {"kind", "id", "title"}."""

    changed = Signal()
    chooseExport = Signal(str)  # suggested file name
    chooseImport = Signal()

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._app = app
        self._trash = KeyedRows("id", self)
        self._renaming: dict[str, Any] = {"kind": "chat", "id": -1, "title": ""}
        self._exporting = -1

    def store_changed(self, changed: Changed) -> None:
        if changed.chats and self._app.view.overlaySource.toString():
            self.refreshTrash()

    # --- chats

    @Slot(int)
    def trash(self, chat_id: int) -> None:
        self._do(lambda s: s.chats.trash([chat_id]), lambda: self._trashed([chat_id]))

    def _trashed(self, chat_ids: list[int]) -> None:
        self._app.show_without(frozenset(chat_ids))
        restore = lambda: self._do(lambda s: s.chats.restore(chat_ids))  # noqa: E731
        self._app.say(words.translate("Moved to the trash"), restore)

    @Slot(int, bool)
    def pin(self, chat_id: int, pinned: bool) -> None:
        self._do(lambda s: s.chats.pin(chat_id, pinned))

    @Slot(str, int, int)
    def move(self, kind: str, id: int, folder_id: int) -> None:
        """`folder_id` -1 is the top level."""
        self._put(kind, id, Drop(None if folder_id < 0 else folder_id, None, -1, "into"))

    @Slot(str, int, int, float)
    def drop(self, kind: str, id: int, row: int, fraction: float) -> None:
        """Lets it fall on a row of the list; see ChatListModel.dropAt."""
        if (drop := self._app.chats.drop_of(kind, id, row, fraction)) is not None:
            self._put(kind, id, drop)

    @Slot(int, int)
    def shiftFolder(self, folder_id: int, step: int) -> None:
        """One place up (-1) or down (1) among its siblings."""
        if (drop := self._app.chats.shift_of(folder_id, step)) is not None:
            self._put("folder", folder_id, drop)

    def _put(self, kind: str, id: int, drop: Drop) -> None:
        if kind == "folder":
            self._do(lambda s: s.folders.place(id, drop.parent, drop.before))
        else:
            self._do(lambda s: s.chats.move([id], drop.parent))
        if drop.parent is not None:
            self._app.chats.setOpen(drop.parent, True)

    @Slot(int)
    def duplicate(self, chat_id: int) -> None:
        copy = self._app.backend.use(lambda s: s.chats.duplicate(chat_id).id)
        self._app.bridge.call(copy).then(self._app.openChat)

    def message_deleted(self, message_id: int) -> None:
        restore = lambda: self._do(lambda s: s.messages.restore(message_id))  # noqa: E731
        self._app.say(words.translate("Message deleted, with what followed it"), restore)

    # --- folders

    @Slot(int)
    def newFolder(self, parent_id: int) -> None:
        parent = None if parent_id < 0 else parent_id
        name = words.translate("New folder")
        made = self._app.backend.use(lambda s: s.folders.create(name, parent))
        self._app.bridge.call(made).then(self._folder_made)

    def _folder_made(self, folder: Folder) -> None:
        self.rename("folder", folder.id, folder.name)

    @Slot(int)
    def trashFolder(self, folder_id: int) -> None:
        restore = lambda: self._do(lambda s: s.folders.restore(folder_id))  # noqa: E731
        done = lambda: self._app.say(words.translate("Folder moved to the trash"), restore)  # noqa: E731
        self._do(lambda s: s.folders.trash(folder_id), done)

    # --- names

    @Slot(str, int, str)
    def rename(self, kind: str, id: int, title: str) -> None:
        """Opens the sheet that asks for a name. `kind` is "chat" or "folder"."""
        self._renaming = {"kind": kind, "id": id, "title": title}
        self.changed.emit()
        self._app.view.openOverlay("rename")

    @prop("QVariantMap", notify=changed)
    def renaming(self) -> dict[str, Any]:
        return self._renaming

    @Slot(str)
    def setName(self, name: str) -> None:
        id, name = self._renaming["id"], name.strip()
        if not name:
            return
        if self._renaming["kind"] == "folder":
            self._do(lambda s: s.folders.rename(id, name))
        else:
            self._do(lambda s: s.chats.rename(id, name, TitleSource.USER))

    # --- files

    @Slot(int, str)
    def askExport(self, chat_id: int, title: str) -> None:
        """Asks where to. `chat_id` -1 is all chats, which only JSON can hold."""
        self._exporting = chat_id
        name = "".join(c for c in title if c.isalnum() or c in " -_").strip() or "chat"
        self.chooseExport.emit(f"{name}.md" if chat_id >= 0 else f"{name}.json")

    def export_to(self, path: Path) -> None:
        chat_id = self._exporting
        as_text = path.suffix == ".md" and chat_id >= 0

        def write(reader: ChatReader) -> None:
            if as_text:
                export.write_markdown(reader, path, chat_id)
            else:
                export.write_json(reader, path, None if chat_id < 0 else [chat_id])

        said = words.translate("Saved as %1").replace("%1", path.name)
        self._app.bridge.call(self._app.backend.read(write)).then(lambda _: self._app.say(said))

    def import_from(self, paths: list[Path]) -> None:
        """Chats of localllm, ChatGPT, LM Studio and Open WebUI."""
        if paths:
            self._app.bridge.call(self._import(paths)).then(self._imported)

    async def _import(self, paths: list[Path]) -> ImportReport:
        from localllm.chats import import_

        incoming = await asyncio.to_thread(import_.read_files, paths)
        return await self._app.backend.use(lambda store: import_.import_chats(store, incoming))

    def _imported(self, report: ImportReport) -> None:
        text = words.translate("%n chat(s) imported", len(report.chat_ids))
        if report.skipped:
            text += ", " + words.translate("%n left out", len(report.skipped))
        self._app.say(text)

    # --- trash

    @Slot()
    def refreshTrash(self) -> None:
        self._app.bridge.call(self._app.backend.read(lambda r: r.list_trash())).then(self._take)

    def _take(self, chats: list[ChatSummary]) -> None:
        new = words.translate("New chat")
        self._trash.replace([{"id": chat.id, "title": chat.title or new} for chat in chats])

    @prop(QObject, constant=True)
    def trashed(self) -> KeyedRows:
        return self._trash

    @Slot(int)
    def restore(self, chat_id: int) -> None:
        self._do(lambda s: s.chats.restore([chat_id]), self.refreshTrash)

    @Slot()
    def emptyTrash(self) -> None:
        self._do(lambda s: s.chats.empty_trash(), self.refreshTrash)

    def _do(self, work: Any, then: Any = None) -> None:
        call = self._app.bridge.call(self._app.backend.use(work))
        if then is not None:
            call.then(lambda _: then())
