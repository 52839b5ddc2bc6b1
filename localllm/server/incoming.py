"""What comes in: a request's body, bounded and decoded into an endpoint's type; and from whom."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.requests import Request

from localllm.server.errors import RequestTooLarge, UnsupportedEncoding

MAX_BODY_BYTES = 32 * 1024 * 1024

_MAX_ASKER = 80

T = TypeVar("T")


async def read_json(request: Request, decoder: msgspec.json.Decoder[T]) -> T:
    """The body, decoded. Raises RequestTooLarge, UnsupportedEncoding, msgspec's DecodeError,
    RecursionError (all mapped by errors.py), ClientDisconnect."""
    encoding = request.headers.get("content-encoding", "identity")
    if encoding != "identity":
        raise UnsupportedEncoding(f"The body is {encoding}-compressed; send it as it is.")
    return decoder.decode(await _read(request))


def asker(request: Request) -> str:
    """Who asks, for people to read: the program and where it runs."""
    program = request.headers.get("user-agent", "unknown program")[:_MAX_ASKER]
    host = request.client.host if request.client else "an unknown address"
    return f"{program} at {host}"


async def _read(request: Request) -> bytes:
    declared = request.headers.get("content-length", "")
    if declared.isdigit():
        _check_size(int(declared))
    body = bytearray()
    async for piece in request.stream():
        body += piece
        _check_size(len(body))
    return bytes(body)


def _check_size(size: int) -> None:
    if size > MAX_BODY_BYTES:
        raise RequestTooLarge(
            f"The body has {size:,} bytes or more; at most {MAX_BODY_BYTES:,} are read."
        )
