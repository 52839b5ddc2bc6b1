"""What both servers of the local hub share: starting, stopping, answering, breaking off."""

from __future__ import annotations

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, ClassVar

from helpers.hub_faults import Answer, Asked, Cut, Fault, Length, Server, Stall

if TYPE_CHECKING:
    from helpers.hub import Hub

_PIECE = 1 << 16


class QuietServer:
    """A server on a free port of this computer, in threads of its own."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._server.handle_error = lambda request, client: None  # type: ignore[method-assign]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"


class Handler(BaseHTTPRequestHandler):
    """One request: noted, met by its fault or answered. `answer` is the server's own part."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    hub: ClassVar[Hub]
    server_name: ClassVar[Server]
    fault: Fault | None = None

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        asked = Asked(
            self.path,
            self.headers.get("Range"),
            self.headers.get("If-Range"),
            self.headers.get("Authorization"),
            self.command,
            self.server_name,
            {name.lower(): value for name, value in self.headers.items()},
            self.client_address[1],
        )
        self.hub.requests.append(asked)
        self.fault = self.hub.planned.take(asked)
        if isinstance(self.fault, Answer):
            answer, self.fault = self.fault, None
            self.send(answer.status, answer.headers, answer.body)
            return
        self.answer(asked)

    do_HEAD = do_GET

    def answer(self, asked: Asked) -> None:
        raise NotImplementedError

    def send_json(self, content: object, headers: dict[str, str] | None = None) -> None:
        kind = {"Content-Type": "application/json; charset=utf-8"}
        self.send(200, kind | (headers or {}), json.dumps(content).encode())

    def refuse(self, status: int, message: str, code: str = "") -> None:
        """An error as the hub words it: in headers, and as JSON."""
        headers = {"X-Error-Message": message, "Content-Type": "application/json"}
        headers |= {"X-Error-Code": code} if code else {}
        self.send(status, headers, json.dumps({"error": message}).encode())

    def send(
        self, status: int, headers: dict[str, str], body: bytes = b"", *, length: bool = True
    ) -> None:
        """Head and body, as far as the fault lets it; HEAD gets the head alone."""
        self.send_response(status)
        for key, value in headers.items():
            self.send_header(key, value)
        more = self.fault.more if isinstance(self.fault, Length) else 0
        if length:
            self.send_header("Content-Length", str(len(body) + more))
        else:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command == "GET":
            with contextlib.suppress(ConnectionError):  # the client has gone
                self._send_body(body)
        self.close_connection = not length or isinstance(self.fault, Cut | Stall | Length)

    def _send_body(self, body: bytes) -> None:
        fault = self.fault
        ends = fault.after if isinstance(fault, Cut | Stall) else len(body)
        rate = self.hub.rate if self.server_name == "cdn" else None
        piece = min(_PIECE, int(rate / 20) + 1) if rate else _PIECE  # evenly, not in gulps
        for begin in range(0, min(ends, len(body)), piece):
            self.wfile.write(body[begin : min(begin + piece, ends)])
            if rate and self.hub.closing.wait(piece / rate):
                return
        if isinstance(fault, Stall):
            self.wfile.flush()
            self.hub.closing.wait(fault.seconds)
