"""Which chats are open: one pane or two, and the sessions behind them.

A session lives while it is shown or while its answer is written; opened again, it is made anew
from the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from localllm_ui.services import told
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm_ui.viewmodels.session import Session

Answer = told.Began | told.Came | told.Ended


class Panes(QObject):
    """`make` makes an empty session. `changed`: other sessions are shown, or one has its id now;
    `busyChanged`: an answer began or ended."""

    changed = Signal()
    busyChanged = Signal()

    def __init__(self, make: Callable[[], Session], parent: QObject) -> None:
        super().__init__(parent)
        self._make = make
        self._sessions: dict[int, Session] = {}
        self.focused = 0
        self.rows = KeyedRows("pane", self)  # a pane stays while other chats are shown in it
        self.shown: list[Session] = [self._fresh()]
        self._show()

    @property
    def current(self) -> Session:
        return self.shown[self.focused]

    def all(self) -> Iterable[Session]:
        return {*self.shown, *self._sessions.values()}

    def open_ids(self) -> frozenset[int]:
        return frozenset(session.id for session in self.shown if session.id is not None)

    def busy_ids(self) -> frozenset[int]:
        return frozenset(id for id, session in self._sessions.items() if session.busy)

    def of(self, chat_id: int) -> Session | None:
        return self._sessions.get(chat_id)

    def answer(self, what: Answer) -> None:
        """What the loop tells of an answer, to the session it belongs to."""
        session = self._session_of(what.chat_id)
        match what:
            case told.Came():
                session.came(what)
                return
            case told.Began():
                session.began(what)
            case told.Ended():
                session.ended(what)
        self.busyChanged.emit()

    def focus(self, pane: int) -> bool:
        """Gives the pane the keyboard; False where it has it."""
        if pane == self.focused or pane >= len(self.shown):
            return False
        self.focused = pane
        self._show()
        return True

    def open_new(self) -> None:
        self._put(self._fresh())

    def open(self, chat_id: int) -> Session:
        session = self._session_of(chat_id)
        self._put(session)
        return session

    def split(self) -> None:
        """Two panes, the second with a new chat; or back to the one that has the keyboard."""
        if len(self.shown) > 1:
            self.shown = [self.current]
        else:
            self.shown = [*self.shown, self._fresh()]
        self.focused = len(self.shown) - 1
        self._settle()

    def without(self, chat_ids: frozenset[int]) -> None:
        """Chats that went: where one was shown, a new chat is."""
        for chat_id in chat_ids:
            self._sessions.pop(chat_id, None)
        self.shown = [self._fresh() if pane.id in chat_ids else pane for pane in self.shown]
        self._settle()

    def _put(self, session: Session) -> None:
        """In place of the pane that has the keyboard; never the same chat twice."""
        if session in self.shown:
            self.focused = self.shown.index(session)
        else:
            self.shown = [
                session if at == self.focused else pane for at, pane in enumerate(self.shown)
            ]
        self._settle()

    def _settle(self) -> None:
        for session in self.all():
            session.set_visible(session in self.shown)
        self._show()
        self.changed.emit()
        self._drop_idle()

    def _show(self) -> None:
        self.rows.replace(
            [
                {"pane": at, "session": session, "focused": at == self.focused}
                for at, session in enumerate(self.shown)
            ]
        )

    def _drop_idle(self) -> None:
        for chat_id, session in list(self._sessions.items()):
            if session not in self.shown and not session.busy:
                session.keep_draft()
                del self._sessions[chat_id]
                session.deleteLater()

    def _fresh(self) -> Session:
        session = self._make()
        session.created.connect(lambda chat_id: self._know(chat_id, session))
        return session

    def _know(self, chat_id: int, session: Session) -> None:
        """A new chat has its id, which comes before anything is told of its answer."""
        self._sessions[chat_id] = session
        self.changed.emit()

    def _session_of(self, chat_id: int) -> Session:
        if chat_id not in self._sessions:
            self._sessions[chat_id] = self._fresh()
            self._sessions[chat_id].load(chat_id)
        return self._sessions[chat_id]
