"""Stop strings over text that comes in pieces.

    stops: "</s>"      pieces:  "one", " <", "/", "br> two </", "s> three"
    emitted                     "one"  " "   ""   "</br> two "  stop "</s>"

Text that could still become a stop string is held back, so that no part of one is ever shown. Where
the pieces are cut makes no difference to what is found.
"""

from __future__ import annotations

from collections.abc import Iterable


class StopMatcher:
    """Finds the first of some stop strings: the one that ends first, of those the longest.

    Empty strings are no stops. Belongs to one choice of one request.
    """

    def __init__(self, stops: Iterable[str]) -> None:
        self._stops = tuple(dict.fromkeys(stop for stop in stops if stop))
        self._first_characters = frozenset(stop[0] for stop in self._stops)
        self._longest = max(map(len, self._stops), default=0)
        self._held = ""
        self._matched: str | None = None

    def push(self, text: str) -> tuple[str, str | None]:
        """(text that is safe to show, the stop string that was met or None).

        After a match the text ends before the stop string, and whatever comes later is dropped.
        """
        if self._matched is not None:
            return "", self._matched
        buffer = self._held + text
        if found := self._find(buffer):
            end, self._matched = found
            self._held = ""
            return buffer[: end - len(self._matched)], self._matched
        cut = self._held_from(buffer)
        self._held = buffer[cut:]
        return buffer[:cut], None

    def flush(self) -> str:
        """The end: what was held back became no stop string."""
        held, self._held = self._held, ""
        return held

    def _find(self, buffer: str) -> tuple[int, str] | None:
        """(end, stop) of the stop string that ends first in the buffer."""
        ends = ((at + len(stop), stop) for stop in self._stops if (at := buffer.find(stop)) >= 0)
        return min(ends, key=lambda found: (found[0], -len(found[1])), default=None)

    def _held_from(self, buffer: str) -> int:
        """Where the longest end of the buffer begins that a stop string begins with."""
        for start in range(max(0, len(buffer) - self._longest + 1), len(buffer)):
            if buffer[start] in self._first_characters:
                tail = buffer[start:]
                if any(stop.startswith(tail) for stop in self._stops):
                    return start
        return len(buffer)
