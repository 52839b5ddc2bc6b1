"""Does a model fit into memory: what it takes against what is free, before anything is loaded.

The bytes are those of `models.memory`, the one estimate in the house. It counts this computer's
main memory alone: a model that goes to a graphics card whole is overestimated, and `memory_check`
off is the way past that.
"""

from __future__ import annotations

import sys

import msgspec
import psutil

from localllm.core import EngineOptions
from localllm.errors import ModelTooLarge
from localllm.models.header.check import headers_of
from localllm.models.memory.fit import ENGINE_BYTES, LEAST_CONTEXT
from localllm.models.memory.formula import memory, options_of
from localllm.models.memory.machine import available_bytes
from localllm.models.memory.shape import shape_of
from localllm.models.store import InstalledModel
from localllm.models.units import human_bytes

__all__ = ["Needs", "available_bytes", "freed_by", "needs_of", "too_large"]


class Needs(msgspec.Struct, frozen=True):
    """Bytes that a model takes when loaded; `context` in tokens, as counted in `kv`."""

    weights: int
    kv: int
    context: int
    rest: int

    @property
    def total(self) -> int:
        return self.weights + self.kv + self.rest


def needs_of(model: InstalledModel, options: EngineOptions) -> Needs:
    """Reads the headers of the model's files. Raises what is wrong with them.

    A context that is left to the engine counts as the least that it takes.
    """
    headers = headers_of(model.path)
    shape = shape_of(headers)
    context = options.context or min(shape.train or LEAST_CONTEXT, LEAST_CONTEXT)
    host = memory(shape, headers, options_of(options, context)).host
    rest = ENGINE_BYTES + host.compute - host.idle + host.outputs
    return Needs(host.weights, host.kv, context, rest)


def freed_by(pid: int) -> int:
    """What ends with a process. On Linux mapped weights are left out: they count as free there."""
    try:
        memory = psutil.Process(pid).memory_info()
    except psutil.Error:
        return 0
    shared = memory.shared if sys.platform == "linux" else 0
    return int(memory.rss - shared)


def too_large(model: InstalledModel, needs: Needs, free: int, freeable: int) -> ModelTooLarge:
    others = f" and {human_bytes(freeable)} more with the other models unloaded" if freeable else ""
    return ModelTooLarge(
        f"{model.name} needs about {human_bytes(needs.total)} of memory "
        f"(weights {human_bytes(needs.weights)}, a context of {needs.context:,} tokens "
        f"{human_bytes(needs.kv)}, the rest {human_bytes(needs.rest)}); "
        f"{human_bytes(free)} are free{others}. Take a smaller quantization or a smaller context, "
        "close other programs, or load it all the same with memory_check off",
        needs=needs.total,
        weights=needs.weights,
        kv=needs.kv,
        context=needs.context,
        free=free,
        freeable=freeable,
    )
