"""Does a model fit: what it takes against what is free, from its header, before it is fetched.

    fit(headers, options, room()) -> Fit          no file is needed, no native build, no network

The bytes come from `memory` (formulas, within 5% of what llama.cpp allocates on every model of
the tests) or from llama.cpp itself, which `judge` takes as well: one verdict for both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from localllm.models.header.gguf import GGUFHeader
from localllm.models.memory.formula import CELL_STEP, FitOptions, Memory, kv_bytes_a_token, memory
from localllm.models.memory.machine import Room
from localllm.models.memory.shape import Shape, shape_of
from localllm.models.units import human_bytes

# Python, the libraries, small buffers: about 120 MB with the starter model, resident.
ENGINE_BYTES = 150_000_000
# It is not worth loading with less than this.
LEAST_CONTEXT = 2048
# A context that nobody chose is no longer than this.
AUTO_CONTEXT = 32768
_AUTO_SHARE = 4  # and its keys and values take a quarter of the free memory
_TIGHT = 0.8
_LONGEST = 1 << 20  # looked for where the model does not say what it was trained for

Verdict = Literal["fits", "tight", "too big"]


class Fit(msgspec.Struct, frozen=True):
    """Bytes a loaded model takes, host and GPU together, and whether they are there.

    `compute` leaves out what is reserved but never written. `engine` is the process around it.
    `on_gpu` of `total` lie on a GPU. "tight": more than four fifths of what is free are needed.
    `max_context` is the longest that fits, 0 where none does. `exact`: llama.cpp said so itself.
    """

    context: int
    sequences: int
    weights: int
    kv: int
    compute: int
    outputs: int
    engine: int
    total: int
    on_gpu: int
    free: int
    verdict: Verdict
    max_context: int
    words: str
    exact: bool = False


def fit(headers: Sequence[GGUFHeader], options: FitOptions, room: Room) -> Fit:
    """For the model whose parts have these headers. Context 0: the one an engine would choose.

    Raises NotAModel for a header with absurd numbers.
    """
    shape = shape_of(headers)
    context = options.context or auto_context(shape, options.kv_type, room.ram)
    options = msgspec.structs.replace(options, context=context)

    def bytes_at(context: int) -> Memory:
        return memory(shape, headers, msgspec.structs.replace(options, context=context))

    return judge(bytes_at(context), options, room, max_context(shape, bytes_at, room))


def judge(
    memory: Memory, options: FitOptions, room: Room, longest: int, exact: bool = False
) -> Fit:
    """The verdict on bytes, whoever counted them."""
    host, device = memory.host, memory.device
    share = used_share(memory, room)
    verdict: Verdict = "fits" if share <= _TIGHT else "tight" if share <= 1 else "too big"
    total = memory.total - host.idle + ENGINE_BYTES
    fit = Fit(
        context=options.context,
        sequences=options.sequences,
        weights=host.weights + device.weights,
        kv=host.kv + device.kv,
        compute=host.compute - host.idle + device.compute,
        outputs=host.outputs + device.outputs,
        engine=ENGINE_BYTES,
        total=total,
        on_gpu=device.total,
        free=room.ram + (0 if room.shared else room.device if device.total else 0),
        verdict=verdict,
        max_context=longest,
        words="",
        exact=exact,
    )
    return msgspec.structs.replace(fit, words=words(fit))


def used_share(memory: Memory, room: Room) -> float:
    """Of what is free, in the place where it is scarcest; over 1: it does not fit."""
    host = memory.host.total - memory.host.idle + ENGINE_BYTES
    device = memory.device.total
    shares = [(host + (device if room.shared else 0)) / max(room.ram, 1)]
    if device:
        shares.append(device / max(room.device, 1))
    return max(shares)


def auto_context(shape: Shape, kv_type: str, free: int) -> int:
    """As the engine chooses it: the model's own, as far as a quarter of the memory allows."""
    affordable = free // _AUTO_SHARE // max(kv_bytes_a_token(shape, kv_type), 1)
    context = min(shape.train or AUTO_CONTEXT, affordable, AUTO_CONTEXT)
    return max(context - context % CELL_STEP, LEAST_CONTEXT)


def max_context(shape: Shape, bytes_at: Callable[[int], Memory], room: Room) -> int:
    """The longest context that fits, in steps of 256, up to what it was trained for; 0: none."""
    low, high = 0, max((shape.train or _LONGEST) // CELL_STEP, 1)
    while low < high:
        middle = (low + high + 1) // 2
        if used_share(bytes_at(middle * CELL_STEP), room) <= 1:
            low = middle
        else:
            high = middle - 1
    return low * CELL_STEP


def words(fit: Fit) -> str:
    """One sentence for people: "too big: needs 5.1 GB, 4.0 GB are free; 8,192 tokens would fit"."""
    needs, free = human_bytes(fit.total), human_bytes(fit.free)
    if fit.verdict != "too big":
        return f"{fit.verdict}: takes {needs} of {free} free"
    said = f"too big: needs {needs}, {free} are free"
    if 0 < fit.max_context < fit.context:
        return f"{said}; a context of {fit.max_context:,} tokens would fit"
    if fit.max_context:
        return f"{said}; put fewer layers on the GPU"
    return f"{said}; take a smaller quantization"
