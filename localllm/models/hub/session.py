"""How huggingface_hub reaches the network for us: how long it waits, how often it tries, what it
never sends.

The library keeps one HTTP client for the process; `use` gives it ours. It turns a server that does
not answer, or answers that it cannot now, into errors with words, so that the library's own
retries (up to a minute without a word) never begin.
"""

from __future__ import annotations

import os
import threading
import time
from email.utils import parsedate_to_datetime
from typing import Any

# Read when the library is imported: it would report what runs it, and fetch a list for that.
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")

import httpx2
from huggingface_hub import constants, set_client_factory

from localllm.errors import HubUnreachable, RateLimited

constants.HF_HUB_DISABLE_TELEMETRY = True  # where it had been imported before

TRIES = 3
LONGEST_WAIT_S = 8.0  # for what the server asks; longer is the caller's to decide
_TIMEOUT = httpx2.Timeout(connect=10, read=30, write=10, pool=10).as_dict()
_BUSY = (500, 502, 503, 504)

_lock = threading.Lock()
_in_use: str | None = None

pause = time.sleep  # replaced in tests


def use(proxy: str) -> None:
    """From here on the library speaks through our client. `proxy` "": as the environment says."""
    global _in_use
    with _lock:
        if _in_use != proxy:
            set_client_factory(lambda: _Client(follow_redirects=True, proxy=proxy or None))
            _in_use = proxy


class _Client(httpx2.Client):
    """Tries again what may pass; raises HubUnreachable or RateLimited for what does not."""

    def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        request.extensions["timeout"] = _TIMEOUT  # the library asks for none
        for left in reversed(range(TRIES)):
            try:
                response = super().send(request, **options)
            except (httpx2.ConnectError, httpx2.ProxyError, httpx2.UnsupportedProtocol) as error:
                raise unreachable(_origin(request), _words(error)) from error
            except httpx2.TransportError as error:
                if not left:
                    raise unreachable(_origin(request), _words(error)) from error
                wait = 0.5
            else:
                asked = _asks_to_wait(response)
                if asked is None:
                    return response
                response.close()
                wait = asked
                if not left or wait > LONGEST_WAIT_S:
                    raise _refused(_origin(request), response, wait)
            pause(wait)
        raise AssertionError("the last try returns or raises")


def unreachable(host: str, why: str, **detail: Any) -> HubUnreachable:
    return HubUnreachable(
        f"The hub {host} cannot be reached: {why}. Models that are here work all the same. Check "
        "the connection; the settings hub_endpoint and proxy name another way",
        host=host,
        **detail,
    )


def _asks_to_wait(response: httpx2.Response) -> float | None:
    """Seconds, where it could not answer now; None for an answer."""
    if response.status_code != 429 and response.status_code not in _BUSY:
        return None
    asked = retry_after(response.headers.get("Retry-After", ""))
    if asked is not None:
        return asked
    return _reset(response.headers.get("RateLimit", "")) or 1.0


def retry_after(value: str) -> float | None:
    """Seconds, of a header that says seconds or a date (RFC 9110, 10.2.3)."""
    if value.strip().isdigit():
        return float(value)
    try:
        return max(parsedate_to_datetime(value).timestamp() - time.time(), 0.0)
    except (ValueError, TypeError, OverflowError):
        return None


def _reset(value: str) -> float | None:
    """`"api";r=0;t=55`: 55 seconds until more is allowed."""
    for field in value.split(";"):
        name, _, number = field.strip().partition("=")
        if name == "t" and number.isdigit():
            return float(number)
    return None


def _refused(host: str, response: httpx2.Response, wait: float) -> HubUnreachable | RateLimited:
    if response.status_code != 429:
        return unreachable(host, f"it answers {response.status_code}", http=response.status_code)
    return RateLimited(
        f"The hub {host} takes no more requests for {wait:.0f} s: too many came from here. Try "
        "again then; with a token (`localllm token set`) more are allowed",
        host=host,
        retry_after=wait,
    )


def _origin(request: httpx2.Request) -> str:
    return request.url.host


def _words(error: Exception) -> str:
    if isinstance(error, httpx2.TimeoutException):
        return "it does not answer in time"
    return str(error) or type(error).__name__
