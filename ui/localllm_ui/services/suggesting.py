"""Models to begin with: three of a short list that fit this computer, by arithmetic alone.

Nothing here calls out: sizes are those of the list, and the hub has the last word on a click.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from localllm.models.memory.fit import ENGINE_BYTES, Fit, judge
from localllm.models.memory.formula import FitOptions, Memory, Parts

if TYPE_CHECKING:
    from localllm.models.memory.machine import Room

FILE = Path(__file__).parent.parent / "suggestions.toml"
_WANTED = 3
_CONTEXT = 8192  # a chat of some length
_COMPUTE = 2 * ENGINE_BYTES  # buffers of models of these sizes, with 512 tokens a step
_STEP = 0.75  # the next suggestion is at least so much smaller


class Suggestion(msgspec.Struct, frozen=True):
    """`bytes` are the quantization's, rounded, `kv_bytes` those of a token of context. `terms`: the
    licence binds those who use it to terms of its own."""

    name: str
    family: str
    repo: str
    quantization: str
    bytes: int
    kv_bytes: int
    licence: str
    reason: str
    terms: bool = False


class _File(msgspec.Struct, frozen=True):
    model: tuple[Suggestion, ...]


def all_suggestions() -> tuple[Suggestion, ...]:
    return msgspec.toml.decode(FILE.read_bytes(), type=_File).model


def fit_of(one: Suggestion, room: Room) -> Fit:
    """As of a real header, from what the list says."""
    parts = Parts(weights=one.bytes, kv=one.kv_bytes * _CONTEXT, compute=_COMPUTE)
    return judge(Memory(parts, Parts()), FitOptions(context=_CONTEXT), room, 0)


def suggested(room: Room, models: Sequence[Suggestion] = ()) -> tuple[Suggestion, ...]:
    """At most three that fit, the largest first, each of another family and much smaller than the
    one before. Where less than three are so, the smallest of the rest that fit."""
    known = sorted(models or all_suggestions(), key=lambda one: -one.bytes)
    fitting = [one for one in known if fit_of(one, room).verdict == "fits"]
    found: list[Suggestion] = []
    for one in fitting:
        families = {other.family for other in found}
        smaller = not found or one.bytes <= _STEP * found[-1].bytes
        if len(found) < _WANTED and smaller and one.family not in families:
            found.append(one)
    rest = [one for one in reversed(fitting) if one not in found]
    found += rest[: _WANTED - len(found)]
    return tuple(sorted(found, key=lambda one: -one.bytes))
