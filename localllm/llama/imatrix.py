"""Collects an importance matrix while a model reads: see native/shim/imatrix.cpp.

For each weight, per input column, the sum of the squares of what it was multiplied with. A
Collector is the observer of one context; one thread uses both.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterator
from ctypes import POINTER, c_char_p, c_float, c_int64
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from localllm import errors
from localllm.llama import lib
from localllm.llama.shim import ShimError


class _Entry(ctypes.Structure):
    """struct shim_imatrix_sums"""

    _fields_ = (
        ("name", c_char_p),
        ("values", POINTER(c_float)),
        ("n_values", c_int64),
        ("counts", POINTER(c_int64)),
        ("n_counts", c_int64),
    )


class Collected(NamedTuple):
    """The sums of one weight: `values` (columns * matrices) float32, `counts` (1,) or (experts,)
    int64 rows."""

    name: str
    values: npt.NDArray[np.float32]
    counts: npt.NDArray[np.int64]


class Collector:
    """Give it to a context as its observer. `with_output` collects for output.weight too."""

    callback: Any
    handle: int

    def __init__(self, *, with_output: bool = False) -> None:
        self._shim = shim = lib.load().shim
        self.callback = shim.lib.shim_imatrix_callback
        self.handle = shim.handle(shim.lib.shim_imatrix_new(with_output))
        self._free = weakref.finalize(self, shim.lib.shim_imatrix_free, self.handle)

    def check(self) -> int:
        """The number of weights seen; call it after each decode. Raises ModelError where something
        could not be collected."""
        count = int(self._shim.lib.shim_imatrix_size(self.handle))
        if count < 0:
            raise errors.ModelError(
                f"No importance matrix can be made of this model: {self._shim.last_error()}. "
                "Its weights are damaged, or this computer's backend computes them wrongly."
            )
        return count

    def collected(self) -> Iterator[Collected]:
        """Copies of what was collected so far, by name. Raises as `check`."""
        entry = _Entry()
        for i in range(self.check()):
            if self._shim.lib.shim_imatrix_entry(self.handle, i, ctypes.byref(entry)):
                raise ShimError(self._shim.last_error())
            yield Collected(
                entry.name.decode("utf-8", "replace"),
                np.ctypeslib.as_array(entry.values, (entry.n_values,)).copy(),
                np.ctypeslib.as_array(entry.counts, (entry.n_counts,)).copy(),
            )

    def close(self) -> None:
        """After its context. Twice is fine."""
        self._free()
