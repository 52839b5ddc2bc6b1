"""The bytes a model takes when loaded, by formula, from headers alone.

    memory(shape, tensors, options) -> Memory(host, device)

Formulas follow what llama.cpp allocates (the pinned version): llama-kv-cache.cpp,
llama-kv-cache-iswa.cpp and llama-memory-recurrent.cpp for what is kept; `output_reserve` in
llama-context.cpp; and for compute buffers the largest moment of the graphs in llama-graph.cpp as
ggml-alloc lays them out. docs/adr/0015-fit.md says how they were found and how near they are.
"""

from __future__ import annotations

import itertools
import platform
from collections.abc import Sequence
from typing import Literal

import msgspec

from localllm.core import EngineOptions
from localllm.models.header.ggml_types import TYPES
from localllm.models.header.gguf import GGUFHeader, TensorInfo
from localllm.models.memory.shape import Layer, Shape

CELL_STEP = 256  # n_ctx is padded to it
_F32, _F16 = 4, 2
_ALIGNMENT = 32  # of a tensor in a CPU buffer
_REPACKED = frozenset({"Q4_0", "Q4_K", "IQ4_NL", "MXFP4"})
_REPACKED_ARM = _REPACKED | {"Q5_K", "Q6_K", "Q8_0"}
_REPACKED_ROWS = 8
SMALL = 1 << 16  # positions, ids and what else is a few bytes a token
_KV_TYPES = {kind.name.lower(): kind for kind in TYPES.values()}


class FitOptions(msgspec.Struct, frozen=True):
    """How the model would be loaded. `context` in tokens, shared by `sequences` chats.

    `outputs` is how many rows of logits a step may ask for (0: one for each of its tokens, which
    is what llama.cpp reserves unless told). `swa_full` keeps every cell of sliding layers too;
    the engine does, since a window that is gone cannot be gone back to.
    """

    context: int
    sequences: int = 8
    ubatch: int = 512
    flash_attention: Literal["auto", "on", "off"] = "auto"
    kv_type: str = "f16"
    gpu_layers: int = 0
    outputs: int = 0
    swa_full: bool = True
    unified: bool = True


class Parts(msgspec.Struct, frozen=True):
    """Bytes. `idle` is that part of `compute` which is reserved and never written."""

    weights: int = 0
    kv: int = 0
    compute: int = 0
    outputs: int = 0
    idle: int = 0

    @property
    def total(self) -> int:
        return self.weights + self.kv + self.compute + self.outputs


class Memory(msgspec.Struct, frozen=True):
    """Where it lies: `host` is the computer's memory, `device` that of the GPUs together."""

    host: Parts
    device: Parts

    @property
    def total(self) -> int:
        return self.host.total + self.device.total


def options_of(options: EngineOptions, context: int, *, gpu: bool = False) -> FitOptions:
    """As an engine with these options loads a model with a context of that many tokens."""
    return FitOptions(
        context=context,
        sequences=options.max_sequences + 1,  # an engine moves KV through one more
        ubatch=options.ubatch,
        flash_attention=options.flash_attention,
        kv_type=options.kv_type,
        gpu_layers=options.gpu_layers if gpu else 0,
    )


def memory(shape: Shape, headers: Sequence[GGUFHeader], options: FitOptions) -> Memory:
    """What llama.cpp allocates for the model with these headers."""
    first = first_on_gpu(shape, options.gpu_layers)
    on_gpu = range(first, len(shape.layers))
    host_weights, device_weights = _weights(shape, headers, first)
    kv = [kv_bytes_of_layer(shape, layer, options) for layer in shape.layers]
    needed, idle = compute_bytes(shape, options)
    host = Parts(
        weights=host_weights,
        kv=sum(kv[:first]),
        compute=needed if first else _inputs(shape, options),
        outputs=options.sequences * shape.vocab * _F32,
        idle=idle if first else 0,
    )
    offloads = options.gpu_layers != 0
    device = Parts(
        weights=device_weights,
        kv=sum(kv[n] for n in on_gpu),
        compute=needed if offloads else 0,
    )
    return Memory(host, device)


