"""The window's one root: what QML calls `App`. Wires view-models to the loop, and to each other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from localllm.chats.types import ChatSettings
from localllm_ui import mathtex, problems
from localllm_ui.markdown import code
from localllm_ui.parts import Parts
from localllm_ui.qt import prop
from localllm_ui.services import told
from localllm_ui.updates import Updates
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.chat_actions import ChatActions
from localllm_ui.viewmodels.panes import Panes
from localllm_ui.viewmodels.session import Session

if TYPE_CHECKING:
    from localllm.errors import LocalLLMError
    from localllm.settings import Settings
    from localllm_ui.viewmodels.keyed import KeyedRows


class App(Parts):
    changed = Signal()
    warm = Signal()  # all that stays is loaded
    languageChanged = Signal()
    askedToQuit = Signal()
    askedToHide = Signal()
    chooseFiles = Signal()
    saveFile = Signal(str, str)  # suggested name, content

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(settings, parent)
        self._welcoming = False
        self._actions = ChatActions(self)
        self._open = Panes(self._make_session, self)
        self.view.changed.connect(self.changed)
        self.view.panelToggled.connect(self._refresh_presets)
        self.appearance.languageChanged.connect(self.languageChanged)
        self.languageChanged.connect(self.view.languageChanged)
        self.languageChanged.connect(self.changed)
        self._open.changed.connect(self._panes_changed)
        self._open.busyChanged.connect(self._show_running)
        self.bridge.failed.connect(self._failed)
        self.server.problem.connect(self._failed)
        self.settings.applied.connect(self._settings_applied)
        self.models.changed.connect(self._models_known)
        self.models.madeDefault.connect(self._made_default)
        self.library.said.connect(self.say)
        self.library.sheet.connect(self.view.openOverlay)
        self.library.failed.connect(self._fetch_failed)
        self.languageChanged.connect(self.library.retranslate)
        self.folders.added.connect(self.models.refresh)
        self.starter.fetched.connect(self.models.refresh)
        self._updates = Updates(self.bridge, self.backend, self.preferences, self)
        self._updates.found.connect(self.banners.show)
        self._ready, self._to_open = False, ""

    def start(self) -> None:
        """Everything that may come after the first frame."""
        self.bridge.call(self.backend.open()).then(self._opened).catch(self._not_opened)

    def _opened(self, _: None) -> None:
        self.chats.refresh()
        self.models.refresh()
        self.offers.look()
        self.bridge.call(self.backend.warm_up())
        self.bridge.call(asyncio.to_thread(_warm_up)).then(lambda _: self.warm.emit())
        if self.preferences.get("port_on_start"):
            self.server.on = True
        self._updates.start()
        self._ready = True
        if self._to_open:
            self.chatWith(self._to_open)

    def _not_opened(self, error: Exception) -> None:
        self.banners.show(problems.chats_closed(error, self.start))

    def _models_known(self) -> None:
        """Without any model there is a page that says so; with the first one, the way is free."""
        if self.models.none and not self._welcoming:
            self._welcoming = True
            self.folders.look()
            self.view.openPage("welcome")
        elif self._welcoming and len(self.models.rows):
            self._welcoming = False
            self.bridge.call(self.backend.warm_up())
            if self.view.page == "welcome":
                self.newChat()

    def close(self) -> None:
        """After the window is gone: saves what is open, ends what runs."""
        for session in self._open.all():
            session.keep_draft()
        self.bridge.stop(self.backend.close())

    # --- what the loop tells -------------------------------------------------------------------

    def hear(self, what: told.Told) -> None:
        match what:
            case told.Began() | told.Came() | told.Ended():
                self._open.answer(what)
            case told.StoreChanged():
                self._store_changed(what)
            case told.ModelChanged():
                self._model_changed(what)
            case told.PortChanged():
                self.server.port_changed(what)
            case _:
                self.library.hear(what)

    def _store_changed(self, what: told.StoreChanged) -> None:
        self.chats.refresh()
        for chat_id in what.changed.chats:
            if (session := self._open.of(chat_id)) is not None:
                session.reload()
        self._actions.store_changed(what.changed)

    def _model_changed(self, what: told.ModelChanged) -> None:
        self.models.model_changed(what.model)
        for session in self._open.all():
            session.model_changed(what.model)
        if what.model.state == "restarting":
            self.banners.show(problems.engine_restarts(what.model))
        elif what.model.state == "ready":
            self.banners.dismiss("engine")

    def _answer_failed(self, error: LocalLLMError) -> None:
        """The thread has said it already; a banner is for what a button can help with."""
        if (banner := problems.banner_of(error, self)).action:
            self.banners.show(banner)

    def _fetch_failed(self, error: Exception, again: Callable[[], object]) -> None:
        self.banners.show(problems.fetch_failed(error, self, again))

    def _failed(self, error: Exception) -> None:
        self.banners.show(problems.banner_of(error, self))

    # --- the chats that are open ----------------------------------------------------------------

    def _make_session(self) -> Session:
        settings = ChatSettings(model=self.preferences.get("last_model"))
        session = Session(self.bridge, self.backend, self.theme, settings, self)
        session.failed.connect(self._answer_failed)
        session.actions.copied.connect(self.copyText)
        session.actions.forked.connect(self.openChat)
        session.actions.deleted.connect(self._actions.message_deleted)
        session.composer.chooseFiles.connect(self.chooseFiles)
        if (model := self.models.loaded(settings.model)) is not None:
            session.model_changed(model)
        return session

    def _panes_changed(self) -> None:
        self.chats.set_current(self._open.open_ids())
        self._show_running()

    def _show_running(self) -> None:
        self.chats.set_running(self._open.busy_ids())
        self.changed.emit()

    def show_without(self, chat_ids: frozenset[int]) -> None:
        self._open.without(chat_ids)

    @Slot()
    def newChat(self) -> None:
        self._open.open_new()
        self.view.show_chats()
        self._open.current.composer.wanted.emit()

    @Slot(int)
    def openChat(self, chat_id: int) -> None:
        session = self._open.open(chat_id)
        self.view.show_chats()
        session.composer.wanted.emit()

    @Slot(int, int)
    def openMessage(self, chat_id: int, message_id: int) -> None:
        """The chat at a message that was found, on whatever branch it is."""
        select = self.backend.use(lambda store: store.messages.select(message_id))

        def shown(_: object) -> None:
            self.openChat(chat_id)
            self._open.current.reveal(message_id)

        self.bridge.call(select).then(shown)

    @Slot(int)
    def focusPane(self, pane: int) -> None:
        if self._open.focus(pane):
            self.changed.emit()

    @Slot()
    def toggleSplit(self) -> None:
        self._open.split()
        self.view.show_chats()

    @prop(QObject, constant=True)
    def panes(self) -> KeyedRows:
        return self._open.rows

    @prop(QObject, notify=changed)
    def current(self) -> Session:
        return self._open.current

    @prop(bool, notify=changed)
    def canStop(self) -> bool:
        return self._open.current.busy and self.view.page == "chats"

    @Slot()
    def stop(self) -> None:
        self._open.current.stop()

    # --- what is shown ---------------------------------------------------------------------------

    @prop(str, notify=changed)
    def title(self) -> str:
        current = self._open.current
        return f"{current.title} – localllm" if current.id is not None else "localllm"

    @Slot(str)
    def chooseModel(self, name: str) -> None:
        """The chat's model, also in the middle of it; new chats take it too."""
        self.preferences.set("last_model", name)
        self._open.current.options.model = name
        if (model := self.models.loaded(name)) is not None:
            self._open.current.model_changed(model)
        self.models.load(name)

    @Slot(str)
    def chatWith(self, name: str) -> None:
        """A new chat with this model."""
        self.newChat()
        self.chooseModel(name)

    def open_file(self, path: str) -> None:
        """A new chat with this model file, as soon as the app is ready for one."""
        if self._ready:
            self.chatWith(path)
        else:
            self._to_open = path

    def _made_default(self, name: str) -> None:
        self.preferences.set("last_model", "")
        self.say(words.translate("%1 is the default model now").replace("%1", name))

    def _refresh_presets(self) -> None:
        self._open.current.options.refreshPresets()

    def say(self, text: str, undo: Callable[[], object] | None = None) -> None:
        self.toast.say(text, undo)

    def _settings_applied(self) -> None:
        self.models.refresh()
        self.server.port_changed(told.PortChanged(""))
        if self.server.on:
            self.server.on = True
        self.say(words.translate("The new settings are in use"))

    # --- clipboard, files, the window ------------------------------------------------------------

    @Slot(str)
    def copyText(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.say(words.translate("Copied"))

    @Slot(str, str)
    def saveText(self, text: str, language: str) -> None:
        self.saveFile.emit(problems.file_name(language), text)

    @Slot()
    def copyDiagnostics(self) -> None:
        self.bridge.call(problems.diagnostics(self.backend)).then(self.copyText)

    @Slot(result=bool)
    def mayClose(self) -> bool:
        """Closing hides the window where the app is to stay in the tray."""
        if self.preferences.get("stay_in_tray"):
            self.askedToHide.emit()
            return False
        self.askedToQuit.emit()
        return True

    @Slot()
    def quit(self) -> None:
        self.askedToQuit.emit()

    @prop(QObject, constant=True)
    def actions(self) -> ChatActions:
        return self._actions


def _warm_up() -> None:
    mathtex.warm_up()
    code.warm_up()
