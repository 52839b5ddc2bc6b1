"""An engine or a job as a child process: commands in at stdin, replies out at stdout, and its end
noticed.

Frames are cut and decoded right where the loop hands over the bytes: no task is woken and nothing
is queued between the pipe and the receiver.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar, cast

import msgspec

from localllm import core
from localllm.errors import EngineError
from localllm.frames import FrameDecoder, encode_frame
from localllm.supervisor.launch import Launch, process_options

log = logging.getLogger(__name__)

_STDIN, _STDOUT = 0, 1
_LINGER_SECONDS = 0.25  # for what a dead child left in the pipe; for a mute one to end

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)


class Receiver(Protocol[T_contra]):
    """Whom a ChildPipe reports to, in callbacks on the loop; they must not raise."""

    def received(self, reply: T_contra) -> None: ...

    def exited(self, status: int | None) -> None:
        """Once; no reply comes after it. `status` as of asyncio: a signal is negative."""


class ChildPipe(asyncio.SubprocessProtocol, Generic[T]):
    """Made for one receiver, started once. All methods on the loop's thread.

    `reply_type` is what the child sends, a union of structs.
    """

    def __init__(self, receiver: Receiver[T], reply_type: Any = core.Reply) -> None:
        self._receiver: Receiver[T] | None = receiver
        self._loop = asyncio.get_running_loop()
        self._decoder: FrameDecoder[T] = FrameDecoder(reply_type)
        self._stdout_open = True
        self._running = True
        self._linger: asyncio.TimerHandle | None = None

    async def start(self, launch: Launch, stderr: int) -> None:
        """First of all. `stderr` is the descriptor that the child writes errors to.

        Raises OSError where it cannot be run. Cancelled, it leaves no process.
        """
        await self._loop.subprocess_exec(
            lambda: self, *launch.command, stderr=stderr, **process_options(launch)
        )

    @property
    def pid(self) -> int:
        return self._transport.get_pid()

    def send(self, command: msgspec.Struct) -> None:
        """Never waits. What a child that ended no longer reads is dropped: `exited` says so.

        Raises EngineError for a command too large for a frame.
        """
        frame = encode_frame(command)
        if self._running and not self._stdin.is_closing():
            self._stdin.write(frame)

    def end_input(self) -> None:
        """The child reads the end of its stdin, and ends."""
        self._stdin.close()

    def terminate(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._transport.terminate()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._transport.kill()

    def kill_group(self) -> None:
        """With whatever it has started."""
        if sys.platform == "win32":
            self.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)

    # --- what the loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)
        self._stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(_STDIN))

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        receiver = self._receiver
        if receiver is None:
            return
        try:
            for reply in self._decoder.feed(cast(bytes, data)):
                receiver.received(reply)
        except EngineError as error:
            log.error("process %s sent what is no frame, and is ended: %s", self.pid, error)
            self.kill()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == _STDOUT:
            self._stdout_open = False
            self._ending(self.kill)

    def process_exited(self) -> None:
        self._running = False
        # A grandchild may hold the pipe open for ever: what is not read by then is not waited for.
        self._ending(self._report)

    def _ending(self, then: Callable[[], None]) -> None:
        if self._linger is not None:
            self._linger.cancel()
        if self._stdout_open or self._running:
            self._linger = self._loop.call_later(_LINGER_SECONDS, then)
        else:
            self._report()

    def _report(self) -> None:
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            self._transport.close()
            receiver.exited(self._transport.get_returncode())