def first_on_gpu(shape: Shape, gpu_layers: int) -> int:
    """Layers from this one on lie on the GPU. The output counts as one more, and goes first."""
    n = len(shape.layers)
    return 0 if gpu_layers < 0 else max(0, min(n, n + 1 - gpu_layers))


# --- weights ---------------------------------------------------------------------------------


def _weights(shape: Shape, headers: Sequence[GGUFHeader], first: int) -> tuple[int, int]:
    """(host, device). The input embedding stays on the host. Where it is the output too, the GPU
    has its own copy, and so has the CPU if it keeps that type in another order for speed."""
    host = device = copy = 0
    offloads, tied = first < len(shape.layers), shape.causal and shape.has_memory
    for tensor in itertools.chain.from_iterable(header.tensors for header in headers):
        size = _padded(tensor.nbytes, _ALIGNMENT)
        if tensor.name == "token_embd.weight":
            copy = size if offloads or _repacked(tensor) else 0
            host += size
        elif _layer_of(tensor.name, len(shape.layers)) >= first and offloads:
            device += size
        else:
            host += size
        tied &= tensor.name != "output.weight"
    copy = copy if tied else 0
    return (host, device + copy) if offloads else (host + copy, device)


def _repacked(tensor: TensorInfo) -> bool:
    """`ggml_repack_get_optimal_repack_type` in ggml-cpu/repack.cpp, for processors of our day
    (AVX2; NEON with dot products), without the types that only AVX-512 adds."""
    types = _REPACKED_ARM if platform.machine().lower() in ("arm64", "aarch64") else _REPACKED
    rows = tensor.shape[1] if len(tensor.shape) > 1 else 1
    return tensor.type_name in types and rows % _REPACKED_ROWS == 0


def _layer_of(name: str, n_layers: int) -> int:
    """`blk.3.attn_q.weight` -> 3; what belongs to no layer comes after the last."""
    parts = name.split(".", 2)
    if parts[0] == "blk" and len(parts) == 3 and parts[1].isascii() and parts[1].isdigit():
        return int(parts[1][:6])
    return n_layers


# --- keys, values, states --------------------------------------------------------------------


