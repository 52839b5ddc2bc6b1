"""Does a model fit into memory: what it takes against what is free, before anything is loaded.

    needs = the file's bytes + keys and values of the context + a step's activations + a flat share

It counts this computer's main memory alone: a model that goes to a graphics card whole is
overestimated, and `memory_check` off is the way past that.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import msgspec
import psutil

from localllm.core import EngineOptions
from localllm.errors import ModelTooLarge
from localllm.models.ggml_types import TYPES
from localllm.models.gguf import GGUFHeader, read_header
from localllm.models.store import InstalledModel
from localllm.models.units import human_bytes

# Python, the libraries, small buffers: about 120 MB with the starter model, resident.
BASE_BYTES = 150_000_000
# The engine chooses a context that fits; it is not worth loading with less than this.
LEAST_CONTEXT = 2048

_F32_BYTES = 4
_ROWS_ALIVE = 4  # tensors of a layer that exist at one time: gate, up, their product, the input
_CGROUP = Path("/sys/fs/cgroup")
_BYTES_AN_ELEMENT = {kind.name.lower(): kind.size / kind.block for kind in TYPES.values()}


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
    """Reads the file's header. Raises what is wrong with it."""
    context = options.context or min(model.context_train or LEAST_CONTEXT, LEAST_CONTEXT)
    header = read_header(model.path)
    kv = round(context * kv_bytes_a_token(header, options.kv_type))
    activations = options.ubatch * _widest(header) * _ROWS_ALIVE * _F32_BYTES
    return Needs(model.size_bytes, kv, context, BASE_BYTES + activations)


def _widest(header: GGUFHeader) -> int:
    """Of a layer's tensors. Not the logits: nearly all of their buffer is never touched."""
    arch = header.text("general.architecture") or ""
    keys = (f"{arch}.feed_forward_length", f"{arch}.embedding_length")
    return max(header.number(key) or 0 for key in keys)


def kv_bytes_a_token(header: GGUFHeader, kv_type: str) -> float:
    """2 (keys, values) x layers x KV heads x width; a bound where layers differ or slide.

    Keys of the header as gguf's constants.py names them; the defaults are llama.cpp's.
    """
    arch = header.text("general.architecture") or ""

    def number(key: str, default: int) -> int:
        return header.number(f"{arch}.{key}") or default

    heads = number("attention.head_count", 1)
    width = number("embedding_length", 0) // heads
    elements = number("attention.key_length", width) + number("attention.value_length", width)
    layers, kv_heads = number("block_count", 0), number("attention.head_count_kv", heads)
    return layers * kv_heads * elements * _BYTES_AN_ELEMENT[kv_type]


def available_bytes() -> int:
    """What can be taken now without swapping; a container's limit counts where it is tighter."""
    free = int(psutil.virtual_memory().available)
    limit = _cgroup_available()
    return free if limit is None else min(free, limit)


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


def _cgroup_available() -> int | None:
    """Left under the limit of this control group (version 2); its file cache counts as free."""
    with contextlib.suppress(OSError, ValueError, KeyError):
        limit = int((_CGROUP / "memory.max").read_text())
        used = int((_CGROUP / "memory.current").read_text())
        stat = dict(line.split() for line in (_CGROUP / "memory.stat").read_text().splitlines())
        return max(0, limit - used + int(stat["inactive_file"]))
    return None
