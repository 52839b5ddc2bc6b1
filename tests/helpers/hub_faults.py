"""What can go wrong at the local hub, and which request it hits."""

from __future__ import annotations

import fnmatch
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

Server = Literal["hub", "cdn"]


@dataclass(frozen=True)
class Asked:
    """A request as it came. `server` "hub" has the API and redirects, "cdn" the large files.

    `headers` by their names in lower case.
    """

    path: str
    range: str | None
    if_range: str | None
    authorization: str | None
    method: str = "GET"
    server: Server = "hub"
    headers: dict[str, str] = field(default_factory=dict)
    port: int = 0  # of the client's side: equal where a connection was kept


@dataclass(frozen=True)
class Cut:
    """The connection breaks after so many bytes of the body."""

    after: int


@dataclass(frozen=True)
class Stall:
    """After so many bytes nothing comes any more, for `seconds` or until the hub is closed."""

    after: int
    seconds: float = 60.0


@dataclass(frozen=True)
class Answer:
    """This status instead of the file."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class Swap:
    """The file becomes another one before it is answered for."""

    data: bytes


@dataclass(frozen=True)
class Wrong:
    """The byte at this offset of the file is another one on the way (where the range has it)."""

    at: int


@dataclass(frozen=True)
class Length:
    """Content-Length says so many bytes more (or fewer) than the body has."""

    more: int


@dataclass(frozen=True)
class Whole:
    """This time ranges are not honoured: 200 with all of the file."""


@dataclass(frozen=True)
class OtherRange:
    """206, but of a range that begins `by` bytes beside the one asked for."""

    by: int


Fault = Cut | Stall | Answer | Swap | Wrong | Length | Whole | OtherRange


@dataclass
class Planned:
    """A fault for the next `times` requests that `server`, `path` and `when` choose."""

    fault: Fault
    server: Server
    path: str
    method: str
    times: int
    when: Callable[[Asked], bool]

    def hits(self, asked: Asked) -> bool:
        return (
            self.times > 0
            and self.server == asked.server
            and self.method in ("*", asked.method)
            and fnmatch.fnmatch(asked.path, self.path)
            and self.when(asked)
        )


class Faults:
    """`in_order` are used up by the CDN's GETs, one each; `planned` by those they choose."""

    def __init__(self) -> None:
        self.in_order: list[Fault] = []
        self._planned: list[Planned] = []
        self._lock = threading.Lock()

    def plan(self, planned: Planned) -> None:
        with self._lock:
            self._planned.append(planned)

    def clear(self) -> None:
        with self._lock:
            self._planned.clear()
            self.in_order.clear()

    def take(self, asked: Asked) -> Fault | None:
        """The fault for this request, which is one less for those to come."""
        with self._lock:
            for planned in self._planned:
                if planned.hits(asked):
                    planned.times -= 1
                    return planned.fault
            if asked.server == "cdn" and asked.method == "GET" and self.in_order:
                return self.in_order.pop(0)
        return None
