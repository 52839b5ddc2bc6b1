"""Ctrl+K: chats by title and text, the pages, and what can be done, in one list."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from localllm_ui.qt import prop, settable
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.keyed import KeyedRows

if TYPE_CHECKING:
    from localllm.chats.types import ChatSummary, SearchHit, Span
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend

_SETTLE_MS = 80
_RECENT = 12


class Search(QObject):
    changed = Signal()

    def __init__(self, bridge: Bridge, backend: Backend, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._backend = bridge, backend
        self._query = ""
        self._hits = KeyedRows("chat", self)
        self._asked = 0
        self._timer = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._timer.timeout.connect(self._run)

    def _get_query(self) -> str:
        return self._query

    def _set_query(self, query: str) -> None:
        self._query = query
        self._timer.start()

    query = settable(str, _get_query, _set_query, notify=changed)

    @prop(QObject, constant=True)
    def hits(self) -> KeyedRows:
        return self._hits

    @Slot()
    def start(self) -> None:
        """Empty: the latest chats."""
        self._query = ""
        self._run()

    def _run(self) -> None:
        self._asked += 1
        asked, query = self._asked, self._query.strip()
        if query:
            found = self._backend.read(lambda reader: reader.search(query))
            self._bridge.call(found).then(
                lambda hits: self._take(asked, [_hit(hit) for hit in hits])
            )
        else:
            latest = self._backend.read(lambda r: r.list_chats(everywhere=True, limit=_RECENT))
            self._bridge.call(latest).then(
                lambda c: self._take(asked, [_recent(chat) for chat in c])
            )

    def _take(self, asked: int, hits: list[dict[str, Any]]) -> None:
        if asked == self._asked:  # an earlier search may answer later
            self._hits.replace(hits)
            self.changed.emit()


def _recent(chat: ChatSummary) -> dict[str, Any]:
    title = escape(chat.title or words.translate("New chat"))
    return {"chat": chat.id, "message": -1, "title": title, "snippet": "", "sign": ""}


def _hit(hit: SearchHit) -> dict[str, Any]:
    return {
        "chat": hit.chat.id,
        "message": -1 if hit.message_id is None else hit.message_id,
        "title": marked(hit.chat.title or words.translate("New chat"), hit.title_highlights),
        "snippet": marked(hit.snippet, hit.highlights),
        "sign": {"file": "attach", "reasoning": "think"}.get(hit.found_in, ""),
    }


def marked(text: str, spans: Sequence[Span]) -> str:
    """The text as Qt's styled text, with the found words bold."""
    made, at = [], 0
    for start, end in spans:
        made += [escape(text[at:start]), "<b>", escape(text[start:end]), "</b>"]
        at = end
    return "".join([*made, escape(text[at:])]).replace("\n", " ")
