"""ggml's tensor types at work: rows turned into blocks and back, natively.

Ids are enum ggml_type. Both ways take and give numpy arrays; the native part releases the GIL, so
threads of Python can share the rows out.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from localllm.errors import NativeMismatch
from localllm.llama import lib

NO_TYPE = 43  # GGML_TYPE_COUNT: "none is meant" in llama.cpp's parameters

_F32, _Q8_1, _Q8_K = 0, 9, 15
Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]

_TO_FLOAT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)


class _Traits(ctypes.Structure):
    """struct ggml_type_traits (ggml.h)."""

    _fields_ = (
        ("type_name", ctypes.c_char_p),
        ("blck_size", ctypes.c_int64),
        ("blck_size_interleave", ctypes.c_int64),
        ("type_size", ctypes.c_size_t),
        ("is_quantized", ctypes.c_bool),
        ("to_float", _TO_FLOAT),
        ("from_float_ref", ctypes.c_void_p),
    )


class GgmlTypes:
    """Made by `ggml_types()`; may be used from every thread."""

    def __init__(self, ggml: ctypes.CDLL) -> None:
        """Raises NativeMismatch where the table is laid out otherwise than declared here."""
        self._chunk = ggml["ggml_quantize_chunk"]
        self._chunk.restype = ctypes.c_size_t
        self._chunk.argtypes = [ctypes.c_int, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 3]
        self._chunk.argtypes += [ctypes.c_void_p]
        traits = ggml["ggml_get_type_traits"]
        traits.restype, traits.argtypes = ctypes.POINTER(_Traits), [ctypes.c_int]
        name, size = ggml["ggml_type_name"], ggml["ggml_type_size"]
        name.restype, name.argtypes = ctypes.c_char_p, [ctypes.c_int]
        size.restype, size.argtypes = ctypes.c_size_t, [ctypes.c_int]
        self._traits = [traits(type_id).contents for type_id in range(NO_TYPE)]
        for type_id, row in enumerate(self._traits):
            if (row.type_name, row.type_size) != (name(type_id), size(type_id)):
                raise NativeMismatch(
                    f"The native build lays out its table of tensor types otherwise than expected "
                    f"(type {type_id}). Install localllm and localllm-native together."
                )

    def ids(self) -> dict[str, int]:
        """Name in lower case ("q4_k") -> id, of every type that rows can be turned into."""
        return {
            row.type_name.decode().lower(): type_id
            for type_id, row in enumerate(self._traits)
            if row.blck_size and (row.is_quantized or row.type_name in (b"f32", b"f16", b"bf16"))
            if type_id not in (_Q8_1, _Q8_K)  # of inputs, while computing
        }

    def row_bytes(self, type_id: int, n_columns: int) -> int:
        """`n_columns` must be a multiple of the type's block."""
        row = self._traits[type_id]
        return int(n_columns // row.blck_size * row.type_size)

    def block(self, type_id: int) -> int:
        """Elements in a block."""
        return int(self._traits[type_id].blck_size)

    def to_rows(self, type_id: int, rows: Floats, weights: Floats | None) -> Bytes:
        """float32 [rows, columns] -> bytes [rows, row_bytes]; `weights` [columns] or None.

        The columns are a multiple of the type's block; IQ1_S, IQ2_XXS and IQ2_XS need weights.
        """
        rows = np.ascontiguousarray(rows, np.float32)
        n_rows, n_columns = rows.shape
        out = np.empty((n_rows, self.row_bytes(type_id, n_columns)), np.uint8)
        kept = None if weights is None else np.ascontiguousarray(weights, np.float32)
        address = None if kept is None else kept.ctypes.data
        self._chunk(type_id, rows.ctypes.data, out.ctypes.data, 0, n_rows, n_columns, address)
        return out

    def to_floats(self, type_id: int, blocks: Bytes, n_columns: int) -> Floats:
        """bytes [rows, row_bytes] -> float32 [rows, n_columns]."""
        if type_id == _F32:
            return np.ascontiguousarray(blocks).view(np.float32).reshape(-1, n_columns)
        blocks = np.ascontiguousarray(blocks)
        out = np.empty((blocks.shape[0], n_columns), np.float32)
        self._traits[type_id].to_float(blocks.ctypes.data, out.ctypes.data, out.size)
        return out


@cache
def ggml_types() -> GgmlTypes:
    """Of the loaded native build."""
    llama: Any = lib.load().llama
    return GgmlTypes(llama._lib)
