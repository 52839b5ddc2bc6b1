"""How far two forms of one tensor are apart, as numbers: see native/shim/tensors.cpp."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from localllm.llama import lib

Bytes = npt.NDArray[np.uint8]

# struct shim_difference
_DIFFERENCE = np.dtype(
    [
        (name, np.float64)
        for name in ("squares", "base_squares", "products", "error_squares", "largest_error")
    ]
)


class Difference(NamedTuple):
    """Over all elements a of a tensor and b of its base: the sums of a², b², ab, (a - b)², and the
    largest |a - b|."""

    squares: float
    base_squares: float
    products: float
    error_squares: float
    largest_error: float


def difference(
    type_id: int, data: Bytes, base_type_id: int, base: Bytes, n_elements: int, threads: int
) -> Difference:
    """Of `n_elements` in two of ggml's types. Raises ValueError for a type that holds no numbers
    or bytes that are not those of so many elements."""
    shim = lib.load().shim
    found: npt.NDArray[Any] = np.zeros(1, _DIFFERENCE)
    code = shim.lib.shim_compare_tensors(
        type_id,
        data.ctypes.data,
        data.nbytes,
        base_type_id,
        base.ctypes.data,
        base.nbytes,
        n_elements,
        threads,
        found.ctypes.data,
    )
    if code:
        raise ValueError(shim.last_error())
    return Difference(*(float(value) for value in found[0]))
