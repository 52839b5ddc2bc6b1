"""Every error that a person can act on; anything else that is raised is a bug.

    LocalLLMError
      BadRequest                 400  the request itself is wrong; `param` names the field
        ContextExceeded          400  the prompt does not fit; carries the numbers
        UnsupportedFeature       400  the model or build cannot do what was asked
      Unauthorized               401
      Forbidden                  403
      ModelNotFound              404
      QueueFull                  503  too many wait; `retry_after` seconds
      ModelError                 422  the file cannot be used
        NotAModel                     no GGUF
        ModelTruncated                shorter than its header says
        ModelUnsupported              this build does not know the architecture, type or version
        ModelTooLarge                 needs more memory than there is
      EngineError                500
        EngineDied               502  the engine process ended; the supervisor starts it again
        NativeMismatch                library and bindings are not of one build
      JobDied                  500  the process of a long task ended before the task
      DownloadError              502
        DiskFull                 507
        Offline                  503  the network is switched off here
        HubUnreachable           502  the hub does not answer, or not as one
        RateLimited              429  the hub wants fewer requests; `retry_after` seconds
        AccessDenied             403  the hub asks for a token, or for its author's consent
        RepoNotFound             404  the hub has no such repository, revision or file
      Busy                       409  another process holds what is needed (port, lock)
      ChatsDamaged               500  the file of saved chats cannot be read
      Cancelled                  499  somebody at this computer ended the request

Each says what happened, why, and what to do, with numbers. An error crosses the engine's pipe as
(code, message, detail) and is raised again on the other side by `revive`. HTTP statuses are
given here for `server/`, which maps them in one place.
"""

from __future__ import annotations

from typing import Any, ClassVar


class LocalLLMError(Exception):
    """Base of all. `detail` holds numbers and names, JSON-able, that belong to the message."""

    code: ClassVar[str] = "internal_error"
    status: ClassVar[int] = 500

    def __init__(self, message: str, **detail: Any) -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class BadRequest(LocalLLMError):
    code = "invalid_request"
    status = 400

    def __init__(self, message: str, *, param: str | None = None, **detail: Any) -> None:
        super().__init__(message, **({"param": param} if param else {}), **detail)


class ContextExceeded(BadRequest):
    code = "context_length_exceeded"


class UnsupportedFeature(BadRequest):
    code = "unsupported_feature"


class Unauthorized(LocalLLMError):
    code = "invalid_api_key"
    status = 401


class Forbidden(LocalLLMError):
    code = "forbidden"
    status = 403


class ModelNotFound(LocalLLMError):
    code = "model_not_found"
    status = 404


class QueueFull(LocalLLMError):
    code = "queue_full"
    status = 503


class ModelError(LocalLLMError):
    code = "model_error"
    status = 422


class NotAModel(ModelError):
    code = "not_a_model"


class ModelTruncated(ModelError):
    code = "model_truncated"


class ModelUnsupported(ModelError):
    code = "model_unsupported"


class ModelTooLarge(ModelError):
    code = "model_too_large"


class EngineError(LocalLLMError):
    code = "engine_error"
    status = 500


class EngineDied(EngineError):
    code = "engine_died"
    status = 502


class NativeMismatch(EngineError):
    code = "native_mismatch"


class JobDied(LocalLLMError):
    code = "job_died"
    status = 500


class DownloadError(LocalLLMError):
    code = "download_failed"
    status = 502


class DiskFull(DownloadError):
    code = "disk_full"
    status = 507


class Offline(DownloadError):
    code = "offline"
    status = 503


class HubUnreachable(DownloadError):
    code = "hub_unreachable"
    status = 502


class RateLimited(DownloadError):
    code = "hub_rate_limited"
    status = 429


class AccessDenied(DownloadError):
    code = "hub_access_denied"
    status = 403


class RepoNotFound(DownloadError):
    code = "repo_not_found"
    status = 404


class Busy(LocalLLMError):
    code = "busy"
    status = 409


class ChatsDamaged(LocalLLMError):
    code = "chats_damaged"
    status = 500


class Cancelled(LocalLLMError):
    code = "cancelled"
    status = 499


def _tree(cls: type[LocalLLMError]) -> dict[str, type[LocalLLMError]]:
    found = {cls.code: cls}
    for sub in cls.__subclasses__():
        found |= _tree(sub)
    return found


_BY_CODE = _tree(LocalLLMError)


def revive(code: str, message: str, detail: dict[str, Any] | None = None) -> LocalLLMError:
    """The error that was sent as (code, message, detail); an unknown code becomes the base."""
    return _BY_CODE.get(code, LocalLLMError)(message, **(detail or {}))
