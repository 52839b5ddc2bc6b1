"""The two servers that are compared, started and ended, also the hard way.

Each runs on a port and, ours, in a home of its own: nothing that an earlier run kept is found.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from helpers.servers import free_port
from serve_bench import Server

_START_S = 180
_END_S = 15


@dataclass(frozen=True)
class Machine:
    """What both get: a model, how long a context, how many threads (0: theirs to choose)."""

    model: Path
    context: int
    threads: int
    home: Path


class Side(Server):
    """A server by its command; `name` as the table shows it. Started by `start`."""

    def __init__(self, name: str, command: Callable[[int], Sequence[str]], home: Path) -> None:
        super().__init__("http://127.0.0.1:1", "default", None)
        self.name = name
        self._command = command
        self._home = home
        self._process: psutil.Popen | None = None

    def start(self) -> None:
        """Returns when /health answers 200. Raises RuntimeError where it ends before."""
        port = free_port()
        super().__init__(f"http://127.0.0.1:{port}", "default", None)
        environment = {**os.environ, "LOCALLLM_HOME": str(self._home)}
        with open(self._home / f"{self.name}.log", "ab") as log:
            self._process = psutil.Popen(
                self._command(port), stdout=log, stderr=log, env=environment
            )
        deadline = time.monotonic() + _START_S
        while not self._healthy():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} did not start: {self._home}/{self.name}.log")
            time.sleep(0.1)

    def _healthy(self) -> bool:
        with contextlib.suppress(OSError):
            return bool(urllib.request.urlopen(f"{self.url}/health", timeout=2).status == 200)
        return False

    def everything(self) -> list[psutil.Process]:
        """The server and all processes that it has started."""
        if self._process is None:
            return []
        with contextlib.suppress(psutil.NoSuchProcess):
            return [self._process, *self._process.children(recursive=True)]
        return []

    def kill(self) -> None:
        """`kill -9` of all of it."""
        processes = self.everything()
        for process in processes:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes, _END_S)
        if self._process is not None:
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """Ends it, gently if it lets itself."""
        processes = self.everything()
        if self._process is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                self._process.terminate()
        psutil.wait_procs(processes, _END_S)
        self.kill()

    async def restart(self) -> None:
        """`kill -9`, and up again."""
        await asyncio.to_thread(self.kill)
        await asyncio.to_thread(self.start)

    async def engine(self) -> dict[str, Any]:
        """The engine's own numbers; empty where the server has none of our form."""
        return await asyncio.to_thread(self._engine)

    def _engine(self) -> dict[str, Any]:
        try:
            with urllib.request.urlopen(f"{self.url}/v1/stats", timeout=5) as answer:
                (found,) = json.load(answer)["models"].values()
        except (OSError, ValueError):
            return {}
        return dict(found)


@dataclass
class Sides:
    """Ours and the peer's, made when they are first wanted; ours also with other settings."""

    machine: Machine
    peer_binary: Path | None
    _made: dict[tuple[str, ...], Side] = field(default_factory=dict)

    def pair(self, options: tuple[str, ...]) -> list[Side]:
        """Both, running; the peer only where there is one."""
        found = [self._side(("localllm", *options), self._ours(options))]
        if self.peer_binary is not None:
            found.append(self._side(("peer",), self._theirs()))
        return found

    def _side(self, key: tuple[str, ...], command: Callable[[int], list[str]]) -> Side:
        if key not in self._made:
            home = self.machine.home / "_".join(key).replace("/", "").replace("--", "")
            home.mkdir(parents=True, exist_ok=True)
            side = Side(key[0], command, home)
            side.start()
            self._made[key] = side
        return self._made[key]

    def _ours(self, options: tuple[str, ...]) -> Callable[[int], list[str]]:
        threads = str(self.machine.threads or "auto")
        return lambda port: [
            *(sys.executable, "-m", "localllm", "serve", "--model", str(self.machine.model)),
            *("--threads", threads, "--context", str(self.machine.context), "--parallel", "8"),
            *("--host", "127.0.0.1", "--port", str(port), *options),
        ]

    def _theirs(self) -> Callable[[int], list[str]]:
        threads = str(self.machine.threads or os.cpu_count() or 2)
        return lambda port: [
            *(str(self.peer_binary), "--model", str(self.machine.model), "--no-webui"),
            *("--kv-unified", "--threads", threads, "--threads-batch", threads),
            *("--ctx-size", str(self.machine.context), "--parallel", "8", "--flash-attn", "auto"),
            *("--host", "127.0.0.1", "--port", str(port)),
        ]

    def stop(self) -> None:
        for side in self._made.values():
            side.stop()


@contextlib.contextmanager
def busy_processes(n: int) -> Iterator[None]:
    """`n` processes that each burn a core, while the block runs."""
    code = "import time\nend = time.time() + 300\nwhile time.time() < end: pass"
    burning = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(n)]
    try:
        yield
    finally:
        for process in burning:
            process.kill()
            process.wait()
