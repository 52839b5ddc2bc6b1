"""The input of one llama_decode: rows of (token, position, sequence), filled through numpy.

    row          0    1    2    3    4
    token       [the  cat  sat][on] [a]
    pos         [ 0    1    2 ][17] [9]
    seq_id      [ 4    4    4 ][ 0] [2]
    logits      [ 0    0    1 ][ 1] [1]   add(..., logits_last=True) three times

The arrays are numpy's and live as long as the Batch; the C struct only points into them. One
thread at a time uses a Batch, and none while a decode of it runs.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from localllm.llama import lib
from localllm.llama.vocab import Tokens


class Batch:
    """Room for `n_tokens_max` rows of sequences 0 to `n_seq_max` - 1, each row of one sequence."""

    def __init__(self, n_tokens_max: int, n_seq_max: int) -> None:
        if n_tokens_max < 1 or n_seq_max < 1:
            raise ValueError(f"a batch of {n_tokens_max} tokens and {n_seq_max} sequences")
        self.n_tokens_max = n_tokens_max
        self.n_seq_max = n_seq_max
        self.n_tokens = 0
        self.token = np.zeros(n_tokens_max, np.int32)
        self.pos = np.zeros(n_tokens_max, np.int32)
        self.seq_id = np.zeros(n_tokens_max, np.int32)
        self.logits = np.zeros(n_tokens_max, np.int8)
        self._n_seq_id = np.ones(n_tokens_max, np.int32)
        # llama_batch wants a pointer to each row's sequence ids; ours are one each, side by side.
        self._seq_id_pointers = self.seq_id.ctypes.data + 4 * np.arange(
            n_tokens_max, dtype=np.uintp
        )
        self._offsets = np.arange(n_tokens_max, dtype=np.int32)
        self._struct = self._make_struct()

    def _make_struct(self) -> Any:
        struct = lib.load().llama.llama_batch()
        arrays: dict[str, npt.NDArray[Any]] = {
            "token": self.token,
            "pos": self.pos,
            "n_seq_id": self._n_seq_id,
            "seq_id": self._seq_id_pointers,
            "logits": self.logits,
        }
        for name, kind in struct._fields_:
            if name in arrays:
                setattr(struct, name, ctypes.cast(arrays[name].ctypes.data, kind))
        return struct

    @property
    def struct(self) -> Any:
        """The llama_batch over the rows added so far, for this room only."""
        self._struct.n_tokens = self.n_tokens
        return self._struct

    @property
    def room(self) -> int:
        return self.n_tokens_max - self.n_tokens

    def clear(self) -> None:
        self.n_tokens = 0

    def add(
        self, tokens: Sequence[int] | Tokens, start_pos: int, seq_id: int, logits_last: int
    ) -> int:
        """Appends tokens of one sequence at positions from `start_pos` on; returns the last row.

        The logits of so many last rows can be read and sampled after the decode. Raises ValueError
        for no tokens, more than fit, or a sequence out of range; nothing is added then.
        """
        count, first = len(tokens), self.n_tokens
        end = first + count
        if count == 0 or end > self.n_tokens_max:
            raise ValueError(f"{count} tokens for {self.room} free rows of {self.n_tokens_max}")
        if not 0 <= seq_id < self.n_seq_max or start_pos < 0:
            raise ValueError(f"sequence {seq_id} of {self.n_seq_max}, position {start_pos}")
        self.token[first:end] = tokens
        np.add(self._offsets[:count], start_pos, out=self.pos[first:end])
        self.seq_id[first:end] = seq_id
        self.logits[first:end] = 0
        self.logits[end - min(logits_last, count) : end] = 1
        self.n_tokens = end
        return end - 1
