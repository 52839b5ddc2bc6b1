"""Which choices of a repository fit this computer, from the header of a single one of them.

The quantizations of one model differ in their weights alone, and those are as large as their
files. So one header (a few megabytes by range requests) tells the rest for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from localllm.models.header.gguf import GGUFHeader
from localllm.models.hub.quants import Choice
from localllm.models.memory.fit import Fit, auto_context, judge
from localllm.models.memory.formula import FitOptions, Memory, Parts, memory
from localllm.models.memory.machine import Room
from localllm.models.memory.shape import shape_of

FitOf = Callable[[Choice], Fit]


def sample(choices: Sequence[Choice]) -> Choice:
    """The choice whose header is read: one file is one request or two; the smallest of those."""
    return min(choices, key=lambda choice: (len(choice.files), choice.size))


def fits_by(headers: Sequence[GGUFHeader], read: Choice, options: FitOptions, room: Room) -> FitOf:
    """For any choice of the model that `read` is one of, and whose headers these are.

    `max_context` of the answers is not looked for (0). Raises NotAModel for absurd headers.
    """
    shape = shape_of(headers)
    context = options.context or auto_context(shape, options.kv_type, room.ram)
    options = msgspec.structs.replace(options, context=context)
    known = memory(shape, headers, options)

    def fit_of(choice: Choice) -> Fit:
        projector = choice.projector.size if choice.projector else 0
        return judge(_scaled(known, choice.size / max(read.size, 1), projector), options, room, 0)

    return fit_of


def _scaled(known: Memory, factor: float, more: int) -> Memory:
    return Memory(host=_heavier(known.host, factor, more), device=_heavier(known.device, factor, 0))


def _heavier(parts: Parts, factor: float, more: int) -> Parts:
    return msgspec.structs.replace(parts, weights=round(parts.weights * factor) + more)
