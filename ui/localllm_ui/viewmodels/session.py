"""One chat that is open: its thread, its composer, its settings, the answer being written.

A session goes on while another chat is shown; `visible` only decides whether the thread is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from localllm_ui.qt import prop
from localllm_ui.services import drafts
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.composer import Composer
from localllm_ui.viewmodels.estimate import Estimate
from localllm_ui.viewmodels.gauge import Gauge
from localllm_ui.viewmodels.live import LiveAnswer
from localllm_ui.viewmodels.message_actions import MessageActions
from localllm_ui.viewmodels.options import ChatOptions
from localllm_ui.viewmodels.thread import ThreadModel

if TYPE_CHECKING:
    from localllm.chats.types import Chat, ChatSettings, NewAttachment, StoredMessage
    from localllm.supervisor.host import LoadedModel
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend
    from localllm_ui.services.told import Began, Came, Ended
    from localllm_ui.theme import Theme

_DRAW_MS = 33  # between two drawings of a growing answer


class Session(QObject):
    """`id` None until the first message is sent. `created` tells the id then."""

    changed = Signal()
    created = Signal(int)
    failed = Signal(object)  # LocalLLMError of an answer

    def __init__(
        self,
        bridge: Bridge,
        backend: Backend,
        theme: Theme,
        settings: ChatSettings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self.id: int | None = None
        self._title = ""
        self._path: list[StoredMessage] = []
        self._live: LiveAnswer | None = None
        self._model: LoadedModel | None = None
        self._reveal = -1
        self._visible = True
        self._sending = False
        self._thread = ThreadModel(theme, self)
        self._composer = Composer(bridge, self)
        self._gauge = Gauge(self)
        self._options = ChatOptions(bridge, backend, settings, self)
        self._actions = MessageActions(bridge, backend, self)
        self._estimate = Estimate(bridge, backend, self)
        self._drawing = QTimer(self, interval=_DRAW_MS)
        self._drawing.timeout.connect(self._draw)
        self._composer.settled.connect(self._settle)
        self._options.changed.connect(self._options_changed)

    # --- what is told ------------------------------------------------------------------------

    def load(self, chat_id: int) -> None:
        self.id = chat_id
        self._bridge.call(self._backend.use(partial(drafts.read, chat_id))).then(self._loaded)

    def _loaded(self, found: tuple[Chat, list[StoredMessage]]) -> None:
        chat, path = found
        self._title = chat.summary.title
        self._options.set_settings(chat.settings)
        self._composer.restore(chat.draft)
        self._show(path)

    def reload(self) -> None:
        """After the store changed: title, settings and path anew. The text being written stays."""
        if self.id is not None:
            read = self._backend.use(partial(drafts.read, self.id))
            self._bridge.call(read).then(self._reloaded).catch(lambda _: None)

    def _reloaded(self, found: tuple[Chat, list[StoredMessage]]) -> None:
        chat, path = found
        self._title = chat.summary.title
        self._options.set_settings(chat.settings)
        if self._live is None:
            self._show(path)
        self.changed.emit()

    def began(self, told: Began) -> None:
        self._sending = False
        self._path = told.path
        self._live = LiveAnswer(told.path[-1])
        if self._model is not None and self._model.state == "loading":
            self._live.loading = self._model.progress
        self._thread.set_path(told.path, self._live)
        self._thread.sent.emit()
        self._drawing.start()
        self.changed.emit()

    def came(self, told: Came) -> None:
        if self._live is not None:
            self._live.take(told.events)

    def ended(self, told: Ended) -> None:
        self._draw()
        self._drawing.stop()
        self._live = None
        usage = told.path[-1].usage if told.path else None
        if usage is not None:
            self._estimate.cached = usage.prompt_tokens + usage.completion_tokens
        self._show(told.path)
        if told.error is not None:
            self.failed.emit(told.error)

    def model_changed(self, model: LoadedModel) -> None:
        """A model was loaded, unloaded, or is on the way; it may be this chat's."""
        if self._options.model and model.name != self._options.model:
            return
        self._model = model
        if self._live is not None:
            loading = model.state in ("loading", "restarting")
            self._live.loading = model.progress if loading else None
        if model.info is not None:
            self._gauge.set(
                total=model.info.context, reused=self._gauge.reused, fresh=self._gauge.fresh
            )
            self._settle()
        self.changed.emit()

    def reveal(self, message_id: int) -> None:
        """Scrolls to the message, once it is there."""
        self._reveal = message_id
        self._show_revealed()

    def _show_revealed(self) -> None:
        if any(message.id == self._reveal for message in self._path):
            self._thread.reveal(self._reveal)
            self._reveal = -1

    def set_visible(self, visible: bool) -> None:
        self._visible = visible
        if visible:
            self._draw()

    def _show(self, path: list[StoredMessage]) -> None:
        self._path = path
        self._thread.set_path(path, self._live)
        self._show_revealed()
        self._settle()
        self.changed.emit()

    def _draw(self) -> None:
        live = self._live
        if live is None or not self._visible:
            return
        self._thread.refresh_live()
        if live.prefill is not None:
            reused = live.prefill.cached
            self._gauge.set(reused=reused, fresh=live.prefill.total - reused + live.n_tokens)
        self.changed.emit()

    # --- counting ----------------------------------------------------------------------------

    def keep_draft(self) -> None:
        if self.id is not None:
            chat_id, draft = self.id, self._composer.text
            self._bridge.call(self._backend.use(lambda s: drafts.keep(s, chat_id, draft)))

    def _settle(self) -> None:
        """Keeps the draft, and counts the next question: by a model that is there, or it would
        be loaded."""
        self.keep_draft()
        model = self._model
        there = model is not None and model.state == "ready" and model.name == self.modelName
        if there and self._live is None:
            self._estimate.ask(self._path)

    def _options_changed(self) -> None:
        if self.id is not None:
            chat_id, settings = self.id, self._options.settings
            self._bridge.call(self._backend.use(lambda s: s.chats.configure(chat_id, settings)))
        self._settle()
        self.changed.emit()

    # --- what is shown -----------------------------------------------------------------------

    @prop(QObject, constant=True)
    def messages(self) -> ThreadModel:
        return self._thread

    @prop(QObject, constant=True)
    def composer(self) -> Composer:
        return self._composer

    @prop(QObject, constant=True)
    def gauge(self) -> Gauge:
        return self._gauge

    @prop(QObject, constant=True)
    def options(self) -> ChatOptions:
        return self._options

    @prop(QObject, constant=True)
    def actions(self) -> MessageActions:
        return self._actions

    @property
    def path(self) -> Sequence[StoredMessage]:
        return self._path

    @prop(str, notify=changed)
    def title(self) -> str:
        return self._title or words.translate("New chat")

    @prop(bool, notify=changed)
    def empty(self) -> bool:
        return not self._path

    @property
    def writing(self) -> bool:
        """An answer is on its way; the session is busy already when it is asked for."""
        return self._live is not None

    @prop(bool, notify=changed)
    def busy(self) -> bool:
        return self._live is not None or self._sending

    @prop(str, notify=changed)
    def modelName(self) -> str:
        return self._options.model or (self._model.name if self._model else "")

    @prop(str, notify=changed)
    def modelState(self) -> str:
        return words.state(self._model) if self._model else ""

    @prop(bool, notify=changed)
    def canThink(self) -> bool:
        info = self._model.info if self._model else None
        return info is not None and info.supports_thinking

    @prop(str, notify=changed)
    def status(self) -> str:
        """The line below the composer while an answer comes."""
        return self._live.status() if self._live is not None else ""

    # --- what a person does ------------------------------------------------------------------

    @Slot()
    def send(self) -> None:
        if not self._composer.canSend or self.busy:
            return
        text, files = self._composer.text.strip(), self._composer.files
        self._sending = True
        self.changed.emit()
        work = self._send(text, files)
        self._composer.clear()
        self._bridge.call(work).catch(partial(self._not_sent, text, files))

    async def _send(self, text: str, files: Sequence[NewAttachment]) -> None:
        await self._backend.opened()
        settings = self._options.settings
        chat_id = await self._backend.answering.send(self.id, text, files, settings=settings)
        # Here, and not when the call has ended: the answer's own task, whose words belong to this
        # session, gets its first turn after this line.
        self._bridge.post(self._sent, chat_id)

    def _sent(self, chat_id: int) -> None:
        if self.id is None:
            self.id = chat_id
            self.created.emit(chat_id)
            self.reload()

    def _not_sent(self, text: str, files: Sequence[NewAttachment], error: Exception) -> None:
        """Nothing that was written is lost: it goes back to where it came from."""
        self._sending = False
        for file in files:
            self._composer.add_file(file)
        self._composer.restore(text)
        self.changed.emit()
        self._bridge.failed.emit(error)

    @Slot()
    def stop(self) -> None:
        if self.id is not None:
            self._bridge.call(self._backend.answering.stop(self.id))
