"""Fetches one large file: resumes after anything, never leaves half of it under its name.

    download(url, target, sha256=..., progress=...)

What has come lies in `target.part` and is gone on with by a Range request, in the next try or the
next process, if the server still has the same bytes (If-Range with its ETag) or if a checksum will
tell. Whether the network may be used at all (`settings.offline`) is the caller's question.
"""

from __future__ import annotations

import contextlib
import logging
import re
import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import httpx

from localllm.errors import DiskFull, DownloadError
from localllm.models.partial import Origin, Partial
from localllm.models.units import human_bytes

log = logging.getLogger(__name__)

Progress = Callable[[int, int | None], None]  # bytes there are, bytes in all if known

TRIES = 6  # in a row without a byte of progress
TRIES_UNANSWERED = 3  # where the server never answered: more likely not reachable at all
_TIMEOUT = httpx.Timeout(connect=15, read=45, write=15, pool=15)
_CHUNK = 1 << 18
_SPARE_DISK = 64 << 20  # left free, so that a download is not what fills the disk
_LONGEST_WAIT = 60.0
_CONTENT_RANGE = re.compile(r"bytes (?:(\d+)-(\d+)|\*)/(\d+|\*)")
_FATAL = {
    401: "it asks for an account: a token is missing or wrong",
    403: "it refuses: the file may need a token or an accepted licence",
    404: "it has no such file",
    410: "the file is no longer there",
}


