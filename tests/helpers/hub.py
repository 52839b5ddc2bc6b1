"""A model hub on this computer: ranges, redirects and ETags as the real one, faults on demand.

with Hub() as hub:
    hub.put("tiny.gguf", data)
    hub.faults = [Cut(1000), Answer(503)]      # one is used up by each request, in order
    download(hub.url("tiny.gguf"), ...)
    hub.requests                               # what was asked
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Cut:
    """The connection breaks after so many bytes of the body."""

    after: int


@dataclass(frozen=True)
class Answer:
    """This status instead of the file."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Swap:
    """The file becomes another one before it is answered for."""

    data: bytes


@dataclass(frozen=True)
class Asked:
    path: str
    range: str | None
    if_range: str | None
    authorization: str | None


Fault = Cut | Answer | Swap


class Hub:
    """`ranges` False: every request gets the whole file. `etags` False: no validator is sent.
    `lengths` False: the size is not told (chunked). Files are asked for under /resolve/, which
    redirects to /cdn/.
    """

    def __init__(self, *, ranges: bool = True, etags: bool = True, lengths: bool = True) -> None:
        self.ranges = ranges
        self.etags = etags
        self.lengths = lengths
        self.files: dict[str, bytes] = {}
        self.faults: list[Fault] = []
        self.requests: list[Asked] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def __enter__(self) -> Hub:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def url(self, name: str) -> str:
        return f"{self.endpoint}/resolve/{name}"

    def put(self, name: str, data: bytes) -> str:
        """Its SHA-256."""
        self.files[name] = data
        return hashlib.sha256(data).hexdigest()

    def transfers(self) -> list[Asked]:
        """Requests for the bytes themselves, behind the redirect."""
        return [asked for asked in self.requests if asked.path.startswith("/cdn/")]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                hub.requests.append(
                    Asked(
                        self.path,
                        self.headers.get("Range"),
                        self.headers.get("If-Range"),
                        self.headers.get("Authorization"),
                    )
                )
                name = self.path.rsplit("/", 1)[-1]
                if "/resolve/" in self.path:
                    return self._status(302, {"Location": f"/cdn/{name}"})
                fault = hub.faults.pop(0) if hub.faults else None
                if isinstance(fault, Answer):
                    return self._status(fault.status, fault.headers)
                if isinstance(fault, Swap):
                    hub.files[name] = fault.data
                if name not in hub.files:
                    return self._status(404, {})
                return self._file(hub.files[name], fault.after if isinstance(fault, Cut) else None)

            def _status(self, status: int, headers: dict[str, str]) -> None:
                self.send_response(status)
                for key, value in headers.items():
                    self.send_header(key, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def _file(self, data: bytes, cut: int | None) -> None:
                etag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
                start = self._start(etag)
                if start is not None and start >= len(data):
                    self._status(416, {"Content-Range": f"bytes */{len(data)}"})
                    return
                self.send_response(200 if start is None else 206)
                if hub.etags:
                    self.send_header("ETag", etag)
                if start is not None:
                    self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
                body = data[start or 0 :]
                if hub.lengths:
                    self.send_header("Content-Length", str(len(body)))
                else:
                    self.send_header("Connection", "close")
                self.end_headers()
                with contextlib.suppress(ConnectionError):  # the client has gone
                    self.wfile.write(body if cut is None else body[:cut])
                self.close_connection = cut is not None or not hub.lengths

            def _start(self, etag: str) -> int | None:
                """Where the wanted range begins; None for the whole file."""
                wanted = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
                fits = self.headers.get("If-Range", etag) == etag
                return int(wanted[1]) if wanted and fits and hub.ranges else None

        return Handler
