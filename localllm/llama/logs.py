"""Where the words of llama.cpp, ggml and the backends go: a file, and a short memory of the last.

ggml has one log callback for the whole process. Ours appends the lines to a file descriptor, so
that nothing native writes to the standard streams, and remembers the last lines, since that is the
only place where llama.cpp says *why* a model did not load.

The callback runs on whatever thread logs, native ones among them, with the GIL held.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# enum ggml_log_level (ggml.h). CONT carries on the line before, at its level.
_DEBUG, _WARN, _ERROR, _CONT = 1, 3, 4, 5

_REMEMBERED = 50


class Captured:
    """What was logged meanwhile: all `lines`, and of these the `errors`."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.errors: list[str] = []


class NativeLog:
    """The process-wide sink of native log lines. One exists, owned by `lib`."""

    def __init__(self) -> None:
        self._fd: int | None = None
        self._owned: int | None = None
        self._verbose = False
        self._level = _DEBUG
        self._line = b""
        self._errors: deque[str] = deque(maxlen=_REMEMBERED)
        self._captures: list[Captured] = []
        self._listeners: list[Callable[[str], None]] = []
        self._callback: Any = None

    def install(self, llama: Any) -> None:
        """Makes this the log callback of ggml and llama.cpp.

        ctypes keeps no reference to a callback that C holds, so this object does. At exit llama.cpp
        gets its own back: static destructors still log when Python is gone.
        """
        self._callback = llama.llama_log_callback(self.receive)
        llama.llama_log_set(self._callback, ctypes.c_void_p(0))
        atexit.register(llama.llama_log_set, llama.llama_log_callback(0), ctypes.c_void_p(0))

    def set_file(self, target: Path | str | int, *, verbose: bool = False) -> None:
        """Appends from now on to a path, which is made where missing, or to an open descriptor.

        Only `verbose` takes debug lines too: one for each tensor and each restored state.
        """
        self._verbose = verbose
        if isinstance(target, int):
            opened, fd = None, target
        else:
            opened = fd = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        previous, self._owned, self._fd = self._owned, opened, fd
        if previous is not None:
            os.close(previous)

    def recent_errors(self) -> list[str]:
        """The last warnings and errors, oldest first, each one line without its line end."""
        return list(self._errors)

    @contextlib.contextmanager
    def capture(self) -> Iterator[Captured]:
        """Collects what is logged inside, by any thread."""
        captured = Captured()
        self._captures.append(captured)
        try:
            yield captured
        finally:
            self._captures.remove(captured)

    @contextlib.contextmanager
    def listen(self, listener: Callable[[str], None]) -> Iterator[None]:
        """Hands on each piece of text as it comes, on whatever thread: some lines are built of
        several. The listener must not raise. Not for debug lines, unless the log is verbose."""
        self._listeners.append(listener)
        try:
            yield
        finally:
            self._listeners.remove(listener)

    def receive(self, level: int, text: bytes, _user_data: object = None) -> None:
        """The callback: a line, or a part of one, at one of ggml's levels."""
        if level != _CONT:
            self._level, self._line = level, b""
        if self._level == _DEBUG and not self._verbose:
            return
        if self._fd is not None:
            # A full disk must not end a load, and an exception cannot leave a callback anyway.
            with contextlib.suppress(OSError):
                os.write(self._fd, text)
        for listener in tuple(self._listeners):
            listener(text.decode("utf-8", "replace"))
        self._line += text
        if self._line.endswith(b"\n"):
            self._finish_line()

    def _finish_line(self) -> None:
        text = self._line.decode("utf-8", "replace")
        lines = [line for line in text.splitlines() if line.strip()]
        self._line = b""
        for captured in tuple(self._captures):
            captured.lines += lines
            captured.errors += lines if self._level == _ERROR else []
        if self._level >= _WARN:
            self._errors += lines
