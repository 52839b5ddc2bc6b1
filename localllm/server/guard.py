"""Who may come in: a middleware before every endpoint.

A web page that a person visits can reach a loopback port, so being on loopback is no protection:

    Host     must be a name of this computer (a page rebinds its own name to 127.0.0.1)
    Origin   must be a page of this computer, or one of the setting cors_origins
    key      `Authorization: Bearer <api_key>` where one is set; needed to listen more widely

A request without Origin comes from no page of another site that could change anything: browsers
send it with every POST.
"""

from __future__ import annotations

import hmac
import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from localllm.errors import Forbidden, LocalLLMError, Unauthorized
from localllm.server.errors import error_response

# Containers know the computer that they run on by these names.
_CONTAINER_NAMES = frozenset({"host.docker.internal", "host.containers.internal"})

_PUBLIC = frozenset({"/", "/health"})


def is_loopback(host: str) -> bool:
    """Whether `host`, a name or an address without port, is this computer and nobody else."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Guard:
    """`host` is where the port listens; `origins` and `api_key` are the settings."""

    def __init__(
        self, app: ASGIApp, *, host: str, api_key: str = "", origins: tuple[str, ...] = ()
    ) -> None:
        self._app = app
        self._local = is_loopback(host)
        self._names = _CONTAINER_NAMES | {host.lower()}
        self._key = api_key.encode()
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        refusal = self._wrong_place(headers.get("host", ""), origin)
        if refusal is None and origin is not None:
            if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
                await _preflight(headers, origin)(scope, receive, send)
                return
            send = _sharing_with(origin, send)
        refusal = refusal or self._wrong_key(scope["path"], _key_in(headers))
        app = self._app if refusal is None else error_response(refusal, scope["path"])
        await app(scope, receive, send)

    def _wrong_place(self, host: str, origin: str | None) -> LocalLLMError | None:
        name = _host_name(host)
        if self._local and not is_loopback(name) and name not in self._names:
            return Forbidden(
                f"The Host header names {name or 'nothing'}, but this port serves this computer "
                "only: use http://localhost."
            )
        if origin is not None and not self._allows(origin):
            return Forbidden(
                f"Pages of {origin} may not use this port; the setting cors_origins can allow it."
            )
        return None

    def _allows(self, origin: str) -> bool:
        known = origin.rstrip("/").lower() in self._origins or "*" in self._origins
        return known or is_loopback(_origin_host(origin))

    def _wrong_key(self, path: str, key: str) -> LocalLLMError | None:
        if not self._key or path in _PUBLIC:
            return None
        if hmac.compare_digest(key.encode("latin-1"), self._key):
            return None
        return Unauthorized(
            "The API key is missing or wrong: send it as `Authorization: Bearer <key>`, or as "
            "`x-api-key: <key>`."
        )


def _key_in(headers: Headers) -> str:
    """The key as OpenAI's clients send it, or Anthropic's."""
    scheme, _, key = headers.get("authorization", "").partition(" ")
    bearer = key.strip() if scheme.lower() == "bearer" else ""
    return bearer or headers.get("x-api-key", "").strip()


def _host_name(host: str) -> str:
    """The name in a Host header, without its port, in lower case."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _origin_host(origin: str) -> str:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return ""
    return parts.hostname or "" if parts.scheme in ("http", "https") else ""


def _preflight(asked: Headers, origin: str) -> Response:
    """Allows what is asked for: `origin` was checked, and the request itself will be."""
    headers = {
        "access-control-allow-origin": origin,
        "access-control-allow-methods": "GET, POST, OPTIONS",
        "access-control-allow-headers": asked.get("access-control-request-headers", "*"),
        "access-control-max-age": "600",
        "vary": "Origin, Access-Control-Request-Headers",
    }
    if asked.get("access-control-request-private-network") == "true":
        headers["access-control-allow-private-network"] = "true"
    return Response(status_code=204, headers=headers)


def _sharing_with(origin: str, send: Send) -> Send:
    """`send` that lets the page read the response."""

    async def share(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=list(message["headers"]))
            headers["access-control-allow-origin"] = origin
            headers["access-control-expose-headers"] = "*"
            headers.add_vary_header("Origin")
            message = {**message, "headers": headers.raw}
        await send(message)

    return share
