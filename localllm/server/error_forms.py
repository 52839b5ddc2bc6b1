"""How each API writes an error. Which API it is, is told by the path that was asked."""

from __future__ import annotations

from collections.abc import Callable

from localllm.errors import LocalLLMError

ErrorForm = Callable[[LocalLLMError], dict[str, object]]
"""The JSON object of an error, with all around it."""

_OPENAI_KINDS = {401: "authentication_error", 403: "permission_error", 499: "cancelled_error"}
_ANTHROPIC_KINDS = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    503: "overloaded_error",
}


def openai_error(error: LocalLLMError) -> dict[str, object]:
    server = error.status >= 500
    kind = _OPENAI_KINDS.get(error.status, "server_error" if server else "invalid_request_error")
    told = {"message": error.message, "type": kind, "code": error.code}
    return {"error": {**told, "param": error.detail.get("param")}}


def anthropic_error(error: LocalLLMError) -> dict[str, object]:
    server = error.status >= 500
    kind = _ANTHROPIC_KINDS.get(error.status, "api_error" if server else "invalid_request_error")
    return {"type": "error", "error": {"type": kind, "message": error.message}}


def ollama_error(error: LocalLLMError) -> dict[str, object]:
    return {"error": error.message}


_ANTHROPIC_PATHS = ("/messages", "/messages/count_tokens")


def form_of(path: str) -> ErrorForm:
    if path.startswith("/api/"):
        return ollama_error
    return anthropic_error if path.endswith(_ANTHROPIC_PATHS) else openai_error