class _Again(Exception):
    """Try once more, after `wait` seconds where the server said how long."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        super().__init__(why)
        self.wait = wait


def download(
    url: str,
    target: Path,
    *,
    sha256: str | None = None,
    progress: Progress | None = None,
    headers: Mapping[str, str] | None = None,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Puts the file at `url` to `target`; returns when it is whole, checked and durable.

    DownloadError says why it is given up, DiskFull with numbers, Busy where another process
    fetches the same. An exception out of `progress` (somebody stops it) keeps what has come.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    with Partial(target) as partial, _client(headers) as client:
        fetch = _Fetch(client, url, target, partial, bool(sha256), progress, sleep)
        resumed = partial.size > 0
        fetch.run()
        if sha256 and resumed and partial.sha256() != sha256:
            log.warning("%s: the earlier part does not fit, fetching all of it again", target.name)
            partial.restart(Origin(url))
            fetch.run()
        if sha256 and (found := partial.sha256()) != sha256:
            partial.restart(Origin(url))
            raise DownloadError(
                f"{target.name} from {_host(url)} is not what was expected: its SHA-256 is "
                f"{found}, it should be {sha256}. Nothing was kept",
                sha256=found,
                expected=sha256,
            )
        partial.finish()


def _client(headers: Mapping[str, str] | None) -> httpx.Client:
    return httpx.Client(
        headers={"Accept-Encoding": "identity", **(headers or {})},
        follow_redirects=True,
        timeout=_TIMEOUT,
    )


class _Fetch:
    """The bytes of one URL on their way into a partial file."""

    def __init__(
        self,
        client: httpx.Client,
        url: str,
        target: Path,
        partial: Partial,
        checked: bool,
        progress: Progress | None,
        sleep: Callable[[float], None],
    ) -> None:
        self._client = client
        self._url = url
        self._target = target
        self._partial = partial
        self._checked = checked  # a checksum will tell whether the parts fit together
        self._progress = progress
        self._sleep = sleep
        self._answered = False

    def run(self) -> None:
        """Until all bytes are there; tries again as long as that brings more of them."""
        tries, most = 0, self._partial.size
        while True:
            try:
                return self._transfer()
            except (httpx.TransportError, _Again) as error:
                tries = 1 if self._partial.size > most else tries + 1
                most = max(most, self._partial.size)
                if tries >= (TRIES if self._answered else TRIES_UNANSWERED):
                    raise self._given_up(error) from error
                log.info("%s: %s; trying again", self._target.name, _words(error))
                asked = error.wait if isinstance(error, _Again) else None
                self._sleep(min(asked if asked is not None else 2.0 ** (tries - 1), _LONGEST_WAIT))

    def _transfer(self) -> None:
        """One request: the rest of the file, or all of it."""
        partial = self._partial
        with self._client.stream("GET", self._url, headers=self._resume_headers()) as response:
            self._answered = True
            total = _accept(response, self._url, partial)
            if total is not None and partial.size == total:
                return
            check_disk(self._target, (total or 0) - partial.size)
            for data in response.iter_bytes(_CHUNK):
                self._append(data)
                if self._progress:
                    self._progress(partial.size, total)
        if total is not None and partial.size != total:
            raise _Again(f"the connection ended after {partial.size:,} of {total:,} bytes")

    def _resume_headers(self) -> dict[str, str]:
        origin = self._partial.origin
        if not self._partial.size or origin is None or origin.url != self._url:
            return {}
        wanted = {"Range": f"bytes={self._partial.size}-"}
        if origin.validator:
            return wanted | {"If-Range": origin.validator}
        return wanted if self._checked else {}

    def _append(self, data: bytes) -> None:
        try:
            self._partial.append(data)
        except OSError as error:
            free = shutil.disk_usage(self._target.parent).free
            if free < len(data):
                raise _disk_full(self._target, len(data), free) from error
            why = error.strerror or str(error)
            raise DownloadError(f"{self._target} cannot be written: {why}") from error

    def _given_up(self, error: Exception) -> DownloadError:
        kept = self._partial.size
        more = f". {human_bytes(kept)} are kept; the same command goes on from there"
        return DownloadError(
            f"{self._target.name} could not be fetched from {_host(self._url)}: {_words(error)}"
            + (more if kept else ""),
            host=_host(self._url),
            kept=kept,
        )


def check_disk(target: Path, needed: int) -> None:
    """DiskFull where `needed` bytes more do not fit beside `target`."""
    free = shutil.disk_usage(target.parent).free
    if needed + _SPARE_DISK > free:
        raise _disk_full(target, needed, free)


def _disk_full(target: Path, needed: int, free: int) -> DiskFull:
    return DiskFull(
        f"{target.name} needs {human_bytes(needed)} more; {human_bytes(free)} are free in "
        f"{target.parent} ({human_bytes(_SPARE_DISK)} are left alone). Make room there",
        needs=needed,
        free=free,
        path=str(target.parent),
    )


def _accept(response: httpx.Response, url: str, partial: Partial) -> int | None:
    """Makes `partial` ready for the response's body; the size of the whole file, if known."""
    status = response.status_code
    if status == 206:
        return _accept_range(response, url, partial)
    if status == 416:
        found = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        if found and found[3] == str(partial.size):
            return partial.size
        partial.restart(Origin(url))
        raise _Again("the server has another file now", wait=0)
    if status == 200:
        partial.restart(Origin(url, _validator(response)))
        length = response.headers.get("Content-Length")
        return int(length) if length else None
    if status in (408, 429) or status >= 500:
        raise _Again(f"the server answered {status}", wait=_retry_after(response))
    why = _FATAL.get(status, f"it answered {status}")
    raise DownloadError(f"{_host(url)} does not give {url}: {why}", host=_host(url), http=status)


def _accept_range(response: httpx.Response, url: str, partial: Partial) -> int | None:
    found = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
    validator = _validator(response)
    known = partial.origin.validator if partial.origin else ""
    if not found or found[1] != str(partial.size) or (known and validator and validator != known):
        partial.restart(Origin(url))
        raise _Again("the server sent another range than asked for", wait=0)
    return int(found[3]) if found[3] != "*" else None


def _validator(response: httpx.Response) -> str:
    etag: str = response.headers.get("ETag", "")
    return "" if etag.startswith("W/") else etag


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds; the form with a date is left to the ordinary back-off."""
    with contextlib.suppress(ValueError):
        return float(response.headers.get("Retry-After", ""))
    return None


def _host(url: str) -> str:
    return httpx.URL(url).host


def _words(error: Exception) -> str:
    if isinstance(error, httpx.TimeoutException):
        return "no answer in time"
    if isinstance(error, httpx.ConnectError):
        return f"no connection ({error})"
    return str(error) or type(error).__name__
