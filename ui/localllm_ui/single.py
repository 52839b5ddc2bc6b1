"""One window a person: the second start hands over to the first and ends.

The socket's name is made of the data folder, so that two homes are two programs. What is said over
it is the path of a file to open, in UTF-8, or nothing: the window is wanted in front.
"""

from __future__ import annotations

import hashlib
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from localllm import paths

_WAIT_MS = 1000
_LONGEST = 1 << 16  # of a path


def name() -> str:
    return f"localllm-{hashlib.sha256(str(paths.data_dir()).encode()).hexdigest()[:16]}"


def raise_running(file: str = "") -> bool:
    """Asks the window that is there already to come forward, and to open `file`; False where
    there is none."""
    socket = QLocalSocket()
    socket.connectToServer(name())
    found = socket.waitForConnected(_WAIT_MS)
    if found and file:
        socket.write(file.encode())
        socket.waitForBytesWritten(_WAIT_MS)
    socket.disconnectFromServer()
    return found


class SingleInstance(QObject):
    """Listens for later starts while this window lives. `asked`: one of them wants it in front;
    `file`: to open, an absolute path."""

    asked = Signal()
    file = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._said: dict[QLocalSocket, bytearray] = {}  # by those who are connected
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._connected)
        if not self._server.listen(name()):
            # What a killed program left behind; nobody answered there, or we would not be here.
            QLocalServer.removeServer(name())
            self._server.listen(name())

    def _connected(self) -> None:
        socket = self._server.nextPendingConnection()
        self._said[socket] = bytearray()
        # Methods, not closures: these end with this object, before its sockets say farewell.
        socket.readyRead.connect(self._read)
        socket.disconnected.connect(self._ended)
        self.asked.emit()
        if socket.state() is QLocalSocket.LocalSocketState.UnconnectedState:
            self._end(socket)  # it said all and went before anybody listened

    @Slot()
    def _read(self) -> None:
        self._take(self.sender())

    @Slot()
    def _ended(self) -> None:
        self._end(self.sender())

    def _take(self, socket: Any) -> None:
        if (said := self._said.get(socket)) is None:
            return
        said.extend(socket.readAll().data())
        if len(said) > _LONGEST:  # no path, and nobody of ours
            said.clear()
            socket.abort()

    def _end(self, socket: Any) -> None:
        self._take(socket)
        said = self._said.pop(socket, None)
        if said is None:
            return  # a socket that was shut from here tells of it, too
        socket.deleteLater()
        if path := said.decode(errors="replace"):
            self.file.emit(path)
