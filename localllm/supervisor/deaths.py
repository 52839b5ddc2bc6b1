"""Why an engine ended, in words: its exit status, and the last its log says."""

from __future__ import annotations

import contextlib
import re
import signal
from pathlib import Path
from typing import BinaryIO

_ROTATE_BYTES = 1_000_000
_TAIL_BYTES = 65_536
_LINE_CHARS = 300

_SIGNALS = {
    "SIGKILL": "was killed (out of memory?)",
    "SIGABRT": "aborted",
    "SIGSEGV": "crashed (segmentation fault)",
    "SIGBUS": "crashed (bus error: is the model file still whole?)",
    "SIGILL": "met an instruction that this processor does not have",
    "SIGFPE": "crashed (arithmetic error)",
    "SIGTERM": "was told to end",
}
_WINDOWS = {
    0xC0000005: "crashed (access violation)",
    0xC000001D: "met an instruction that this processor does not have",
    0xC0000409: "aborted",
    0xC0000017: "was refused memory",
}
_ADVICE = {
    "SIGKILL": "Close other programs, or take a smaller model or a smaller context. ",
    "SIGILL": "`localllm doctor` says which native build fits this processor. ",
}
# ggml_abort writes its reason first and then a backtrace; Python's tracebacks end in the reason.
_REASON = re.compile(r"GGML_ASSERT|GGML_ABORT|[Ee]rror\b|ERROR|failed|terminate called|what\(\):")
_BACKTRACE = re.compile(
    r"^\s*(#\d|File \"|\[New LWP|.*\[0x[0-9a-f]+\]$|Thread 0x|Current thread 0x)"
)


def how(status: int | None) -> str:
    """'was killed (out of memory?), SIGKILL' of an exit status as asyncio gives it."""
    if status is None:
        return "ended without a status"
    if status < 0:
        name = _signal_name(-status)
        return f"{_SIGNALS.get(name, 'was ended by a signal')}, {name}"
    if status in _WINDOWS:
        return f"{_WINDOWS[status]}, status {status:#x}"
    return f"ended with status {status}"


def advice(status: int | None) -> str:
    """What to do about it, as a sentence with a space behind it; '' where nothing is known."""
    return _ADVICE.get(_signal_name(-status), "") if status is not None and status < 0 else ""


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class EngineLog:
    """The file an engine's stderr goes to; its native lines too. Appended to, turned when long.

    Only what one engine wrote since `open` is looked at.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._start = 0

    def open(self) -> BinaryIO:
        """For appending, by this engine. The caller closes it."""
        with contextlib.suppress(OSError):  # none yet, or held open by another engine (Windows)
            if self.path.stat().st_size > _ROTATE_BYTES:
                self.path.replace(self.path.with_suffix(".log.1"))
        file = self.path.open("ab")
        self._start = file.tell()
        return file

    def reason(self) -> str:
        """The line that most likely says why, or ''."""
        try:
            with self.path.open("rb") as file:
                size = file.seek(0, 2)
                file.seek(max(self._start, size - _TAIL_BYTES))
                lines = file.read().decode("utf-8", "replace").splitlines()
        except OSError:
            return ""
        return _reason(lines)[:_LINE_CHARS]


def _reason(lines: list[str]) -> str:
    told = [line.strip() for line in lines if line.strip() and not _BACKTRACE.match(line)]
    reasons = [line for line in told if _REASON.search(line)]
    return (reasons or told or [""])[-1]
