"""The next message of one chat: its text (kept as a draft), its files, what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QGuiApplication

from localllm_ui.qt import prop, settable
from localllm_ui.services import files
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm.chats.types import NewAttachment
    from localllm_ui.bridge import Bridge

_SETTLE_MS = 300  # after the last key: then the tokens are counted and the draft is saved
_LONG_PASTE = 8_000  # characters from which a paste becomes an attachment


class Composer(QObject):
    """`settled` asks for a count and a save; `replaced` that the text field takes over `text`;
    `wanted` that it takes the keyboard, which only follows what a person just did."""

    changed = Signal()
    replaced = Signal()
    wanted = Signal()
    settled = Signal()
    chooseFiles = Signal()

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._text = ""
        self._files: list[NewAttachment] = []
        self._chips = KeyedRows("name", self)
        self._tokens: int | None = None
        self._timer = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._timer.timeout.connect(self.settled)
        self.changed.connect(self._show)

    @property
    def files(self) -> Sequence[NewAttachment]:
        return tuple(self._files)

    def restore(self, text: str) -> None:
        """A draft that was kept."""
        self._text = text
        self.changed.emit()
        self.replaced.emit()
        self._timer.start()

    @Slot(str)
    def suggest(self, text: str) -> None:
        """An idea that was taken, a quotation: to be gone on with."""
        self.restore(text)
        self.wanted.emit()

    def clear(self) -> None:
        self._text, self._files, self._tokens = "", [], None
        self._timer.stop()
        self.changed.emit()
        self.replaced.emit()

    def set_tokens(self, tokens: int | None) -> None:
        """What the message takes in the prompt; None: not known."""
        self._tokens = tokens
        self.changed.emit()

    def set_file_tokens(self, name: str, tokens: int) -> None:
        self._files = [
            msgspec.structs.replace(file, tokens=tokens) if file.name == name else file
            for file in self._files
        ]
        self.changed.emit()

    def add_file(self, file: NewAttachment) -> None:
        self._files = [old for old in self._files if old.name != file.name] + [file]
        self.changed.emit()
        self._timer.start()

    def _get_text(self) -> str:
        return self._text

    def _set_text(self, text: str) -> None:
        if text == self._text:
            return
        self._text = text
        self.changed.emit()
        self._timer.start()

    text = settable(str, _get_text, _set_text, notify=changed)

    @prop(bool, notify=changed)
    def canSend(self) -> bool:
        return bool(self._text.strip() or self._files)

    @prop(str, notify=changed)
    def countText(self) -> str:
        if self._tokens is None or not self.canSend:
            return ""
        return words.translate("%1 tokens").replace("%1", words.count(self._tokens))

    def _show(self) -> None:
        self._chips.replace([{"name": file.name, "cost": _cost(file)} for file in self._files])

    @prop(QObject, constant=True)
    def attachments(self) -> KeyedRows:
        return self._chips

    @Slot()
    def choose(self) -> None:
        self.chooseFiles.emit()

    @Slot("QVariantList")
    def attach(self, urls: list[QUrl]) -> None:
        for url in urls:
            if url.isLocalFile():
                path = Path(url.toLocalFile())
                self._bridge.call(_read(path)).then(self.add_file)

    @Slot(int)
    def detach(self, index: int) -> None:
        del self._files[index]
        self.changed.emit()
        self._timer.start()

    @Slot(result=bool)
    def paste(self) -> bool:
        """Takes files and very long text from the clipboard; False leaves it to the text field."""
        clip = QGuiApplication.clipboard().mimeData()
        if clip.hasUrls() and any(url.isLocalFile() for url in clip.urls()):
            self.attach(clip.urls())
            return True
        if clip.hasText() and len(clip.text()) >= _LONG_PASTE:
            name = words.translate("Pasted text %1").replace("%1", str(len(self._files) + 1))
            self.add_file(files.pasted(clip.text(), name))
            return True
        return False


async def _read(path: Path) -> NewAttachment:
    import asyncio

    return await asyncio.to_thread(files.read_file, path)


def _cost(file: NewAttachment) -> str:
    if file.tokens is None:
        return ""
    return words.translate("%1 tokens").replace("%1", words.count(file.tokens))
