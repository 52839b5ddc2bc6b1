"""A context: the KV cells of a model, and the computation that fills them.

One thread uses a Context, except for `abort()`, which any thread may call to end a running decode.
What would end the process natively is refused before the call, as ValueError: those are bugs.
"""

from __future__ import annotations

import ctypes
import re
import weakref
from ctypes import c_int32, c_size_t, c_void_p
from types import TracebackType
from typing import Any, Literal, Protocol, Self

import numpy as np
import numpy.typing as npt

from localllm.llama import load_errors
from localllm.llama.batch import Batch
from localllm.llama.model import Model

FlashAttention = Literal["auto", "on", "off"]
Bytes = npt.NDArray[np.uint8]

# llama_decode's return codes that are not errors of ours (llama.h).
OK, NO_CELLS, ABORTED = 0, 1, 2

# LLAMA_MAX_SEQ: a fixed array in the library.
MAX_SEQUENCES = 256

_FLASH_ATTENTION = {"auto": -1, "off": 0, "on": 1}
_BUFFER = re.compile(r"(KV|RS|compute|output) buffer size\s*=\s*([\d.]+) MiB")


class Observer(Protocol):
    """Native code that sees the nodes of each graph: `callback` is a C function, a
    ggml_backend_sched_eval_callback, that gets `handle`."""

    callback: Any
    handle: int


