"""Everything that can go wrong, with its HTTP status, in the form of the API that was asked.

`as_localllm` turns any exception into a LocalLLMError; what it does not know is a bug: logged
with its traceback and shown as a 500 that tells nothing of the inside.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from localllm.errors import BadRequest, LocalLLMError
from localllm.server.error_forms import form_of

log = logging.getLogger(__name__)

_RETRY_AFTER_S = 1


class InvalidJSON(BadRequest):
    code = "invalid_json"


class RequestTooLarge(BadRequest):
    code = "request_too_large"
    status = 413


class UnsupportedEncoding(BadRequest):
    code = "unsupported_encoding"
    status = 415


class UnknownPath(LocalLLMError):
    code = "not_found"
    status = 404


class WrongMethod(LocalLLMError):
    code = "method_not_allowed"
    status = 405


class Stopping(LocalLLMError):
    """The port is being closed."""

    code = "shutting_down"
    status = 503


def error_response(
    error: LocalLLMError, path: str, headers: Mapping[str, str] | None = None
) -> Response:
    """A whole answer that is this error, to who asked for `path`."""
    all_headers = dict(headers or {})
    if error.status == 503:
        all_headers["retry-after"] = str(_retry_after(error))
    return json_response(form_of(path)(error), error.status, all_headers)


def json_response(
    content: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    return Response(
        msgspec.json.encode(content), status, headers=headers, media_type="application/json"
    )


def _retry_after(error: LocalLLMError) -> int:
    seconds = error.detail.get("retry_after")
    return max(1, round(seconds)) if isinstance(seconds, int | float) else _RETRY_AFTER_S


def as_localllm(error: BaseException) -> LocalLLMError:
    """Any exception as one that can be shown. Logs those that nobody foresaw."""
    if isinstance(error, LocalLLMError):
        return error
    if isinstance(error, msgspec.ValidationError):
        return _wrong_type(error)
    if isinstance(error, msgspec.DecodeError | UnicodeDecodeError):
        return InvalidJSON(f"The body is not valid JSON: {error}.")
    if isinstance(error, RecursionError):
        return InvalidJSON("The body is nested too deeply.")
    log.error("unexpected %s", type(error).__name__, exc_info=error)
    return LocalLLMError("Something went wrong inside localllm; its log says what.")


_PATH = re.compile(r"(?P<words>.*) - at `\$\.?(?P<path>.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`")


def _wrong_type(error: msgspec.ValidationError) -> BadRequest:
    found = _PATH.fullmatch(str(error))
    words, path = (found["words"], found["path"]) if found else (str(error), "")
    if missing := _MISSING.fullmatch(words):
        path = f"{path}.{missing['name']}".lstrip(".")
        words = "this field is required"
    return BadRequest(f"{path or 'The body'}: {words}.", param=path or None)


async def on_error(request: Request, error: Exception) -> Response:
    """Starlette's handler for what is foreseen."""
    return error_response(as_localllm(error), request.url.path)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Starlette's own refusals: a path that it does not know, or not with this method."""
    assert isinstance(error, HTTPException)
    path = request.url.path
    if error.status_code == 404:
        words = f"There is nothing at {path}; / lists what there is."
        return error_response(UnknownPath(words), path)
    allowed = (error.headers or {}).get("Allow", "other methods")
    words = f"{path} takes {allowed}, not {request.method}."
    return error_response(WrongMethod(words), path, error.headers)


HANDLERS = {
    HTTPException: on_http_error,
    LocalLLMError: on_error,
    msgspec.DecodeError: on_error,
    UnicodeDecodeError: on_error,
    RecursionError: on_error,
}


class ErrorBoundary:
    """The outermost middleware: a bug becomes a 500, and no server above meets an exception."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        except ClientDisconnect:
            log.debug("%s: hung up while sending its request", scope.get("path"))
        except Exception as error:
            await error_response(as_localllm(error), scope["path"])(scope, receive, send)
