"""The CDN of the local hub: bytes by hash, with ranges and validators as object stores do it.

/<sha256>/<file name>?repo=...&path=...     a link as the hub gave it; valid for that content
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from helpers.hub_faults import Asked, OtherRange, Swap, Whole, Wrong
from helpers.hub_http import Handler
from helpers.hub_repos import File

if TYPE_CHECKING:
    from helpers.hub import Hub

_RANGE = re.compile(r"bytes=(\d*)-(\d*)")
Span = tuple[int, int]  # first byte and the one after the last


def cdn_handler(hub: Hub) -> type[Handler]:
    return type("CdnHandler", (_Cdn,), {"hub": hub, "server_name": "cdn"})


class _Cdn(Handler):
    def answer(self, asked: Asked) -> None:
        if asked.authorization:  # it has signed links, and object stores take only one of the two
            self.send(400, {}, b"Only one auth mechanism allowed")
            return
        file = self._file(asked.path)
        if file is None:
            self.send(404, {})
            return
        self._send_file(file.data)

    def _file(self, path: str) -> File | None:
        """What the link leads to: the file as it was when the link was given."""
        link = urlsplit(path)
        query = parse_qs(link.query)
        if not query:
            return None
        repo, name = self.hub.repo(query["repo"][0]), query["path"][0]
        if isinstance(self.fault, Swap):
            repo.put(name, self.fault.data)
            return repo.files[name]
        wanted = link.path.split("/")[1]
        files = (files.get(name) for files in repo.commits.values())
        return next((file for file in files if file and file.sha256 == wanted), None)

    def _send_file(self, data: bytes) -> None:
        etag = f'"{hashlib.md5(data).hexdigest()}"'  # as object stores do, not the hub's
        headers = {"Content-Type": "application/octet-stream"}
        headers |= {"ETag": etag} if self.hub.etags else {}
        headers |= {"Accept-Ranges": "bytes"} if self.hub.ranges else {}
        span = self._span(len(data), etag)
        if isinstance(self.fault, Wrong):
            data = _flipped(data, self.fault.at)
        if span is None:
            self.send(200, headers, data, length=self.hub.lengths)
            return
        first, end = span
        if first >= end:
            self.send(416, {"Content-Range": f"bytes */{len(data)}"})
            return
        headers["Content-Range"] = f"bytes {first}-{end - 1}/{len(data)}"
        self.send(206, headers, data[first:end], length=self.hub.lengths)

    def _span(self, size: int, etag: str) -> Span | None:
        """The range asked for, empty where it lies outside; None for the whole file."""
        wanted = _RANGE.fullmatch(self.headers.get("Range", ""))
        fits = self.headers.get("If-Range", etag) == etag
        if not wanted or not fits or not self.hub.ranges or isinstance(self.fault, Whole):
            return None
        first, last = wanted.groups()
        if first == "" and last == "":
            return None
        begin = int(first) if first else max(size - int(last), 0)
        end = min(int(last) + 1, size) if first and last else size
        shift = self.fault.by if isinstance(self.fault, OtherRange) else 0
        return max(begin + shift, 0), min(end + shift, size) if shift else end


def _flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :] if at < len(data) else data
