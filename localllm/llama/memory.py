"""How much memory a model takes with given settings, by llama.cpp's own count.

The model is opened without its weights: a few milliseconds of header and graph, nothing is read or
allocated that grows with the model, and what it *would* allocate is summed up. Sizes in bytes.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from localllm.llama.context import Context, FlashAttention
from localllm.llama.model import Model


class BufferMemory(msgspec.Struct, frozen=True):
    """What lies in one type of buffer. `device` is ggml's name ("CUDA0"; "" for the CPU's), `host`
    whether it is this computer's main memory."""

    buffer: str
    device: str
    host: bool
    model: int
    context: int
    compute: int

    @property
    def total(self) -> int:
        return self.model + self.context + self.compute


class MemoryBreakdown(msgspec.Struct, frozen=True):
    """All buffers of a model with one context of `n_ctx` cells (as granted, which may be more than
    was asked).

    `output` is the room for logits of one token a sequence, in main memory; it grows where a batch
    asks for more rows. Not counted: the vocabulary, llama.cpp's own code and graphs (tens of MB).
    """

    buffers: tuple[BufferMemory, ...]
    n_ctx: int
    output: int

    @property
    def model(self) -> int:
        return sum(buffer.model for buffer in self.buffers)

    @property
    def context(self) -> int:
        """Keys and values, or recurrent state."""
        return sum(buffer.context for buffer in self.buffers)

    @property
    def compute(self) -> int:
        return sum(buffer.compute for buffer in self.buffers)

    @property
    def host(self) -> int:
        """All that lies in main memory."""
        return self.output + sum(buffer.total for buffer in self.buffers if buffer.host)

    @property
    def devices(self) -> dict[str, int]:
        """All that lies elsewhere, by device."""
        found: dict[str, int] = {}
        for buffer in self.buffers:
            if not buffer.host:
                found[buffer.device] = found.get(buffer.device, 0) + buffer.total
        return found

    @property
    def total(self) -> int:
        return self.model + self.context + self.compute + self.output


def measure(
    path: Path | str,
    *,
    n_ctx: int,
    n_ubatch: int = 512,
    n_seq_max: int = 1,
    gpu_layers: int = -1,
    flash_attention: FlashAttention = "auto",
    kv_type: str = "f16",
    kv_unified: bool = True,
    n_batch: int = 0,
) -> MemoryBreakdown:
    """What the model of `path` would take with a context of these settings; see `Context`.

    Raises what `Model.open` and `Context` raise.
    """
    with Model.open(path, gpu_layers=gpu_layers, weights=False) as model:
        ctx = Context(
            model,
            n_ctx=n_ctx,
            n_ubatch=n_ubatch,
            n_seq_max=n_seq_max,
            threads=1,
            flash_attention=flash_attention,
            kv_type=kv_type,
            kv_unified=kv_unified,
            n_batch=n_batch,
        )
        return breakdown(ctx)


def breakdown(ctx: Context) -> MemoryBreakdown:
    """What a context and its model take, or would take where it has no weights."""
    shim = ctx.native.shim
    found = shim.take(shim.lib.shim_memory_breakdown(ctx.handle))
    buffers = msgspec.json.decode(found, type=tuple[BufferMemory, ...])
    by_name = tuple(sorted(buffers, key=lambda buffer: buffer.buffer))
    return MemoryBreakdown(by_name, ctx.n_ctx, ctx.buffer_bytes.get("output", 0))
