"""Rows of numbers in the types that a converted file may have.

Bit-equal to gguf.quants of llama.cpp (and with it to ggml-quants.c), tested against both.
"""

from __future__ import annotations

from typing import Any

import gguf
import numpy as np
from gguf import GGMLQuantizationType as Type
from numpy.typing import NDArray

Rows = NDArray[Any]

_SLAB = 2048  # blocks at a time: a quarter of a megabyte, which stays in a core's cache
_QUIET = np.uint16(0x0040)


def widen(rows: Rows, dtype: str) -> Rows:
    """Stored rows as float16 where they are, as float32 otherwise.

    BF16 is the upper half of a float32. float64 and integers are rounded to the nearest.
    """
    if dtype == "F16":
        return rows
    if dtype == "BF16":
        return (rows.astype(np.uint32) << np.uint32(16)).view(np.float32)
    with np.errstate(over="ignore"):
        return rows.astype(np.float32)


def encode(rows: Rows, dtype: str, to: Type) -> Rows:
    """Stored rows (see `Shards.rows`) as those of `to`: an array whose bytes are the tensor's."""
    if dtype == "BF16" and to == Type.BF16:
        return _quiet(rows)
    return encode_floats(widen(rows, dtype), to)


def encode_floats(rows: Rows, to: Type) -> Rows:
    """float16 or float32 rows, a whole number of blocks long, as those of `to`."""
    if to == Type.F32:
        return rows.astype(np.float32, copy=False)
    if to == Type.F16:
        with np.errstate(over="ignore"):  # too large for a half is infinite, as in the peer
            return rows.astype(np.float16, copy=False)
    wide = np.ascontiguousarray(rows, dtype=np.float32)
    if to == Type.BF16:
        return _bfloat16(wide)
    return _q8_0(wide)


def _quiet(bits: Rows) -> Rows:
    """Signalling NaNs become quiet ones, as a computation would make them."""
    nan = (bits & np.uint16(0x7FFF)) > np.uint16(0x7F80)
    return np.where(nan, bits | _QUIET, bits) if nan.any() else bits


def _bfloat16(rows: Rows) -> Rows:
    """Rounds to nearest even, as ggml_compute_fp32_to_bf16; NaNs keep their upper bits."""
    bits = rows.view(np.uint32)
    # The largest sum is that of infinity, which cannot overflow; a NaN is not added to.
    rounded = bits + (np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1)))
    nan = (bits & np.uint32(0x7FFFFFFF)) > np.uint32(0x7F800000)
    upper = (np.where(nan, bits, rounded) >> np.uint32(16)).astype(np.uint16)
    return np.where(nan, upper | _QUIET, upper) if nan.any() else upper


def _q8_0(rows: Rows) -> Rows:
    blocks = rows.reshape(-1, 32)
    out = np.empty((len(blocks), 34), np.uint8)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for at in range(0, len(blocks), _SLAB):
            slab = blocks[at : at + _SLAB]
            out[at : at + _SLAB] = gguf.quants.Q8_0.quantize_blocks(slab)
    return out


def nbytes(shape: tuple[int, ...], kind: Type) -> int:
    """Bytes of a tensor of `shape` (rows last) in type `kind`."""
    block, size = gguf.GGML_QUANT_SIZES[kind]
    elements = 1
    for n in shape:
        elements *= n
    return elements // block * size


def fits(shape: tuple[int, ...], kind: Type) -> bool:
    """Whether a row is a whole number of blocks."""
    block, _ = gguf.GGML_QUANT_SIZES[kind]
    return block == 1 or (bool(shape) and shape[-1] % block == 0)
