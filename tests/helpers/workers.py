"""An engine process on real pipes, as a parent sees it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from localllm import core
from localllm.frames import FrameReader, FrameWriter

_PROGRAM = "import sys; from localllm.engine import worker; sys.exit(worker.main(fake={fake}))"
END_SECONDS = 15  # for a busy machine; a process that hangs takes for ever


class WorkerProcess:
    """Killed when the block ends, if it has not ended."""

    def __init__(self, *, fake: bool = True, before: str = "", **popen: Any) -> None:
        """`before` is Python code that runs in the process first."""
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", before + _PROGRAM.format(fake=fake)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **popen,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.writer = FrameWriter(self.process.stdin.fileno())
        self.reader: FrameReader[core.Reply] = FrameReader(self.process.stdout.fileno(), core.Reply)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None and not pipe.closed:
                pipe.close()

    def send(self, *commands: core.Command) -> None:
        for command in commands:
            self.writer.write(command)

    def load(self, path: Path | str = "fake.gguf", **options: Any) -> core.Ready | core.LoadFailed:
        self.send(core.Load(core.EngineOptions(str(path), **options)))
        while True:
            reply = self.reader.read()
            if isinstance(reply, core.Ready | core.LoadFailed):
                return reply
            assert isinstance(reply, core.Loading), reply

    def events(self) -> Iterator[core.Event]:
        """All events from now on, until the pipe ends."""
        while (reply := self.reader.read()) is not None:
            if isinstance(reply, core.Events):
                yield from reply.events

    def until(self, id: str, kind: type[Any]) -> list[core.Event]:
        """The events of a request, up to the first of a kind."""
        seen = []
        for event in self.events():
            if event.request_id == id:
                seen.append(event)
                if isinstance(event, kind):
                    return seen
        raise AssertionError(f"the pipe ended; seen of {id}: {seen}")

    def answer(self, request: core.Request) -> str:
        self.send(core.Submit(request))
        events = self.until(request.id, core.Done)
        return "".join(event.content for event in events if isinstance(event, core.Delta))

    def end_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def status(self) -> int:
        """The exit status, once it has ended."""
        return self.process.wait(END_SECONDS)


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        os.kill(pid, 0)
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
