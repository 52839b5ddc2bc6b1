"""What a person can do with the messages of a chat. Every deletion can be taken back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from localllm_ui.qt import prop

if TYPE_CHECKING:
    from localllm.chats.store import ChatStore
    from localllm.chats.types import StoredMessage
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend
    from localllm_ui.viewmodels.session import Session


class MessageActions(QObject):
    """Of one session."""

    changed = Signal()
    copied = Signal(str)
    deleted = Signal(int)  # a message, into the trash
    forked = Signal(int)  # the new chat

    def __init__(self, bridge: Bridge, backend: Backend, session: Session) -> None:
        super().__init__(session)
        self._bridge, self._backend = bridge, backend
        self._session = session
        self._editing = -1

    @prop(int, notify=changed)
    def editing(self) -> int:
        """The message whose words are being changed; -1 for none."""
        return self._editing

    @Slot(int)
    def regenerate(self, message_id: int) -> None:
        self._bridge.call(self._backend.answering.regenerate(message_id))

    @Slot(int)
    def continueAnswer(self, message_id: int) -> None:
        self._bridge.call(self._backend.answering.resume(message_id))

    @Slot(int)
    def beginEdit(self, message_id: int) -> None:
        self._editing = message_id
        self.changed.emit()

    @Slot()
    def editLast(self) -> None:
        asked = [message.id for message in self._session.path if message.role == "user"]
        if asked and not self._session.busy:
            self._session.messages.reveal(asked[-1])
            self.beginEdit(asked[-1])

    @Slot()
    def cancelEdit(self) -> None:
        self._editing = -1
        self.changed.emit()
        self._session.composer.wanted.emit()

    @Slot(str)
    def commitEdit(self, text: str) -> None:
        message_id, self._editing = self._editing, -1
        self.changed.emit()
        if text.strip():
            self._bridge.call(self._backend.answering.edit(message_id, text.strip()))
        self._session.composer.wanted.emit()

    @Slot(int, int)
    def walk(self, message_id: int, step: int) -> None:
        """To the version before (-1) or after (1)."""

        def select(store: ChatStore) -> None:
            siblings = [message.id for message in store.siblings(message_id)]
            at = siblings.index(message_id) + step
            if 0 <= at < len(siblings):
                store.messages.select(siblings[at])

        if not self._session.busy:
            self._bridge.call(self._backend.use(select))

    @Slot(int)
    def forkFrom(self, message_id: int) -> None:
        fork = self._backend.use(lambda store: store.chats.branch(message_id).id)
        self._bridge.call(fork).then(self._forked)

    def _forked(self, chat_id: int) -> None:
        self.forked.emit(chat_id)

    @Slot(int)
    def deleteMessage(self, message_id: int) -> None:
        delete = self._backend.use(lambda store: store.messages.delete(message_id))
        self._bridge.call(delete).then(partial(self._deleted, message_id))

    def _deleted(self, message_id: int, _: object) -> None:
        self.deleted.emit(message_id)

    @Slot(int)
    def copyMessage(self, message_id: int) -> None:
        if (message := self._message(message_id)) is not None:
            self.copied.emit(message.content)

    @Slot(int)
    def quote(self, message_id: int) -> None:
        """Puts the message into the composer, as a quotation."""
        if (message := self._message(message_id)) is not None:
            quoted = "\n".join(f"> {line}" for line in message.content.strip().splitlines())
            before = f"{self._session.composer.text}\n\n" if self._session.composer.text else ""
            self._session.composer.suggest(f"{before}{quoted}\n\n")

    @Slot(int)
    def toggleThinking(self, message_id: int) -> None:
        self._session.messages.toggle_thoughts(message_id)

    def _message(self, message_id: int) -> StoredMessage | None:
        return next((message for message in self._session.path if message.id == message_id), None)
