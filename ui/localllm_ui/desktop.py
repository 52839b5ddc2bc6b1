"""What the window has of the desktop around it: tray, file dialogs, the start at login."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QAction, QGuiApplication, QIcon, QPixmap
from PySide6.QtQuick import QQuickWindow
from PySide6.QtWidgets import QFileDialog, QMenu, QSystemTrayIcon

from localllm_ui import autostart
from localllm_ui.icons import app_icon
from localllm_ui.viewmodels import words

if TYPE_CHECKING:
    from localllm_ui.app import App


class Desktop(QObject):
    def __init__(self, app: App, window: QQuickWindow) -> None:
        super().__init__(app)
        self._app, self._window = app, window
        self._tray: QSystemTrayIcon | None = None
        self._menu: QMenu | None = None
        app.askedToQuit.connect(QGuiApplication.quit)
        app.askedToHide.connect(self._hide)
        app.chooseFiles.connect(self._choose_files)
        app.saveFile.connect(self._save)
        app.actions.chooseExport.connect(self._export)
        app.actions.chooseImport.connect(self._import)
        app.preferences.changed.connect(self._preference_changed)
        if app.preferences.get("stay_in_tray"):
            self._show_tray()

    def bring_forward(self) -> None:
        self._window.show()
        self._window.raise_()
        self._window.requestActivate()

    def _hide(self) -> None:
        """Into the tray; where there is none, the window is only made small."""
        self._show_tray()
        if self._tray is not None:
            self._window.hide()
        else:
            self._window.showMinimized()

    def _show_tray(self) -> None:
        if self._tray is not None or not QSystemTrayIcon.isSystemTrayAvailable():
            return
        self._menu = QMenu()
        show = QAction(words.translate("Open localllm"), self._menu)
        show.triggered.connect(self.bring_forward)
        leave = QAction(words.translate("Quit"), self._menu)
        leave.triggered.connect(self._app.quit)
        self._menu.addActions([show, leave])
        self._tray = QSystemTrayIcon(QIcon(QPixmap.fromImage(app_icon(64))), self)
        self._tray.setToolTip("localllm")
        self._tray.setContextMenu(self._menu)
        self._tray.activated.connect(self.bring_forward)
        self._tray.show()

    def _preference_changed(self, name: str) -> None:
        if name == "start_at_login":
            autostart.set_enabled(self._app.preferences.get(name))
        elif name == "stay_in_tray" and self._app.preferences.get(name):
            self._show_tray()

    def _choose_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(None, words.translate("Attach files"))
        if names:
            self._app.current.composer.attach([QUrl.fromLocalFile(name) for name in names])

    def _save(self, name: str, text: str) -> None:
        chosen, _ = QFileDialog.getSaveFileName(None, words.translate("Save"), name)
        if chosen:
            Path(chosen).write_text(text, "utf-8")
            self._app.say(words.translate("Saved"))

    def _export(self, name: str) -> None:
        kinds = "Markdown (*.md);;JSON (*.json)"
        chosen, _ = QFileDialog.getSaveFileName(None, words.translate("Export"), name, kinds)
        if chosen:
            self._app.actions.export_to(Path(chosen))

    def _import(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(
            None, words.translate("Import chats"), "", "JSON, ZIP (*.json *.zip)"
        )
        self._app.actions.import_from([Path(name) for name in names])
