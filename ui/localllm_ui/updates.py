"""Tells of a newer version: a banner, once a day at most, where a person switched that on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices

from localllm import __version__
from localllm_ui.viewmodels import words
from localllm_ui.viewmodels.banners import Banner

if TYPE_CHECKING:
    from localllm import updates
    from localllm_ui.bridge import Bridge
    from localllm_ui.preferences import Preferences
    from localllm_ui.services.backend import Backend

_LOOK_MS = 3600 * 1000  # an app that stays open for weeks hears of it too


class Updates(QObject):
    """`found` carries the banner. `start` once the window is there."""

    found = Signal(object)

    def __init__(
        self, bridge: Bridge, backend: Backend, preferences: Preferences, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bridge, self._backend, self._preferences = bridge, backend, preferences
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)
        preferences.changed.connect(self._preference_changed)

    def start(self) -> None:
        self._timer.start()
        self.look()

    def _preference_changed(self, name: str) -> None:
        if name == "update_check":
            self.look()

    @Slot()
    def look(self) -> None:
        """Asks nobody where it is switched off, or was asked within a day."""
        if self._preferences.get("update_check"):
            self._bridge.call(self._news()).then(self._tell)

    async def _news(self) -> updates.Release | None:
        from localllm import updates

        chosen = {name: self._preferences.get(name) for name in ("update_check", "update_address")}
        return await updates.news_of_the_day(
            msgspec.structs.replace(self._backend.settings, **chosen)
        )

    def _tell(self, news: updates.Release | None) -> None:
        if news is not None:
            self.found.emit(banner_of(news))


def banner_of(news: updates.Release) -> Banner:
    """Its button opens the page that tells of the version, in the browser."""
    t = words.translate
    what = t("Version %1 is there").replace("%1", news.version)
    why = t("You have %1. Nothing is downloaded by itself.").replace("%1", __version__)
    if not news.page:
        return Banner("update", what, why, look="accent")

    def open_page() -> None:
        QDesktopServices.openUrl(QUrl(news.page))

    return Banner("update", what, why, t("Open its page"), open_page, look="accent")
