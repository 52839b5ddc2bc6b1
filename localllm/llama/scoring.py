"""What a model thinks of a text: how likely it held each token that came, and how far it is from
another model that reads the same.

Only the second half of each chunk is scored, so that every token had some text before it. Rows go
from the contexts' own logits to native code (native/shim/scoring.cpp); nothing is copied, so that
memory is two batches of logits however long the text is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from localllm import errors
from localllm.llama.chunks import ChunkReader, Rows, Shape
from localllm.llama.shim import ShimError
from localllm.llama.vocab import Tokens

Scores = npt.NDArray[np.float64]
Divergences = npt.NDArray[np.void]  # of DIVERGENCE

_FLOAT_BYTES = 4

# struct shim_divergence
DIVERGENCE = np.dtype(
    [(name, np.float64) for name in ("nll", "base_nll", "kld", "p_diff", "same_top")]
)


def scored_tokens(n_ctx: int) -> int:
    """Tokens of a chunk that are scored: those that follow on the second half's, the last has no
    follower."""
    return n_ctx - 1 - n_ctx // 2


def scored_shape(n_ctx: int, n_vocab: int, n_chunks: int) -> Shape:
    return Shape.of(n_ctx, n_vocab, n_chunks, first=n_ctx // 2)


def score(
    reader: ChunkReader, chunks: Tokens, *, after_decode: Callable[[], object] | None = None
) -> Iterator[Scores]:
    """For each of the (n, n_ctx) chunks -ln p of its scored tokens, (scored,) in their order.

    `after_decode` may raise what a decode's observer found. Raises EngineError where the model
    fails, ModelError where what it computes is no number.
    """
    for group in _groups(reader.shape, chunks):
        scores = np.empty((len(group), scored_tokens(reader.shape.n_ctx)))
        reader.begin()
        for part in reader.shape.parts:
            rows = reader.decode(group, part)
            if after_decode is not None:
                after_decode()
            _score_part(reader, group, rows, scores)
        _require_numbers(reader, scores)
        yield from scores


def compare(
    reader: ChunkReader, base: ChunkReader, chunks: Tokens, *, exact: bool = False
) -> Iterator[Divergences]:
    """The same for a model and its base, of one shape: rows of DIVERGENCE, (scored,) a chunk.

    Unless `exact`, the base's logits are rounded as in the file that llama-perplexity keeps them
    in, so that the figures are its figures. Raises as `score`.
    """
    if reader.shape != base.shape or reader.context.n_vocab != base.context.n_vocab:
        raise ValueError(f"{reader.shape} and {base.shape} do not go together")
    for group in _groups(reader.shape, chunks):
        rows = np.empty((len(group), scored_tokens(reader.shape.n_ctx)), DIVERGENCE)
        base.begin()
        reader.begin()
        for part in reader.shape.parts:
            base_rows = base.decode(group, part)
            found = reader.decode(group, part)
            _compare_part(reader, group, found, base_rows, exact, rows)
        _require_numbers(base, rows["base_nll"])
        _require_numbers(reader, rows["nll"])
        yield from rows


def _score_part(reader: ChunkReader, group: Tokens, found: list[Rows], scores: Scores) -> None:
    shim = reader.model.native.shim
    n_vocab, threads = reader.context.n_vocab, reader.threads
    for tokens, rows, out in zip(group, found, scores, strict=True):
        rows, targets, to = _scored(reader, tokens, rows, out)
        if not len(targets):
            continue
        code = shim.lib.shim_score_rows(
            rows.address,
            targets.ctypes.data,
            len(targets),
            n_vocab,
            threads,
            to.ctypes.data,
        )
        if code:
            raise ShimError(shim.last_error())


def _compare_part(
    reader: ChunkReader,
    group: Tokens,
    found: list[Rows],
    base: list[Rows],
    exact: bool,
    out: Divergences,
) -> None:
    shim = reader.model.native.shim
    for tokens, rows, base_rows, to in zip(group, found, base, out, strict=True):
        rows, targets, to = _scored(reader, tokens, rows, to)
        if not len(targets):
            continue
        code = shim.lib.shim_compare_rows(
            rows.address,
            base_rows.address,
            targets.ctypes.data,
            len(targets),
            reader.context.n_vocab,
            reader.threads,
            exact,
            to.ctypes.data,
        )
        if code:
            raise ShimError(shim.last_error())


def _scored(
    reader: ChunkReader, tokens: Tokens, rows: Rows, out: npt.NDArray[Any]
) -> tuple[Rows, Tokens, npt.NDArray[Any]]:
    """Of these rows those in the second half that a token follows, these tokens, and the place of
    their scores in `out`."""
    half, n_ctx = reader.shape.n_ctx // 2, reader.shape.n_ctx
    start, stop = max(rows.start, half), min(rows.start + rows.n, n_ctx - 1)
    skipped = (start - rows.start) * reader.context.n_vocab * _FLOAT_BYTES
    targets = np.ascontiguousarray(tokens[start + 1 : max(start, stop) + 1])
    return Rows(rows.address + skipped, start, len(targets)), targets, out[start - half :]


def _groups(shape: Shape, chunks: Tokens) -> Iterator[Tokens]:
    for at in range(0, len(chunks), shape.sequences):
        yield chunks[at : at + shape.sequences]


def _require_numbers(reader: ChunkReader, values: Scores) -> None:
    if not np.isfinite(values).all():
        raise errors.ModelError(
            f"{reader.model.path.name} computes values that are not numbers: its weights are "
            "damaged, or this computer's backend computes them wrongly. Check the file, or try "
            "without a GPU.",
            path=str(reader.model.path),
        )
