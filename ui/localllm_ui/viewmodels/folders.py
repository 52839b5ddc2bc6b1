"""Folders of other programs with models in them, to be opened where they lie."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, QUrl, Signal, Slot

from localllm import settings_file
from localllm.models import peers
from localllm_ui.qt import prop
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend


class Folders(QObject):
    """`found` are those of other programs; `added`: there are other models now."""

    changed = Signal()
    added = Signal()

    def __init__(self, bridge: Bridge, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self._peers: list[peers.Peer] = []
        self._rows = KeyedRows("folder", self)

    @Slot()
    def look(self) -> None:
        self._bridge.call(asyncio.to_thread(peers.find_peers)).then(self._take)

    def _take(self, found: list[peers.Peer]) -> None:
        self._peers = found
        self._show()

    def _show(self) -> None:
        unused = self.unused()
        self._rows.replace(
            [
                {
                    "program": peer.program,
                    "folder": peer.folder,
                    "used": peer not in unused,
                    "words": f"{_amount([peer])} · {_shown(peer.folder)}",
                }
                for peer in self._peers
            ]
        )
        self.changed.emit()

    @prop(QObject, constant=True)
    def found(self) -> KeyedRows:
        return self._rows

    def unused(self) -> list[peers.Peer]:
        """Those that are not opened yet."""
        known = set(self._backend.settings.models_dirs)
        return [peer for peer in self._peers if peer.folder not in known]

    @prop(bool, notify=changed)
    def any(self) -> bool:
        return bool(self.unused())

    @prop(str, notify=changed)
    def unusedWords(self) -> str:
        """How many models wait to be opened, how large, whose."""
        unused = self.unused()
        programs = ", ".join(dict.fromkeys(peer.program for peer in unused))
        return f"{_amount(unused)} · {programs}"

    @Slot()
    def useAll(self) -> None:
        self._add([peer.folder for peer in self.unused()])

    @Slot(str)
    def add(self, folder: str) -> None:
        """Opens the models of a folder in place, from now on."""
        self._add([QUrl(folder).toLocalFile() if folder.startswith("file:") else folder])

    def _add(self, folders: Sequence[str]) -> None:
        settings = self._backend.settings
        fresh = [folder for folder in folders if folder and folder not in settings.models_dirs]
        if fresh:
            dirs = (*settings.models_dirs, *fresh)
            settings_file.save({"models_dirs": dirs})
            changed = msgspec.structs.replace(settings, models_dirs=dirs)
            self._bridge.call(self._backend.look_in(changed)).then(self._added)

    def _added(self, _: None) -> None:
        self._show()
        self.added.emit()


def _shown(folder: str) -> str:
    home = str(Path.home())
    return f"~{folder.removeprefix(home)}" if folder.startswith(home + os.sep) else folder


def _amount(some: Sequence[peers.Peer]) -> str:
    files = words.translate("%n model file(s)", sum(peer.files for peer in some))
    return f"{files} · {words.size(sum(peer.size_bytes for peer in some))}"
