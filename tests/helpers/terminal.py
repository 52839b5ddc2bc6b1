"""A terminal with a person at it, for programs that draw and read keys. Not on Windows.

with Terminal([sys.executable, "-m", "localllm", "chat"]) as terminal:
    terminal.wait_for("> ")
    terminal.type("hello\\r")
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence

_PATIENCE_S = 60  # a hang guard: the machine may be busy
_CONTROLS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\x1b[=>]|\r")

CTRL_C, CTRL_D, ALT_ENTER = "\x03", "\x04", "\x1b\r"


class Terminal:
    """80 x 24. `output` is all that was written, escape sequences taken out."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] = {}) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # else no Ctrl-C arrives
            # Without an answer to its question where the cursor is, prompt_toolkit would wait.
            env={**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **environment},
        )
        os.close(slave)
        self._raw = b""
        self._seen = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    @property
    def output(self) -> str:
        return _CONTROLS.sub("", self._raw.decode(errors="replace"))

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def wait_for(self, pattern: str) -> str:
        """Reads on until `pattern` (a regular expression) appears after the last one found.
        AssertionError with what there is instead, where it does not."""
        deadline = time.monotonic() + _PATIENCE_S
        while not (found := re.search(pattern, self.output[self._seen :])):
            assert self._read(deadline), f"no {pattern!r} in:\n{self.output[self._seen :]}"
        self._seen += found.end()
        return found[0]

    def wait_for_end(self) -> int:
        """The exit code."""
        deadline = time.monotonic() + _PATIENCE_S
        while self._read(deadline):
            pass
        return self.process.wait(timeout=max(deadline - time.monotonic(), 0.1))

    def _read(self, deadline: float) -> bool:
        """False at the end of the program or of patience."""
        ready, _, _ = select.select([self._master], [], [], max(deadline - time.monotonic(), 0))
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # how Linux says that the other side is closed
            return False
        self._raw += data
        return bool(data)
