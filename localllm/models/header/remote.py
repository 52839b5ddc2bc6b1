"""The header of a model that lies on a server: a few megabytes of it, before a byte is fetched.

    headers = read_remote([url, ...], secrets=hub_headers)   -> one GGUFHeader a part

Ranges are asked for as the reader comes to them, each four times as long as the one before, so a
small header is one request and the largest vocabulary four. What may be shown to the host of a
URL (`secrets`, as in fetching) goes to that host alone, never where it redirects. Blocks: on an
event loop use `asyncio.to_thread`.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from types import TracebackType
from typing import Self

import httpx

from localllm import __version__
from localllm.errors import AccessDenied, DownloadError, HubUnreachable, RateLimited, RepoNotFound
from localllm.models.header.check import check_parts
from localllm.models.header.gguf import GGUFHeader, parse
from localllm.models.units import human_bytes

Secrets = Callable[[str], Mapping[str, str]]

FIRST_BLOCK = 1 << 20
GROWTH = 4
LARGEST_BLOCK = 16 << 20
MAX_BYTES = 96 << 20  # in all; the largest header known has 20 MB
MAX_REQUESTS = 40  # redirects and further tries among them
MAX_SECONDS = 120.0
_TRIES = 3
_REDIRECTS = 5
_TIMEOUT = httpx.Timeout(connect=10, read=20, write=10, pool=10)
_CONTENT_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+)")
_EXPIRED = (400, 401, 403, 404, 410)  # what stores say of a link that is no longer good


class _Again(Exception):
    """Worth another try."""


def read_remote(
    urls: Sequence[str] | str, *, secrets: Secrets | None = None, client: httpx.Client | None = None
) -> tuple[GGUFHeader, ...]:
    """The headers of a model's files, the first part first.

    Raises what `parse` and `check_parts` raise, and DownloadError (HubUnreachable, AccessDenied,
    RepoNotFound, RateLimited) where the server does not give them.
    """
    urls = (urls,) if isinstance(urls, str) else tuple(urls)
    with contextlib.ExitStack() as stack:
        if client is None:
            client = stack.enter_context(new_client())
        headers = []
        for url in urls:
            with RangeSource(url, secrets=secrets, client=client) as source:
                headers.append(parse(source))
    check_parts([_file_name(url) for url in urls], headers)
    return tuple(headers)


def new_client() -> httpx.Client:
    """Proxies and certificates are those of the environment."""
    try:
        return httpx.Client(
            headers={"Accept-Encoding": "identity", "User-Agent": f"localllm/{__version__}"},
            timeout=_TIMEOUT,
        )
    except (ValueError, ImportError, OSError, httpx.InvalidURL) as error:
        raise DownloadError(
            f"The network cannot be used as it is set up here: {error}. See the variables "
            "HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE"
        ) from error


class RangeSource:
    """A `Source` over HTTP. `size` is what the server says at the first request.

    DownloadError beyond MAX_BYTES, MAX_REQUESTS and MAX_SECONDS: no server makes anybody wait.
    """

    def __init__(
        self,
        url: str,
        *,
        secrets: Secrets | None = None,
        client: httpx.Client | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = _file_name(url)
        self.requests = 0
        self.received = 0
        self._url = url
        self._where: str | None = None  # the file was found there
        self._secrets = secrets
        self._stack = contextlib.ExitStack()
        self._client = client or self._stack.enter_context(new_client())
        self._clock = clock
        self._sleep = sleep
        self._until = clock() + MAX_SECONDS
        self._size: int | None = None
        self._validator = ""
        self._begin, self._data = 0, b""
        self._next = FIRST_BLOCK

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stack.close()

    @property
    def size(self) -> int:
        """Bytes of the whole file; asks for its begin, which is needed next."""
        if self._size is None:
            self._load(0, 1)
        assert self._size is not None
        return self._size

    def read(self, offset: int, n: int) -> bytes:
        """`n` bytes from `offset` or more, fewer where the file ends."""
        n = max(0, min(n, self.size - offset))
        kept = self._data[max(offset - self._begin, 0) :] if offset >= self._begin else b""
        if len(kept) < n:
            kept += self._load(offset + len(kept), n - len(kept))
            self._begin, self._data = offset, kept
        return kept

    def _load(self, offset: int, n: int) -> bytes:
        """At least `n` bytes from `offset`, a block of the size it is the turn of."""
        end = offset + max(n, self._next)
        if self._size is not None:
            end = min(end, self._size)
        self._next = min(self._next * GROWTH, LARGEST_BLOCK)
        found = b""
        while not found or offset + len(found) < min(end, offset + n):
            found += self._fetch(offset + len(found), end)
            end = min(end, self._size or end)
        if self._data == b"":
            self._begin, self._data = offset, found
        return found

    def _fetch(self, offset: int, end: int) -> bytes:
        """Bytes from `offset`, up to `end`; at least one, after some tries."""
        why = ""
        for attempt in range(_TRIES):
            if attempt:
                self._sleep(0.5 * attempt)
            try:
                with self._open(offset, end) as response:
                    return self._body(response, offset, end)
            except (_Again, httpx.TransportError) as error:
                why = str(error) or type(error).__name__
        raise HubUnreachable(
            f"{self._host} does not give the begin of {self.name}: {why}. Try again later",
            host=self._host,
        )

    @contextlib.contextmanager
    def _open(self, offset: int, end: int) -> Iterator[httpx.Response]:
        url = httpx.URL(self._where or self._url)
        for _ in range(_REDIRECTS + 1):
            response = self._send(url, offset, end)
            if not response.has_redirect_location:
                break
            response.close()
            url = self._redirected(url, response)
        else:
            raise DownloadError(f"{self._host} redirects {self._url} without end", host=self._host)
        try:
            if self._where is not None and response.status_code in _EXPIRED:
                self._where = None
                raise _Again("the link has expired")
            self._check_status(response)
            self._where = str(url)
            yield response
        finally:
            response.close()

    def _send(self, url: httpx.URL, offset: int, end: int) -> httpx.Response:
        self.requests += 1
        self._check_limits(0)
        headers = {"Range": f"bytes={offset}-{end - 1}"}
        if self._secrets is not None and same_place(httpx.URL(self._url), url):
            headers |= self._secrets(self._url)
        try:
            request = self._client.build_request("GET", url, headers=headers)
            return self._client.send(request, stream=True, follow_redirects=False)
        except (httpx.UnsupportedProtocol, httpx.LocalProtocolError, UnicodeError) as error:
            # The request itself cannot be made; its words may hold a secret of the headers.
            what = type(error).__name__
            raise DownloadError(f"{url.host} cannot be asked for the file ({what})") from None

    def _redirected(self, url: httpx.URL, response: httpx.Response) -> httpx.URL:
        try:
            to = url.join(response.headers["Location"])
        except httpx.InvalidURL as error:
            raise DownloadError(f"{url.host} redirects to no address: {error}") from error
        if to.scheme != "https" and to.scheme != url.scheme:
            raise DownloadError(
                f"{url.host} redirects from {url.scheme} to {to.scheme}, which is not safe",
                host=self._host,
            )
        return to

    def _body(self, response: httpx.Response, offset: int, end: int) -> bytes:
        """What came, from `offset` on. A server without ranges gives the file from its begin: no
        more of that is read than is needed."""
        skip = 0
        if response.status_code == 206:
            self._learn(response, *self._range(response, offset))
        else:
            skip = offset
            self._learn(response, self._length(response), end)
        received = bytearray()
        for chunk in response.iter_bytes(1 << 16):
            received += chunk
            self._check_limits(len(chunk))
            if len(received) >= end - offset + skip:
                break
        found = bytes(received[skip : skip + end - offset])
        if not found:
            raise _Again("the connection ended before a byte came")
        return found

    def _range(self, response: httpx.Response, offset: int) -> tuple[int, int]:
        """(bytes of the whole file, end of this range)"""
        said = response.headers.get("Content-Range", "")
        match = _CONTENT_RANGE.fullmatch(said)
        if not match or int(match[1]) != offset:
            raise _Again(f"it answers another range than was asked for ({said[:80]!r})")
        return int(match[3]), int(match[2]) + 1

    def _length(self, response: httpx.Response) -> int:
        said = response.headers.get("Content-Length", "")
        if not said.isascii() or not said.isdigit():
            raise DownloadError(
                f"{self._host} gives {self.name} without ranges and without its length; a model's "
                "header cannot be read from there. Fetch it whole",
                host=self._host,
            )
        return int(said)

    def _learn(self, response: httpx.Response, size: int, end: int) -> None:
        """It must be the same file in every answer."""
        etag = response.headers.get("ETag", "")
        if self._size is None:
            self._size, self._validator = size, etag
        if size != self._size or (response.status_code == 206 and end > size):
            raise self._changed()
        if etag and self._validator and etag != self._validator:
            raise self._changed()

    def _changed(self) -> DownloadError:
        return DownloadError(
            f"{self.name} at {self._host} changed while its header was read. Try again",
            host=self._host,
        )

    def _check_status(self, response: httpx.Response) -> None:
        status = response.status_code
        if status in (200, 206):
            return
        if status in (408, 425) or status >= 500:
            raise _Again(f"it answered {status}")
        raise _refusal(status, self._host, self._url)

    def _check_limits(self, more: int) -> None:
        self.received += more
        if self.received > MAX_BYTES or self.requests > MAX_REQUESTS:
            raise DownloadError(
                f"The header of {self.name} at {self._host} does not end: {self.requests} requests "
                f"gave {human_bytes(self.received)} of it, which is more than any model's",
                host=self._host,
            )
        if self._clock() > self._until:
            raise HubUnreachable(
                f"{self._host} is too slow: the header of {self.name} was not read within "
                f"{MAX_SECONDS:.0f} s. Try again later",
                host=self._host,
            )

    @property
    def _host(self) -> str:
        return httpx.URL(self._url).host


def same_place(a: httpx.URL, b: httpx.URL) -> bool:
    """One host and port: nobody else sees what is sent to it."""
    return (a.scheme, a.host, a.port) == (b.scheme, b.host, b.port)


def _file_name(url: str) -> str:
    try:
        return PurePosixPath(httpx.URL(url).path).name or url
    except httpx.InvalidURL as error:
        raise DownloadError(f"{url!r} is no address: {error}") from error


def _refusal(status: int, host: str, url: str) -> DownloadError:
    if status in (401, 403):
        return AccessDenied(
            f"{host} does not give {url}: a token is missing or wrong, or a licence has to be "
            "accepted there first. `localllm token set` keeps a token",
            host=host,
            http=status,
        )
    if status in (404, 410):
        return RepoNotFound(f"{host} has no file {url}", host=host, http=status)
    if status == 429:
        return RateLimited(f"{host} wants fewer requests; try again in a while", host=host)
    if status == 416:
        return DownloadError(f"{url} is empty, or shorter than a model's header", host=host)
    return DownloadError(
        f"{host} does not give {url}: it answered {status}", host=host, http=status
    )