def cells(options: FitOptions, *, slides: bool = False, window: int = 0) -> int:
    """Cells of a layer's cache, all streams together."""
    streams = 1 if options.unified else options.sequences
    each = _padded(_padded(options.context, CELL_STEP) // streams, CELL_STEP)
    if slides and not options.swa_full:
        seen = window * (options.sequences if options.unified else 1) + _tokens(options)
        each = min(_padded(min(each, seen), CELL_STEP), each)
    return each * streams


def kv_bytes_of_layer(shape: Shape, layer: Layer, options: FitOptions) -> int:
    """Keys and values of all cells, and one recurrent state for each sequence (always F32)."""
    state = layer.state * options.sequences * _F32
    if not shape.has_memory:
        return 0
    n = cells(options, slides=layer.slides, window=shape.window)
    value = layer.value
    if not _flash(options) and layer.value:  # transposed rows are as wide as the widest
        value = max(other.value for other in shape.layers)
    return n * (_row(layer.key, options.kv_type) + _row(value, options.kv_type)) + state


def kv_bytes_a_token(shape: Shape, kv_type: str) -> int:
    """Bytes that one more token of context takes, with every layer keeping all of it."""
    return sum(_row(layer.key, kv_type) + _row(layer.value, kv_type) for layer in shape.layers)


def _row(elements: int, kv_type: str) -> int:
    kind = _KV_TYPES[kv_type]
    return -(-elements // kind.block) * kind.size


# --- compute buffers -------------------------------------------------------------------------


def compute_bytes(shape: Shape, options: FitOptions) -> tuple[int, int]:
    """(bytes of the compute buffer, how many of them are never written).

    The largest of three moments: inside a feed-forward block, inside attention, and while the
    logits are computed. E, Q, K and F below are one step's rows of the residual stream, queries,
    keys and inner values in F32.
    """
    inner = max(_feed_forward(shape, options), _attention(shape, options))
    rows = options.outputs or _tokens(options)
    reserved = _logits(shape, options, min(rows, _tokens(options)))
    written = _logits(shape, options, min(options.sequences, _tokens(options)))
    largest = max(inner, reserved)
    return largest + SMALL, max(0, largest - max(inner, written))


def idle_bytes(shape: Shape, options: FitOptions) -> int:
    """Of the host's compute buffer, what is reserved for logits that nobody asks for."""
    host = first_on_gpu(shape, options.gpu_layers) > 0
    return compute_bytes(shape, options)[1] if host else 0


def _logits(shape: Shape, options: FitOptions, rows: int) -> int:
    """The logits, and both the last hidden state and its norm. None for a model that embeds."""
    if not shape.causal or not shape.has_memory:
        return 0
    return rows * shape.vocab * _F32 + 2 * rows * shape.embd * _F32


def _feed_forward(shape: Shape, options: FitOptions) -> int:
    """masks + 3 F (gate, up, their product) + 3 E + Q; experts have F and E for each one used."""
    row = _tokens(options) * _F32
    if not shape.has_memory:
        return _masks(shape, options) + row * (shape.ff + 3 * shape.embd)
    around = _masks(shape, options) + row * (3 * shape.embd + shape.query)
    dense = 3 * row * shape.ff if not shape.experts else 0
    inner, outer = row * shape.used * shape.expert_ff, row * shape.used * shape.embd
    # The experts' answers find room where gate and up were, unless they are wider.
    experts = 3 * inner + (outer if outer > 2 * inner else 0)
    return around + max(dense, experts, _scan(shape, options))


def _attention(shape: Shape, options: FitOptions) -> int:
    """Without flash attention: masks + scores of all heads + 3 E + 2 Q + 2 K. With it, what the
    feed-forward block takes is more. A recurrent layer's scan comes instead."""
    if _flash(options) or not shape.heads:
        return 0
    row = _tokens(options) * _F32
    seen = cells(options) if shape.has_memory else _tokens(options)
    scores = row * seen * shape.heads
    around = row * (3 * shape.embd + 2 * shape.query + 2 * shape.kv)
    return _masks(shape, options) + scores + around


def _scan(shape: Shape, options: FitOptions) -> int:
    """Inside a state-space layer: seven rows of its inner width, and the states of all."""
    state = max((layer.state for layer in shape.layers), default=0)
    if not state:
        return 0
    return 7 * _tokens(options) * shape.state_inner * _F32 + state * options.sequences * _F32


def _masks(shape: Shape, options: FitOptions) -> int:
    """One for layers that see all and one for those that slide: cells x tokens."""
    size = _F16 if _flash(options) else _F32
    if not shape.has_memory:
        return _tokens(options) ** 2 * size
    kinds = {layer.slides for layer in shape.layers if layer.key}
    return sum(
        cells(options, slides=slides, window=shape.window) * _tokens(options) * size
        for slides in kinds
    )


def _inputs(shape: Shape, options: FitOptions) -> int:
    """What the host computes for a model that is on the GPU whole: embeddings and masks."""
    return _masks(shape, options) + _tokens(options) * shape.embd * _F32 + SMALL


def _tokens(options: FitOptions) -> int:
    return min(options.ubatch, _padded(options.context, CELL_STEP))


def _flash(options: FitOptions) -> bool:
    """llama.cpp's CPU and GPU backends all have it, so that "auto" is on."""
    return options.flash_attention != "off"


def _padded(n: int, step: int) -> int:
    return -(-n // step) * step
