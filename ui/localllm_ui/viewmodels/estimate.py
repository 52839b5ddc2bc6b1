"""What the next question would take of the context, told to the composer and the gauge."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from localllm_ui.services.counting import Counts, count

if TYPE_CHECKING:
    from localllm.chats.types import StoredMessage
    from localllm_ui.bridge import Bridge
    from localllm_ui.services.backend import Backend
    from localllm_ui.viewmodels.session import Session


class Estimate(QObject):
    """Of one session, with which it goes: no count comes back to one that was deleted.

    `cached`: tokens of its chat that the engine still has.
    """

    def __init__(self, bridge: Bridge, backend: Backend, session: Session) -> None:
        super().__init__(session)
        self._bridge, self._backend = bridge, backend
        self._session = session
        self.cached = 0

    def ask(self, path: Sequence[StoredMessage]) -> None:
        """Counts the path with what is in the composer, on the loop's thread."""
        session = self._session
        work = count(
            self._backend.runtime,
            path,
            session.options.settings,
            session.composer.text,
            session.composer.files,
        )
        self._bridge.call(work).then(partial(self._counted, bool(path))).catch(lambda _: None)

    def _counted(self, begun: bool, counts: Counts) -> None:
        session = self._session
        if session.writing:
            return  # its own numbers are truer
        reused = min(self.cached, counts.prompt)
        fresh = counts.prompt - reused if begun or counts.draft else 0
        session.gauge.set(reused=reused, fresh=fresh)
        session.composer.set_tokens(counts.draft)
        for name, tokens in counts.files:
            session.composer.set_file_tokens(name, tokens)
