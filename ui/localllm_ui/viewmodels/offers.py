"""What an empty chat offers, quietly: models that are on the disk already, the starter model where
it is not, and the way to larger ones that fit. Nothing is fetched or opened unless a person says
so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from localllm_ui.qt import prop

if TYPE_CHECKING:
    from localllm_ui.preferences import Preferences
    from localllm_ui.viewmodels.folders import Folders
    from localllm_ui.viewmodels.models import Models
    from localllm_ui.viewmodels.starter import Starter


class Offers(QObject):
    """Shown until it is dismissed or there is nothing left; the page Models has it all too."""

    changed = Signal()

    def __init__(
        self,
        models: Models,
        folders: Folders,
        starter: Starter,
        preferences: Preferences,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._models, self._folders, self._starter = models, folders, starter
        self._preferences = preferences
        for one in (models, folders, starter, preferences):
            one.changed.connect(self.changed)

    def look(self) -> None:
        """Looks on the disk, unless nobody wants to hear of it."""
        self._starter.look()
        if not self._preferences.get("welcomed"):
            self._folders.look()

    @prop(bool, notify=changed)
    def shown(self) -> bool:
        if self._preferences.get("welcomed") or self._models.none:
            return False  # without any model the page Welcome says it louder
        return self._folders.any or self._starter.missing or self._models.onlySmall

    @Slot()
    def dismiss(self) -> None:
        self._preferences.set("welcomed", True)
