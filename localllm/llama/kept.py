"""Chunks that a model has read once and hands out again: for many comparisons with one base."""

from __future__ import annotations

import ctypes

import numpy as np
import numpy.typing as npt

from localllm.llama.chunks import ChunkReader, Rows, Shape
from localllm.llama.model import Model
from localllm.llama.vocab import Tokens

Logits = npt.NDArray[np.float32]


class KeepingReader(ChunkReader):
    """Always reads the same chunks, in the same order. From the second time on they come out of
    memory: 4 bytes x positions with logits x vocabulary, unless it does not `keep`."""

    def __init__(self, model: Model, shape: Shape, *, threads: int, keep: bool) -> None:
        """Raises as `Context`."""
        super().__init__(model, shape, threads=threads)
        self._keep = keep
        self._kept: dict[tuple[int, int], list[tuple[Logits, int]]] = {}
        self._group = -1

    def rewind(self) -> None:
        """The first chunks come next."""
        self._group = -1

    def begin(self) -> None:
        self._group += 1
        super().begin()

    def decode(self, group: Tokens, part: range) -> list[Rows]:
        key = (self._group, part.start)
        if key not in self._kept:
            rows = super().decode(group, part)
            if not self._keep:
                return rows
            self._kept[key] = [(self._copied(each), each.start) for each in rows]
        return [Rows(logits.ctypes.data, start, len(logits)) for logits, start in self._kept[key]]

    def _copied(self, rows: Rows) -> Logits:
        shape = (rows.n, self.context.n_vocab)
        if not rows.n:
            return np.empty(shape, np.float32)
        pointer = ctypes.cast(rows.address, ctypes.POINTER(ctypes.c_float))
        return np.ctypeslib.as_array(pointer, shape).copy()
