"""What host and guest say to each other: one operation a connection, in frames of msgpack.

    guest                     host
    Hello(nonce)        -->
                        <--   Proof(nonce, mac of the guest's nonce)
    Proof(mac)          -->
                        <--   Welcome
    an Ask              -->
                        <--   Progress ..., then what answers it: Installed, Loaded, Stats, or
                              Started and Events ...; Failed wherever it ends with an error

The secret itself is never sent: each side proves by HMAC-SHA256 that it knows it, so neither a
guest is taken in by a program that got the port of a dead host, nor a host by a web page.
To hang up is to abort.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
import struct
from typing import Any, TypeVar

import msgspec

from localllm import core
from localllm.errors import LocalLLMError
from localllm.frames import MAX_FRAME_BYTES, encode_frame
from localllm.models.store import InstalledModel
from localllm.settings import SETTINGS, Settings
from localllm.supervisor.host import LoadedModel

T = TypeVar("T")

# Until the other side has shown who it is, it may send no more than this.
STRANGER_BYTES = 1024
_HEADER = struct.Struct("<I")


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    nonce: bytes


class Proof(msgspec.Struct, frozen=True, tag="proof", omit_defaults=True):
    """`mac` answers the other side's nonce; `nonce` asks it in turn (the host's alone)."""

    mac: bytes
    nonce: bytes = b""


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """How the host runs models: the settings that `how_it_runs` lists."""

    settings: dict[str, Any]


class Resolve(msgspec.Struct, frozen=True, tag="resolve"):
    """The model of that name; "" is one that is loaded, else the host's default."""

    name: str


class LoadModel(msgspec.Struct, frozen=True, tag="load"):
    model: InstalledModel


class GetStats(msgspec.Struct, frozen=True, tag="stats"):
    model: InstalledModel


class Submit(msgspec.Struct, frozen=True, tag="submit"):
    request: core.Request
    model: InstalledModel


Ask = Resolve | LoadModel | GetStats | Submit


class Installed(msgspec.Struct, frozen=True, tag="installed"):
    model: InstalledModel


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    model: LoadedModel


class Loaded(msgspec.Struct, frozen=True, tag="loaded"):
    info: core.ModelInfo


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The request has an engine; its events follow."""

    info: core.ModelInfo


class Events(msgspec.Struct, frozen=True, tag="events"):
    events: tuple[core.Event, ...]


class Stats(msgspec.Struct, frozen=True, tag="stats_now"):
    stats: core.EngineStats


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    code: str
    message: str
    detail: dict[str, Any]


Answer = Installed | Progress | Loaded | Started | Events | Stats | Failed


def how_it_runs(settings: Settings) -> dict[str, Any]:
    """Every setting that makes an engine another one. Who wants others cannot join."""
    names = [row.name for row in SETTINGS if row.reload]
    return {name: getattr(settings, name) for name in (*names, "memory_check")}


def failed(error: LocalLLMError) -> Failed:
    return Failed(error.code, error.message, error.detail)


async def send(writer: asyncio.StreamWriter, message: msgspec.Struct) -> None:
    """Raises OSError where the other side is gone."""
    writer.write(encode_frame(message))
    await writer.drain()


async def receive(reader: asyncio.StreamReader, kind: Any, limit: int = MAX_FRAME_BYTES) -> Any:
    """The next message, of `kind`. Raises EOFError at the end, ValueError for what is none."""
    (size,) = _HEADER.unpack(await reader.readexactly(_HEADER.size))
    if size > limit:
        raise ValueError(f"a frame of {size} bytes, where {limit} are allowed")
    return msgspec.msgpack.decode(await reader.readexactly(size), type=kind)


async def hang_up(writer: asyncio.StreamWriter) -> None:
    """Ends the connection; what cannot be sent within a second is dropped."""
    writer.close()
    try:
        async with asyncio.timeout(1):
            await writer.wait_closed()
    except (OSError, TimeoutError):
        writer.transport.abort()


def nonce() -> bytes:
    return secrets.token_bytes(32)


def mac(secret: str, side: str, given: bytes) -> bytes:
    """What `side` ("host" or "guest") answers to the other's nonce."""
    return hmac.digest(bytes.fromhex(secret), side.encode() + given, hashlib.sha256)


def proven(secret: str, side: str, given: bytes, answer: bytes) -> bool:
    return hmac.compare_digest(mac(secret, side, given), answer)
