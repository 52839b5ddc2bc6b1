"""One request of a download: redirects by hand, secrets for their own host alone, words.

The hub redirects to a store on another host by a link that is signed and expires. Such a link is
kept for the requests to come and asked for anew when it is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import email.utils
import logging
import math
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from functools import cache

import httpx

from localllm import __version__
from localllm.errors import AccessDenied, DownloadError
from localllm.models.fetch.fetching import Headers
from localllm.models.fetch.offloop import off_loop

log = logging.getLogger(__name__)

_TIMEOUT = httpx.Timeout(connect=15, read=45, write=15, pool=None)
_REDIRECTS = 10
_LONGEST_REASON = 300
_EXPIRED = (400, 401, 403, 404, 410)  # what stores say of a link that is no longer good
_FATAL = {
    401: "it asks for an account: a token is missing or wrong",
    403: "it refuses: the file may need a token or an accepted licence",
    404: "it has no such file",
    407: "the proxy asks for an account",
    410: "the file is no longer there",
    451: "it may not give it, for legal reasons",
}


class Again(Exception):
    """Try once more, after `wait` seconds where the server said how long."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        super().__init__(why)
        self.wait = wait


class Route:
    """Where a file is asked for, and `where` it was found to lie, None before and after that.

    `etag` is what the hub is known to call the file's content, "" where it is not known.
    """

    def __init__(self, url: str, etag: str = "") -> None:
        self.url = url
        self.etag = etag
        self.where: str | None = None

    @property
    def host(self) -> str:
        return httpx.URL(self.url).host


class Web:
    """The connections of all downloads, kept between requests. Lives on one asyncio loop.

    Certificates, and where none is named the `proxy`, are those of the environment (HTTPS_PROXY,
    NO_PROXY, SSL_CERT_FILE).
    """

    def __init__(self, headers: Headers | None = None, proxy: str = "") -> None:
        self._headers = headers
        self._proxy = proxy
        self._client: httpx.AsyncClient | None = None
        self._making = asyncio.Lock()

    async def aclose(self) -> None:
        if self._client:
            await self._client.aclose()
            self._client = None

    @contextlib.asynccontextmanager
    async def open(self, route: Route, headers: Mapping[str, str]) -> AsyncIterator[httpx.Response]:
        """The answer (200, 206 or 416), its body still to come.

        Again or httpx.TransportError where another try may help, DownloadError where none will.
        """
        asked = route.where
        response = await self._follow(route, headers)
        try:
            if asked and response.status_code in _EXPIRED:
                if route.where == asked:  # else another has found where it lies now
                    route.where = None
                raise Again("the link has expired", wait=0)
            _check(response, route)
            yield response
        finally:
            await response.aclose()

    async def _follow(self, route: Route, headers: Mapping[str, str]) -> httpx.Response:
        asked = route.where
        url = httpx.URL(asked or route.url)
        for _ in range(_REDIRECTS):
            response = await self._send(url, {**headers, **await self._secrets(route, url)})
            if not response.has_redirect_location:
                if asked is None and str(url) != route.url:
                    route.where = str(url)
                return response
            await response.aclose()
            _check_content(response, route)
            url = _next(url, response, route)
        raise DownloadError(f"{route.host} redirects {route.url} without end", host=route.host)

    async def _send(self, url: httpx.URL, headers: Mapping[str, str]) -> httpx.Response:
        client = await self._made()
        try:
            return await client.send(client.build_request("GET", url, headers=headers), stream=True)
        except (httpx.UnsupportedProtocol, httpx.LocalProtocolError, UnicodeError) as error:
            # The request itself cannot be made; its words may hold a secret of the headers.
            what = type(error).__name__
            raise DownloadError(f"{url.host} cannot be asked for the file ({what})") from None

    async def _made(self) -> httpx.AsyncClient:
        async with self._making:
            if self._client is None:
                self._client = await off_loop(_new_client, self._proxy)  # reads certificates
            return self._client

    async def _secrets(self, route: Route, url: httpx.URL) -> Mapping[str, str]:
        if self._headers is None or not _same_place(httpx.URL(route.url), url):
            return {}
        return await off_loop(self._headers, route.url)


def validator_of(response: httpx.Response) -> str:
    """The strong ETag, "" where there is none: a weak one does not say that bytes are the same."""
    etag: str = response.headers.get("ETag", "")
    return "" if etag.startswith("W/") else etag


@cache
def _certificates() -> ssl.SSLContext:
    """Read once: it takes some tenths of a second."""
    return httpx.create_ssl_context()


def _new_client(proxy: str) -> httpx.AsyncClient:
    try:
        return httpx.AsyncClient(
            headers={"Accept-Encoding": "identity", "User-Agent": f"localllm/{__version__}"},
            timeout=_TIMEOUT,
            verify=_certificates(),
            proxy=proxy or None,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=32),
        )
    except (ValueError, ImportError, OSError, httpx.InvalidURL) as error:
        raise DownloadError(
            f"The network cannot be used as it is set up here: {error}. See the setting proxy and "
            "the variables HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE"
        ) from error


def _check_content(response: httpx.Response, route: Route) -> None:
    """The hub says where it redirects what lies there; a changed file is told before it comes."""
    has = response.headers.get("X-Linked-ETag", "").removeprefix("W/").strip('"')
    if has and route.etag and has != route.etag.removeprefix("W/").strip('"'):
        raise DownloadError(
            f"{route.host} has another file under {route.url} now. Look again at what it has, and "
            "fetch that",
            etag=has,
            expected=route.etag,
        )


def _next(url: httpx.URL, response: httpx.Response, route: Route) -> httpx.URL:
    try:
        to = url.join(response.headers["Location"])
    except httpx.InvalidURL as error:
        raise DownloadError(f"{url.host} redirects to no address: {error}") from error
    if to.scheme != "https" and to.scheme != url.scheme:
        raise DownloadError(
            f"{url.host} redirects from {url.scheme} to {to.scheme}, which is not safe",
            host=route.host,
        )
    return to


def _same_place(a: httpx.URL, b: httpx.URL) -> bool:
    """One host and port, or its own move to https: nobody else sees what is sent."""
    if a.host == b.host and (a.scheme, b.scheme) == ("http", "https"):
        return a.port is None and b.port is None
    return (a.scheme, a.host, a.port) == (b.scheme, b.host, b.port)


def _check(response: httpx.Response, route: Route) -> None:
    status = response.status_code
    if status in (200, 206, 416):
        return
    if status in (408, 425, 429) or status >= 500:
        raise Again(f"the server answered {status}", wait=_retry_after(response))
    why = _FATAL.get(status, f"it answered {status}")
    said = response.headers.get("X-Error-Message", "")[:_LONGEST_REASON]
    kind = AccessDenied if status in (401, 403) else DownloadError
    raise kind(
        f"{route.host} does not give {route.url}: {why}" + (f" ({said})" if said else ""),
        host=route.host,
        http=status,
    )


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds from now; None where nothing is said, or a time that has passed."""
    said = response.headers.get("Retry-After", "")
    with contextlib.suppress(ValueError):
        seconds = float(said)
        return max(seconds, 0.0) if math.isfinite(seconds) else None
    with contextlib.suppress(ValueError, TypeError, OverflowError):
        seconds = email.utils.parsedate_to_datetime(said).timestamp() - time.time()
        return seconds if seconds > 0 else None
    return None
