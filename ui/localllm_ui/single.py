"""One window a person: the second start hands over to the first and ends.

The socket's name is made of the data folder, so that two homes are two programs. To connect is all
there is to say.
"""

from __future__ import annotations

import hashlib

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from localllm import paths

_WAIT_MS = 1000


def name() -> str:
    return f"localllm-{hashlib.sha256(str(paths.data_dir()).encode()).hexdigest()[:16]}"


def raise_running() -> bool:
    """Asks the window that is there already to come forward; False where there is none."""
    socket = QLocalSocket()
    socket.connectToServer(name())
    found = socket.waitForConnected(_WAIT_MS)
    socket.abort()
    return found


class SingleInstance(QObject):
    """Listens for later starts while this window lives. `asked`: one of them wants it in front."""

    asked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._connected)
        if not self._server.listen(name()):
            # What a killed program left behind; nobody answered there, or we would not be here.
            QLocalServer.removeServer(name())
            self._server.listen(name())

    def _connected(self) -> None:
        self._server.nextPendingConnection().abort()
        self.asked.emit()
