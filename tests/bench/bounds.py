"""What the figures should be: ours alone, or ours over the peer's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Bound(NamedTuple):
    """`of` is "ours" or "ratio" (ours over the peer's); at least, or at most, `value`."""

    figure: str
    of: str
    at_least: bool
    value: float

    def met(self, found: float) -> bool:
        return found >= self.value if self.at_least else found <= self.value

    def __str__(self) -> str:
        sign = ">=" if self.at_least else "<="
        return f"{sign} {self.value:g}" + (" of peer" if self.of == "ratio" else "")


# For each scenario alternatives: one of each inner tuple must hold.
Wanted = tuple[tuple[Bound, ...], ...]

WANTED: Mapping[str, Wanted] = {
    "single": ((Bound("tok_s", "ratio", True, 0.98),),),
    "parallel": ((Bound("total_tok_s", "ratio", True, 0.98),),),
    "copy": ((Bound("tok_s", "ratio", True, 1.5),),),
    "turns": (
        (Bound("last3_ms", "ratio", False, 0.5), Bound("last_over_new", "ours", False, 1.10)),
    ),
    "fanout": ((Bound("eight_over_one", "ours", False, 1.6),),),
    "many": ((Bound("round2_over_round1", "ours", False, 0.06),),),
    "stall3": (
        (Bound("p99_over_alone", "ours", False, 3.0),),
        (Bound("worst_over_alone", "ours", False, 5.0),),
        (Bound("long_over_alone", "ours", False, 1.5),),
    ),
    "cancel": (
        (Bound("over_idle", "ours", False, 1.3),),
        (Bound("stopped_ms", "ours", False, 300.0),),
    ),
    "json": ((Bound("over_free", "ours", True, 0.95),), (Bound("valid", "ours", True, 1.0),)),
    "hog": ((Bound("tok_s", "ratio", True, 1.5),),),
    "hogs": (
        (Bound("one_tok_s", "ratio", True, 1.5),),
        (Bound("two_over_alone", "ours", True, 0.3),),
    ),
    "resume": ((Bound("warm_over_cold", "ours", False, 0.10),),),
    "restart": ((Bound("warm_over_cold", "ours", False, 0.10),),),
}
