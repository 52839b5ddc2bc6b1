"""Tensors of the file to be, described by where their rows come from.

Everything that conversion does to weights is one of: rows taken as they are, rows of a head put in
another order, some rows of a tensor, several tensors one after the other, one added to each number.

    Output  name, shape, parts
    Part    rows [start, stop) of a stored tensor, `order` inside each group of len(order) rows
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import gguf
import msgspec
import numpy as np
from numpy.typing import NDArray

from localllm.models.convert.encoding import encode, encode_floats, widen
from localllm.models.convert.safetensors import Shards, TensorRef

CHUNK_BYTES = 1 << 20  # of stored rows at a time; what it becomes is at most twice as large


class Part(msgspec.Struct, frozen=True):
    """`shift` is added to every number, in the precision that the tensor has (float16, else 32)."""

    tensor: TensorRef
    start: int
    stop: int
    order: tuple[int, ...] = ()
    shift: float = 0.0


class Output(msgspec.Struct, frozen=True):
    """A tensor to be written. `shape` as torch prints it; `values` (float32) where it is computed.

    `source` is the name it has in the checkpoint, for messages and for the rules about types.
    """

    name: str
    shape: tuple[int, ...]
    parts: tuple[Part, ...] = ()
    values: tuple[float, ...] = ()
    source: str = ""


def whole(tensor: TensorRef, shift: float = 0.0, order: tuple[int, ...] = ()) -> tuple[Part, ...]:
    return (Part(tensor, 0, tensor.rows, order, shift),)


def chunks(output: Output, kind: gguf.GGMLQuantizationType, shards: Shards) -> Iterator[Any]:
    """The bytes of an output in type `kind`, as arrays, about a megabyte at a time."""
    if output.values:
        yield encode_floats(np.asarray(output.values, np.float32), kind)
    for part in output.parts:
        for start, stop in _steps(part):
            yield _encoded(part, shards.rows(part.tensor, start, stop), kind)


def _steps(part: Part) -> Iterator[tuple[int, int]]:
    """Row ranges of about CHUNK_BYTES that never cut a group."""
    row_bytes = max(1, part.tensor.nbytes // max(1, part.tensor.rows))
    group = len(part.order) or 1
    step = max(1, CHUNK_BYTES // (row_bytes * group)) * group
    for start in range(part.start, part.stop, step):
        yield start, min(start + step, part.stop)


def _encoded(part: Part, rows: NDArray[Any], kind: gguf.GGMLQuantizationType) -> NDArray[Any]:
    if part.order:
        rows = _reordered(rows, part.order)
    dtype = part.tensor.dtype
    if not part.shift:
        return encode(rows, dtype, kind)
    wide = widen(rows, dtype)
    return encode_floats(wide + wide.dtype.type(part.shift), kind)


def _reordered(rows: NDArray[Any], order: tuple[int, ...]) -> NDArray[Any]:
    groups = rows.reshape(-1, len(order), rows.shape[-1])
    return groups[:, list(order)].reshape(rows.shape)


def rotary_order(head_dim: int) -> tuple[int, ...]:
    """From the half-and-half order of rotary pairs to ggml's, where both of a pair are neighbours.

    As `permute` of llama.cpp's converter: (2, head_dim/2) -> (head_dim/2, 2).
    """
    half = head_dim // 2
    return tuple(side * half + pair for pair in range(half) for side in range(2))


def n_elements(output: Output) -> int:
    return math.prod(output.shape)
