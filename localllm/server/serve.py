"""Listening: from settings to a port that answers, until it is told to stop.

Runs on the loop that calls it. SIGINT and SIGTERM are caught on the main thread only; elsewhere
(the app's loop runs beside Qt) cancelling `serve` stops it. Either way the port closes first, then
answers in flight end with an error, and `serve` returns (or passes the cancellation on). The
runtime stays as it is: whoever made it closes it.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette

from localllm.errors import BadRequest, Busy, Forbidden, LocalLLMError
from localllm.runtime import Runtime
from localllm.server import ollama
from localllm.server.app import create_app
from localllm.server.guard import is_loopback
from localllm.settings import Settings

log = logging.getLogger(__name__)

_GRACE_S = 3.0  # for clients that do not read what was sent to them


async def serve(
    runtime: Runtime,
    settings: Settings,
    *,
    sockets: Sequence[socket.socket] | None = None,
    on_ready: Callable[[str], None] | None = None,
    warming: asyncio.Future[Any] | None = None,
) -> None:
    """Serves until a signal or a cancellation. `on_ready` gets the URL once it answers.

    Bound `sockets` take the place of host and port; they are closed at the end. Until `warming`
    (the load of a first model) is done, /health says so. Raises Busy where the port is taken,
    BadRequest for a host that is not here, and Forbidden for one that other computers reach while
    there is no API key.
    """
    check_key(settings)
    bound = list(sockets) if sockets is not None else _bound(settings)
    ready = _reporter(on_ready, settings.host, bound[0])
    server = _Server(create_app(runtime, settings, warming=warming), ready)
    with _forwarded_logs(), _signals(server):
        running = asyncio.create_task(server.serve(bound))
        try:
            await asyncio.shield(running)
        except asyncio.CancelledError:
            server.should_exit = True
            await running
            raise


def _bound(settings: Settings) -> list[socket.socket]:
    """The port, and Ollama's too where that is wanted and free."""
    bound = [bind(settings.host, settings.port)]
    if settings.ollama_port and settings.port != ollama.PORT:
        try:
            bound.append(bind(settings.host, ollama.PORT))
        except Busy:
            log.warning("port %d is taken, by Ollama itself perhaps: left alone", ollama.PORT)
        except LocalLLMError:
            bound[0].close()
            raise
    return bound


def check_key(settings: Settings) -> None:
    """Raises Forbidden where other computers could come in without a key."""
    if not settings.api_key and not is_loopback(settings.host):
        raise Forbidden(
            f"Listening on {settings.host} lets other computers in, so it needs a key: set "
            "api_key (--api-key, LOCALLLM_API_KEY), or listen on 127.0.0.1.",
            param="api_key",
        )


def bind(host: str, port: int) -> socket.socket:
    """A socket bound to the address; port 0 takes a free one. Raises as `serve`."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
    except OSError as error:
        raise BadRequest(f"Host {host} cannot be listened on: {error}.", param="host") from error
    try:
        # On Windows the same option would let two programs share the port.
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise _refused(host, port, error) from error
    return bound


def _refused(host: str, port: int, error: OSError) -> LocalLLMError:
    if error.errno == errno.EADDRINUSE:
        return Busy(
            f"Port {port} on {host} is taken by another program: stop that one, or take another "
            "port with --port (0 takes a free one).",
            host=host,
            port=port,
        )
    if isinstance(error, PermissionError):
        return Forbidden(f"Port {port} may not be used: take one above 1023 with --port.")
    return BadRequest(f"Host {host} cannot be listened on: {error.strerror}.", param="host")


class _Server(uvicorn.Server):
    """uvicorn with our signals and logs, which ends answers in flight when it stops."""

    def __init__(self, app: Starlette, on_ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http="httptools",
                ws="none",
                lifespan="off",
                log_config=None,
                proxy_headers=False,
                server_header=False,
            )
        )
        self._works = app.state.works
        self._on_ready = on_ready

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """uvicorn would raise them again at the end; `_signals` does not."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for work in tuple(self._works):
            work.cancel()
        grace = asyncio.get_running_loop().call_later(_GRACE_S, self._hang_up)
        try:
            await super().shutdown(sockets)
        finally:
            grace.cancel()

    def _hang_up(self) -> None:
        for connection in tuple(self.server_state.connections):
            connection.transport.abort()


def _reporter(
    on_ready: Callable[[str], None] | None, host: str, bound: socket.socket
) -> Callable[[], None]:
    address, port = bound.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{port}"

    def report() -> None:
        log.info("listening on %s (%s)", url, address)
        if on_ready is not None:
            on_ready(url)

    return report


@contextlib.contextmanager
def _signals(server: uvicorn.Server) -> Iterator[None]:
    """The first signal stops the server in good order, a second one does not wait for clients."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Forward(logging.Handler):
    """Hands uvicorn's records to our loggers, where `--debug http` and the log file are."""

    def emit(self, record: logging.LogRecord) -> None:
        level = logging.DEBUG if record.levelno <= logging.INFO else record.levelno
        log.log(level, "%s", record.getMessage(), exc_info=record.exc_info)


@contextlib.contextmanager
def _forwarded_logs() -> Iterator[None]:
    uvicorns = logging.getLogger("uvicorn")
    forward = _Forward()
    uvicorns.addHandler(forward)
    uvicorns.setLevel(logging.INFO if log.isEnabledFor(logging.DEBUG) else logging.WARNING)
    uvicorns.propagate = False
    try:
        yield
    finally:
        uvicorns.removeHandler(forward)
        uvicorns.setLevel(logging.NOTSET)
        uvicorns.propagate = True
