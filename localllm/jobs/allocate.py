"""Which type each tensor gets, so that the whole loses least within a number of bytes.

The losses of single tensors are taken to add up. Then it is the classic allocation of bits to
quantizers (Shoham and Gersho, "Efficient bit allocation for an arbitrary set of quantizers", 1988):
at one price for a byte, each tensor takes the choice that minimises loss + price x bytes. That one
lies on the lower convex hull of its choices, and lowering the price walks along the hulls in the
order of loss saved a byte. That walk is what `within` does; what the last steps leave of the budget
is then filled with single choices, on the hull or not.

    loss |x             x dominated or above the hull: never chosen by price
         | o   x        o hull: steps taken in the order of their steepness
         |   o     o
         +-------------- bytes
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple


class Choice(NamedTuple):
    nbytes: int
    loss: float


Choices = Sequence[Choice]


def least_bytes(tensors: Sequence[Choices]) -> int:
    """The least that any allocation takes."""
    return sum(min(choice.nbytes for choice in choices) for choices in tensors)


def total(tensors: Sequence[Choices], chosen: Sequence[int]) -> Choice:
    """Bytes and loss of an allocation: the index of the choice of each tensor."""
    picked = [choices[i] for choices, i in zip(tensors, chosen, strict=True)]
    return Choice(sum(c.nbytes for c in picked), sum(c.loss for c in picked))


def within(tensors: Sequence[Choices], budget: int) -> list[int]:
    """The allocation with the least loss found in `budget` bytes: of each tensor a choice's index.

    Raises ValueError where not even `least_bytes` are there.
    """
    hulls = [_hull(choices) for choices in tensors]
    chosen = [hull[0] for hull in hulls]
    if total(tensors, chosen).nbytes > budget:
        raise ValueError("the budget is below the least")
    return improved(tensors, _walked(tensors, hulls, chosen, budget), budget)


def improved(tensors: Sequence[Choices], chosen: Sequence[int], budget: int) -> list[int]:
    """`chosen` with single choices replaced by better ones, most loss saved a byte first, as long
    as the budget allows. Never worse."""
    best = [*chosen]
    left = budget - total(tensors, best).nbytes
    while (found := _best_exchange(tensors, best, left)) is not None:
        tensor, choice = found
        left -= tensors[tensor][choice].nbytes - tensors[tensor][best[tensor]].nbytes
        best[tensor] = choice
    return best


def _walked(
    tensors: Sequence[Choices], hulls: list[list[int]], start: Sequence[int], budget: int
) -> list[int]:
    chosen, at = [*start], [0] * len(tensors)
    left = budget - total(tensors, chosen).nbytes
    steps = [step for i in range(len(tensors)) if (step := _step(tensors[i], hulls[i], 0, i))]
    heapq.heapify(steps)
    while steps:
        _, i, nbytes = heapq.heappop(steps)
        if nbytes > left:
            continue
        left -= nbytes
        at[i] += 1
        chosen[i] = hulls[i][at[i]]
        if step := _step(tensors[i], hulls[i], at[i], i):
            heapq.heappush(steps, step)
    return chosen


def _step(choices: Choices, hull: list[int], at: int, tensor: int) -> tuple[float, int, int] | None:
    """(-loss saved a byte, tensor, bytes) of going on along a hull; None at its end."""
    if at + 1 >= len(hull):
        return None
    here, there = choices[hull[at]], choices[hull[at + 1]]
    nbytes = there.nbytes - here.nbytes
    return (there.loss - here.loss) / nbytes, tensor, nbytes


def _best_exchange(
    tensors: Sequence[Choices], chosen: Sequence[int], left: int
) -> tuple[int, int] | None:
    best, found = 0.0, None
    for i, choices in enumerate(tensors):
        now = choices[chosen[i]]
        for j, other in enumerate(choices):
            more = other.nbytes - now.nbytes
            saved = now.loss - other.loss
            if saved > 0 and more <= left and saved / max(more, 1) > best:
                best, found = saved / max(more, 1), (i, j)
    return found


def _hull(choices: Choices) -> list[int]:
    """Indices of the lower convex hull, from the fewest bytes to the least loss."""
    hull: list[int] = []
    for i in sorted(range(len(choices)), key=lambda i: choices[i]):
        if hull and choices[i].loss >= choices[hull[-1]].loss:
            continue
        while len(hull) > 1 and _above(choices[hull[-2]], choices[hull[-1]], choices[i]):
            hull.pop()
        if hull and choices[hull[-1]].nbytes == choices[i].nbytes:
            hull.pop()
        hull.append(i)
    return hull


def _above(a: Choice, b: Choice, c: Choice) -> bool:
    """Whether b lies on or above the line from a to c."""
    return (b.loss - a.loss) * (c.nbytes - a.nbytes) >= (c.loss - a.loss) * (b.nbytes - a.nbytes)
