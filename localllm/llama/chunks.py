"""Reads a long text in chunks of equal length, several at once, and hands out their logits.

As llama.cpp's perplexity and imatrix tools do it: each chunk is a sequence of its own, begins with
BOS where the model wants one (in place of its first token), and is forgotten afterwards.

    one group, n_ctx 512, four chunks       a chunk longer than a batch
    seq 0  [BOS t1   ... t511]              part 0  [BOS    ... t2047]
    seq 1  [BOS t513 ... t1023]             part 1  [t2048  ... t4095]
    ...      one decode                               a decode each
"""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np

from localllm import errors
from localllm.llama import lib
from localllm.llama.batch import Batch
from localllm.llama.context import OK, Context, Observer
from localllm.llama.model import Model
from localllm.llama.vocab import Tokens

# The peer's: tokens of a decode, and of a step within it.
_BATCH, _UBATCH = 2048, 512
# All rows of a batch that have logits, together.
_LOGITS_BYTES = 512 << 20


class Rows(NamedTuple):
    """Logits of `n` positions of one sequence from `start` on, (n, n_vocab) float32 at
    `address`: valid until the next decode."""

    address: int
    start: int
    n: int


class Shape(NamedTuple):
    """How chunks go through a context: `sequences` at once, in parts of `batch` tokens. Logits are
    wanted from position `first` of each chunk on."""

    n_ctx: int
    sequences: int
    batch: int
    first: int

    @classmethod
    def of(cls, n_ctx: int, n_vocab: int, n_chunks: int, *, first: int) -> Self:
        """As many at once as the peer takes, or as the memory for logits allows."""
        room = max(1, _LOGITS_BYTES // (4 * n_vocab))
        sequences = max(1, min(_BATCH // n_ctx, n_chunks, room // (n_ctx - first)))
        if sequences > 1:
            return cls(n_ctx, sequences, sequences * n_ctx, first)
        steps = max(_UBATCH, room // _UBATCH * _UBATCH)
        return cls(n_ctx, 1, min(_BATCH, n_ctx, steps), first)

    @property
    def parts(self) -> list[range]:
        """The positions that go into each decode."""
        starts = range(0, self.n_ctx, self.batch)
        return [range(at, min(at + self.batch, self.n_ctx)) for at in starts]


class ChunkReader:
    """A context that reads chunks of one shape. Closed with its model, or before by `close`."""

    def __init__(
        self, model: Model, shape: Shape, *, threads: int, observer: Observer | None = None
    ) -> None:
        """Raises as `Context`."""
        self.shape = shape
        self.model = model
        self.context = Context(
            model,
            n_ctx=shape.sequences * shape.n_ctx,
            n_ubatch=min(_UBATCH, shape.batch),
            n_seq_max=shape.sequences,
            threads=threads,
            kv_unified=False,
            n_batch=shape.batch,
            observer=observer,
        )
        self.threads = threads
        self._batch = Batch(shape.batch, shape.sequences)
        self._bos = model.vocab.bos if model.vocab.add_bos else None

    def begin(self) -> None:
        """Forgets the chunks before."""
        self.context.clear()

    def decode(self, group: Tokens, part: range) -> list[Rows]:
        """Computes these positions of (up to `sequences`, n_ctx) tokens; the logits, by sequence.

        Raises EngineError where the model fails.
        """
        batch = self._batch
        batch.clear()
        for seq, tokens in enumerate(group):
            at = batch.n_tokens
            batch.add(tokens[part.start : part.stop], part.start, seq, False)
            if part.start == 0 and self._bos is not None:
                batch.token[at] = self._bos
        batch.logits[: batch.n_tokens] = batch.pos[: batch.n_tokens] >= self.shape.first
        code = self.context.decode(batch)
        if code != OK:
            said = lib.recent_errors()[-1:] or ["llama.cpp gave no reason"]
            raise errors.EngineError(
                f"{self.model.path.name} failed to compute {batch.n_tokens} tokens: {said[0]} "
                f"(code {code}).",
                native_code=code,
            )
        return self._rows(len(group), part)

    def _rows(self, sequences: int, part: range) -> list[Rows]:
        start = max(part.start, self.shape.first)
        count = max(0, part.stop - start)
        if count == 0:
            return [Rows(0, start, 0)] * sequences
        indices = np.arange(sequences) * len(part) + (start - part.start)
        return [Rows(self.context.logits_address(int(i)), start, count) for i in indices]

    def close(self) -> None:
        self.context.close()