class Context:
    """`handle` is the address of the llama_context, for this room only."""

    def __init__(
        self,
        model: Model,
        *,
        n_ctx: int,
        n_ubatch: int,
        n_seq_max: int,
        threads: int,
        flash_attention: FlashAttention = "auto",
        kv_type: str = "f16",
        kv_unified: bool = True,
        n_batch: int = 0,
        observer: Observer | None = None,
    ) -> None:
        """`n_ctx` cells, shared by all sequences where `kv_unified`, else each has its part of
        them. A decode takes `n_ubatch` tokens at most and is one ubatch, so that an abort loses no
        more than that, or up to `n_batch` where that is given.

        Raises ModelTooLarge where the memory for it is not there, EngineError where the model
        refuses these settings, ValueError for a kv_type or counts that do not exist.
        """
        if not 0 < n_seq_max <= MAX_SEQUENCES or n_ctx < 1 or n_ubatch < 1 or threads < 1:
            raise ValueError(f"{n_ctx=} {n_ubatch=} {n_seq_max=} (up to 256) {threads=}")
        self.model = model
        self.native = model.native
        self._llama = llama = model.native.llama
        params = llama.llama_context_default_params()
        params.n_ctx = n_ctx
        params.n_batch, params.n_ubatch = n_batch or n_ubatch, n_ubatch
        params.n_seq_max = n_seq_max
        params.n_threads = params.n_threads_batch = threads
        params.flash_attn_type = _FLASH_ATTENTION[flash_attention]
        params.type_k = params.type_v = _ggml_type(llama, kv_type)
        params.kv_unified = kv_unified
        if observer is not None:
            callback = ctypes.cast(observer.callback, llama.ggml_backend_sched_eval_callback)
            params.cb_eval, params.cb_eval_user_data = callback, observer.handle
        self._observer = observer  # lives as long as what calls it
        self.handle = self._init(params)
        self.n_ctx = int(llama.llama_n_ctx(self.handle))
        self.n_batch = int(llama.llama_n_batch(self.handle))
        self.n_seq_max = n_seq_max
        self.n_vocab = model.vocab.n_tokens
        self._memory = llama.llama_get_memory(self.handle)
        self._install_abort()
        self._free = weakref.finalize(self, llama.llama_free, self.handle)
        self._bind()
        model.own(self)

    def _init(self, params: Any) -> int:
        with self.native.log.capture() as captured:
            handle = self._llama.llama_init_from_model(self.model.handle, params)
        if not handle:
            raise load_errors.explain_context(params.n_ctx, params.n_seq_max, captured.errors)
        self.buffer_bytes = _buffer_bytes(captured.lines)
        return int(handle)

    def _install_abort(self) -> None:
        """ggml asks after every graph node; a C function answers, so that no GIL is taken.

        The flag outlives `close`, since another thread may abort late: its finalizer is made before
        that of the context, and at exit they run last made first.
        """
        self._shim = self.native.shim.lib
        self._abort = self._shim.shim_abort_new()
        weakref.finalize(self, self._shim.shim_abort_free, self._abort)
        callback = ctypes.cast(self._shim.shim_abort_callback, self._llama.ggml_abort_callback)
        self._llama.llama_set_abort_callback(self.handle, callback, self._abort)

    def _bind(self) -> None:
        """Functions of the hot path, with plain addresses in place of ctypes pointers.

        Indexing the library gives a function object of our own, so that these prototypes are
        nobody else's.
        """
        library = self._llama._lib
        self._get_logits = library["llama_get_logits_ith"]
        self._get_logits.restype, self._get_logits.argtypes = c_void_p, [c_void_p, c_int32]
        self._row = ctypes.c_float * self.n_vocab
        state = [c_void_p, c_void_p, c_size_t, c_int32]
        self._state_get = library["llama_state_seq_get_data"]
        self._state_get.restype, self._state_get.argtypes = c_size_t, state
        self._state_set = library["llama_state_seq_set_data"]
        self._state_set.restype, self._state_set.argtypes = c_size_t, state

    # --- computing ---------------------------------------------------------------------------

    def decode(self, batch: Batch) -> int:
        """Runs the batch; returns llama_decode's code.

        0 done; 1 too few free cells, nothing changed; 2 aborted and below -1 failed: what was
        computed stays in the cells, the logits of all rows are gone; -1 refused (positions that
        do not follow on those in the cells; `lib.recent_errors` says which), nothing changed.
        """
        n = batch.n_tokens
        if not 0 < n <= self.n_batch:
            raise ValueError(f"{n} tokens in a batch; a decode takes 1 to {self.n_batch}")
        if batch.n_seq_max > self.n_seq_max and batch.seq_id[:n].max() >= self.n_seq_max:
            raise ValueError(f"a sequence beyond the {self.n_seq_max} of this context")
        tokens = batch.token[:n]
        if tokens.min() < 0 or tokens.max() >= self.n_vocab:
            raise ValueError(f"a token outside the vocabulary of {self.n_vocab}")
        return int(self._llama.llama_decode(self.handle, batch.struct))

    def logits(self, i: int) -> npt.NDArray[np.float32]:
        """The (n_vocab,) logits of row `i` of the last decode: a view, valid until the next one.
        Raises ValueError where that row gave none."""
        return np.ctypeslib.as_array(self._row.from_address(self.logits_address(i)))

    def logits_address(self, i: int) -> int:
        """Where they begin; those of the rows behind it that have logits follow at once."""
        address = self._get_logits(self.handle, i)
        if not address:
            raise ValueError(f"row {i} of the last decode has no logits")
        return int(address)

    @property
    def threads(self) -> int:
        return int(self._llama.llama_n_threads(self.handle))

    def set_threads(self, n: int) -> None:
        """Threads of every decode from now on; free to call before each."""
        if n < 1:
            raise ValueError(f"{n} threads")
        self._llama.llama_set_n_threads(self.handle, n, n)

    def abort(self) -> None:
        """Ends the running decode, and every later one at once, until `clear_abort`. From any
        thread, at any time. Backends other than the CPU finish their graph first."""
        self._shim.shim_abort_set(self._abort, True)

    def clear_abort(self) -> None:
        self._shim.shim_abort_set(self._abort, False)

    # --- memory: cells and the sequences in them ------------------------------------------------
    # Ranges are half open, [p0, p1); -1 is an open end.

    def seq_remove(self, seq: int, p0: int = -1, p1: int = -1) -> bool:
        """Frees a sequence's cells in the range. False where the model cannot cut there (a
        recurrent or hybrid one) and nothing changed. A sliding-window model says True even where
        the window before p0 is gone: see `seq_pos_min`."""
        self._check_seq(seq)
        return bool(self._llama.llama_memory_seq_rm(self._memory, seq, p0, p1))

    def seq_copy(self, src: int, dst: int, p0: int = -1, p1: int = -1) -> None:
        """Lets `dst` share the cells of `src` in the range (in a unified context nothing is
        copied)."""
        self._check_seq(src)
        self._check_seq(dst)
        self._llama.llama_memory_seq_cp(self._memory, src, dst, p0, p1)

    def seq_pos_min(self, seq: int) -> int:
        """The first position in the cells, above 0 where a sliding window moved on; -1 if empty."""
        self._check_seq(seq)
        return int(self._llama.llama_memory_seq_pos_min(self._memory, seq))

    def seq_pos_max(self, seq: int) -> int:
        """The last position in the cells; -1 if empty."""
        self._check_seq(seq)
        return int(self._llama.llama_memory_seq_pos_max(self._memory, seq))

    def clear(self) -> None:
        """Empties all sequences. The data stays in place and is written over."""
        self._llama.llama_memory_clear(self._memory, False)

    def _check_seq(self, seq: int) -> None:
        # An index into a fixed array natively; a negative one means "all", which no caller wants.
        if not 0 <= seq < self.n_seq_max:
            raise ValueError(f"sequence {seq} of {self.n_seq_max}")

    # --- state ------------------------------------------------------------------------------------

    def save_sequence(self, seq: int) -> Bytes:
        """The sequence's cells as bytes, (n,) uint8. They fit any context of the same model file,
        KV type and flash-attention setting, and say nothing of that themselves."""
        self._check_seq(seq)
        size = int(self._llama.llama_state_seq_get_size(self.handle, seq))
        data = np.empty(size, np.uint8)
        return data[: self._state_get(self.handle, data.ctypes.data, size, seq)]

    def restore_sequence(self, seq: int, data: Bytes | bytes | memoryview) -> bool:
        """Replaces the sequence with saved cells. False, and the sequence empty, where there are
        too few free cells or the state is of another shape."""
        self._check_seq(seq)
        view = np.frombuffer(data, np.uint8)
        return bool(self._state_set(self.handle, view.ctypes.data, view.size, seq))

    # --- end --------------------------------------------------------------------------------------

    def close(self) -> None:
        """Frees the cells. Twice is fine; no decode may run."""
        self._free()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _ggml_type(llama: Any, name: str) -> int:
    number = getattr(llama, f"GGML_TYPE_{name.upper()}", None)
    if number is None:
        raise ValueError(f"no ggml type is called {name!r}")
    return int(number)


def _buffer_bytes(lines: list[str]) -> dict[str, int]:
    """What a context took, by purpose, in bytes, as llama.cpp logs it: no function tells."""
    sizes: dict[str, int] = {}
    for line in lines:
        for purpose, mebibytes in _BUFFER.findall(line):
            key = purpose.lower()
            sizes[key] = sizes.get(key, 0) + int(float(mebibytes) * 2**20)
    return sizes
