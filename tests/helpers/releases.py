"""A server on this computer that tells of releases, well or badly."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any, Self

from helpers.hub_http import QuietServer

Answer = Callable[[BaseHTTPRequestHandler], None]


class Releases:
    """`asked` has the headers of every request; `answer` is what is done with the next ones."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []
        self.answer: Answer = says({})
        self.let_go = threading.Event()  # ends what an answer waits for
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.asked.append(dict(self.headers))
                outer.answer(self)
                self.close_connection = True

            def log_message(self, *_: Any) -> None:
                pass

        self._server = QuietServer(Handler)

    @property
    def url(self) -> str:
        return f"{self._server.address}/latest"

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.let_go.set()
        self._server.stop()


def says(what: object, status: int = 200, **headers: str) -> Answer:
    """Bytes as they are, all else as JSON."""
    body = what if isinstance(what, bytes) else json.dumps(what).encode()

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return answer
