"""What is told of an answer while it comes, and its plain form, for pipes and files."""

from __future__ import annotations

import sys
from typing import Protocol, TextIO


class View(Protocol):
    """Told of an answer as it comes, then of its end; `refresh` is called every few frames."""

    def reasoning(self, text: str) -> None: ...

    def content(self, text: str) -> None: ...

    def refresh(self) -> None: ...

    def end(self) -> None: ...


class PlainView:
    """The text as it is, at once. Thoughts are left out: what reads the pipe wants the answer."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._last = "\n"

    def reasoning(self, text: str) -> None:
        pass

    def content(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
        self._last = text[-1:] or self._last

    def refresh(self) -> None:
        pass

    def end(self) -> None:
        if self._last != "\n":
            self._out.write("\n")
        self._out.flush()
