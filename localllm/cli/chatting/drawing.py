"""An answer on a terminal: Markdown, drawn while it comes.

Only the block that still grows is drawn again and again; finished ones are printed once and scroll
away like any output. So nothing flickers and nothing is doubled, however long the answer is.
"""

from __future__ import annotations

import time

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markdown import Markdown
from rich.segment import Segment, Segments
from rich.text import Text

from localllm.cli.chatting.blocks import finished_length

_THINKING_LINES = 6  # of thoughts in progress
_SPARE_LINES = 2  # of the screen, below what is drawn


class MarkdownView:
    """Draws on a terminal. Made anew for each answer."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._thoughts = ""
        self._thinking_since = 0.0
        self._rest = ""  # of the answer, not printed for good yet
        self._printed_any = False
        self._dirty = False
        self._live: Live | None = None

    def reasoning(self, text: str) -> None:
        if text and not self._thoughts:
            self._thinking_since = time.monotonic()
        self._thoughts += text
        self._dirty = True

    def content(self, text: str) -> None:
        self._rest += text
        self._dirty = True

    def refresh(self) -> None:
        if not self._dirty:
            return
        self._dirty = False
        if self._rest:
            self._close_thoughts()
        done = finished_length(self._rest)
        if done:
            self._print(self._rest[:done])
            self._rest = self._rest[done:]
        self._draw(self._growing())

    def end(self) -> None:
        self._draw(None)
        self._close_thoughts()
        if self._rest.strip():
            self._print(self._rest)
        self._rest = ""

    def _close_thoughts(self) -> None:
        """Of thoughts that are over a line remains; `/thinking` shows them."""
        if self._thoughts:
            self._draw(None)
            took = time.monotonic() - self._thinking_since
            self._console.print(Text(f"Thought for {took:.1f} s", style="dim italic"))
            self._thoughts = ""

    def _print(self, markdown: str) -> None:
        """For good, above what is drawn."""
        self._draw(None)
        if self._printed_any:
            self._console.print()
        self._printed_any = True
        self._console.print(Markdown(markdown))

    def _growing(self) -> RenderableType:
        if self._thoughts:
            return _tail(self._console, Text(self._thoughts, style="dim italic"), _THINKING_LINES)
        gap = [Text()] if self._printed_any else []
        height = max(self._console.height - _SPARE_LINES - len(gap), 1)
        return Group(*gap, _tail(self._console, Markdown(self._rest), height))

    def _draw(self, what: RenderableType | None) -> None:
        """Replaces what is drawn; None takes it off the screen."""
        if what is None:
            if self._live:
                self._live.stop()
                self._live = None
            return
        if self._live is None:
            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        self._live.update(what, refresh=True)


def _tail(console: Console, what: RenderableType, lines: int) -> RenderableType:
    """The last `lines` lines of it as drawn at the console's width."""
    drawn = console.render_lines(what, pad=False)[-lines:]
    segments: list[Segment] = []
    for number, line in enumerate(drawn):
        segments += line if number == 0 else [Segment.line(), *line]
    return Segments(segments)
