"""What the window is made of, as QML finds it below `App`: every view-model, made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from localllm_ui.appearance import Appearance
from localllm_ui.bridge import Bridge
from localllm_ui.preferences import Preferences
from localllm_ui.qt import prop
from localllm_ui.services.backend import Backend
from localllm_ui.theme import Theme
from localllm_ui.viewmodels.banners import Banners
from localllm_ui.viewmodels.chat_list import ChatListModel
from localllm_ui.viewmodels.folders import Folders
from localllm_ui.viewmodels.library import Library
from localllm_ui.viewmodels.models import Models
from localllm_ui.viewmodels.offers import Offers
from localllm_ui.viewmodels.search import Search
from localllm_ui.viewmodels.server import ServerPage
from localllm_ui.viewmodels.settings_page import SettingsPage
from localllm_ui.viewmodels.starter import Starter
from localllm_ui.viewmodels.toast import Toast
from localllm_ui.viewmodels.view import View

if TYPE_CHECKING:
    from localllm.settings import Settings
    from localllm_ui.services import told


class Parts(QObject):
    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.preferences = Preferences(settings, self)
        self.theme = Theme(self)
        self.appearance = Appearance(self.preferences, self.theme, self)
        self.bridge = Bridge(self)
        self.backend = Backend(settings, lambda what: self.bridge.post(self.hear, what))
        loop = (self.bridge, self.backend)
        self._view = View(self.preferences, self)
        self._toast = Toast(self)
        self._banners = Banners()
        self._chats = ChatListModel(*loop, self)
        self._search = Search(*loop, self)
        self._models = Models(*loop, self)
        self._library = Library(*loop, self._models, self)
        self._folders = Folders(*loop, self)
        self._starter = Starter(*loop, self)
        self._offers = Offers(self._models, self._folders, self._starter, self.preferences, self)
        self._server = ServerPage(*loop, self)
        self._settings = SettingsPage(*loop, self.preferences, self)

    def hear(self, what: told.Told) -> None:
        """What the loop tells."""
        raise NotImplementedError

    @prop(QObject, constant=True)
    def view(self) -> View:
        return self._view

    @prop(QObject, constant=True)
    def toast(self) -> Toast:
        return self._toast

    @prop(QObject, constant=True)
    def banners(self) -> Banners:
        return self._banners

    @prop(QObject, constant=True)
    def chats(self) -> ChatListModel:
        return self._chats

    @prop(QObject, constant=True)
    def search(self) -> Search:
        return self._search

    @prop(QObject, constant=True)
    def models(self) -> Models:
        return self._models

    @prop(QObject, constant=True)
    def library(self) -> Library:
        return self._library

    @prop(QObject, constant=True)
    def folders(self) -> Folders:
        return self._folders

    @prop(QObject, constant=True)
    def starter(self) -> Starter:
        return self._starter

    @prop(QObject, constant=True)
    def offers(self) -> Offers:
        return self._offers

    @prop(QObject, constant=True)
    def server(self) -> ServerPage:
        return self._server

    @prop(QObject, constant=True)
    def settings(self) -> SettingsPage:
        return self._settings
