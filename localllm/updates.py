"""Whether a newer version is there: asked once a day at most, and only where `update_check` is on.

    newest(settings)           asks now, whoever wants to know (`localllm update`)
    news_of_the_day(settings)  asks where it is switched on and due; quiet about what fails

Only ever told of: nothing is downloaded. One GET goes out, with no more in it than the name and
version of this program. The address is the setting `update_address`, else the one that the build
was stamped with (build.json beside this file; packaging/stamp.py). It answers as GitHub's releases
API does for the latest release, or with {"version": "1.2.3", "page": "https://..."}.

The answer is a stranger's: it is bounded in bytes, seconds and redirects, its version has to be
one, and its page an address that a browser opens.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from localllm import __version__, paths
from localllm.errors import BadRequest, DownloadError, Offline
from localllm.models.hub import proxies

if TYPE_CHECKING:
    import httpx
    from packaging.version import Version

    from localllm.settings import Settings

log = logging.getLogger(__name__)

EVERY_S = 24 * 3600
ALLOWED_S = 15.0
LONGEST_ANSWER = 1 << 20
_REDIRECTS = 5
_LONGEST_VERSION = 40
_LONGEST_PAGE = 500
_STAMP = Path(__file__).with_name("build.json")


class Release(msgspec.Struct, frozen=True):
    """The newest there is. `newer` than this program; `page` tells of it, "" without one."""

    version: str
    page: str
    newer: bool


class _Answer(msgspec.Struct):
    """Both forms; what else is in it is passed over."""

    version: str = ""
    page: str = ""
    tag_name: str = ""
    html_url: str = ""


class _Stamp(msgspec.Struct):
    update_address: str = ""


def address(settings: Settings) -> str:
    """Where releases are told of, "" where neither a setting nor the build says. BadRequest."""
    url = settings.update_address or stamped()
    if url and not _is_page(url):
        raise BadRequest(
            f"update_address {url[:100]!r} is no address: https://host/path is meant",
            param="update_address",
        )
    return url


def stamped() -> str:
    """The address that this build was given, "" for one from a checkout."""
    try:
        return msgspec.json.decode(_STAMP.read_bytes(), type=_Stamp).update_address
    except (OSError, msgspec.MsgspecError):
        return ""


async def newest(settings: Settings, allowed_s: float = ALLOWED_S) -> Release:
    """Asks. Raises Offline, BadRequest without an address, DownloadError for all else."""
    if settings.offline:
        raise Offline("The network is switched off (offline is on); --no-offline allows it")
    url = address(settings)
    if not url:
        raise BadRequest(
            "This build names no address that tells of releases; the setting update_address does",
            param="update_address",
        )
    proxies.use(settings.proxy)
    try:
        async with asyncio.timeout(allowed_s):
            body = await _read(url)
    except TimeoutError as error:
        raise _failed(url, f"it did not answer within {allowed_s:.0f} s") from error
    return _release(url, body)


async def news_of_the_day(
    settings: Settings, now: Callable[[], float] = time.time
) -> Release | None:
    """A newer version, where `update_check` is on and nobody asked within a day; else None.

    Quiet: what goes wrong is a line in the log, and the next try is a day later.
    """
    if not settings.update_check or settings.offline or not _due(now()):
        return None
    try:
        if not address(settings):
            return None
        _note(now())
        release = await newest(settings)
    except (DownloadError, BadRequest) as error:
        log.info("no word of newer versions: %s", error.message)
        return None
    return release if release.newer else None


def _due(now: float) -> bool:
    """A time in the future is a clock that was set back."""
    try:
        asked = float(_kept().read_text("ascii"))
    except (OSError, ValueError):
        return True
    return not now - EVERY_S < asked <= now


def _note(now: float) -> None:
    """Before it is asked, so that no failure is repeated; where it cannot be kept, the log says."""
    try:
        _kept().write_text(f"{now:.0f}", "ascii")
    except OSError as error:
        log.info("the day of the last look for updates cannot be kept: %s", error)


def _kept() -> Path:
    return paths.cache_dir() / "update-asked"


async def _read(url: str) -> bytes:
    import httpx

    async def stays_safe(request: httpx.Request) -> None:
        if urlsplit(url).scheme == "https" and request.url.scheme != "https":
            raise _failed(url, f"it redirects to {request.url.scheme}, which is not safe")

    try:
        async with (
            httpx.AsyncClient(
                follow_redirects=True,
                max_redirects=_REDIRECTS,
                timeout=ALLOWED_S,
                headers={
                    "User-Agent": f"localllm/{__version__}",
                    "Accept": "application/json",
                    "Accept-Encoding": "identity",
                },
                event_hooks={"request": [stays_safe]},
            ) as client,
            client.stream("GET", url) as response,
        ):
            return await _body(url, response)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, ImportError, OSError) as error:
        raise _failed(url, str(error) or type(error).__name__) from error


async def _body(url: str, response: httpx.Response) -> bytes:
    if response.status_code != 200:
        raise _failed(url, f"it answers {response.status_code}", http=response.status_code)
    body = bytearray()
    async for piece in response.aiter_raw():
        body += piece
        if len(body) > LONGEST_ANSWER:
            raise _failed(url, f"its answer is longer than {LONGEST_ANSWER >> 20} MiB")
    return bytes(body)


def _release(url: str, body: bytes) -> Release:
    try:
        said = msgspec.json.decode(body, type=_Answer)
        version = _version(said.version or said.tag_name)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise _failed(url, "its answer tells of no version") from error
    page = said.page or said.html_url
    safe = _is_page(page) and not (url.startswith("https:") and not page.startswith("https:"))
    return Release(str(version), page if safe else "", _is_newer(version))


def _version(text: str) -> Version:
    """ValueError for what is none; a tag may begin with v."""
    from packaging.version import Version

    if len(text) > _LONGEST_VERSION:
        raise ValueError
    return Version(text)


def _is_newer(version: Version) -> bool:
    """A trial version is news for those alone who have one."""
    from packaging.version import Version

    ours = Version(__version__)
    return version > ours and (ours.is_prerelease or not version.is_prerelease)


def _is_page(url: str) -> bool:
    """An address that a browser opens, and no more than that: no account in it, nothing unseen."""
    if not url.isascii() or not url.isprintable() or " " in url or len(url) > _LONGEST_PAGE:
        return False
    try:
        parts = urlsplit(url)
        return (
            parts.scheme in ("https", "http") and bool(parts.hostname) and "@" not in parts.netloc
        )
    except ValueError:
        return False


def _failed(url: str, why: str, **detail: int) -> DownloadError:
    host = urlsplit(url).netloc
    return DownloadError(
        f"{host} does not tell which version is the newest: {why}. localllm works without that; "
        "the setting update_address names the address",
        host=host,
        **detail,
    )
