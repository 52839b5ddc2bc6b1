"""Reads GGUF headers with llama.cpp's own reader, in a process of its own: a header may end it.

python -m helpers.native_headers FILE...      a line of JSON for each file, null where refused
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Iterator
from ctypes import c_bool, c_char_p, c_int64, c_size_t, c_uint32, c_void_p
from typing import Any

from localllm.llama import lib


class _Params(ctypes.Structure):  # gguf_init_params of ggml/include/gguf.h
    _fields_ = (("no_alloc", c_bool), ("ctx", c_void_p))


_PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "gguf_init_from_file": (c_void_p, [c_char_p, _Params]),
    "gguf_free": (None, [c_void_p]),
    "gguf_get_version": (c_uint32, [c_void_p]),
    "gguf_get_alignment": (c_size_t, [c_void_p]),
    "gguf_get_data_offset": (c_size_t, [c_void_p]),
    "gguf_get_n_kv": (c_int64, [c_void_p]),
    "gguf_get_key": (c_char_p, [c_void_p, c_int64]),
    "gguf_get_n_tensors": (c_int64, [c_void_p]),
    "gguf_get_tensor_name": (c_char_p, [c_void_p, c_int64]),
    "gguf_get_tensor_type": (ctypes.c_int, [c_void_p, c_int64]),
    "gguf_get_tensor_offset": (c_size_t, [c_void_p, c_int64]),
    "gguf_get_tensor_size": (c_size_t, [c_void_p, c_int64]),
}


def _library() -> Any:
    library = ctypes.CDLL(lib.load().llama._lib._name)  # libllama, and what it links, ggml-base
    for name, (result, arguments) in _PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def headers(paths: list[str]) -> Iterator[dict[str, Any] | None]:
    gguf = _library()
    for path in paths:
        handle = gguf.gguf_init_from_file(path.encode(), _Params(True, None))
        yield _described(gguf, handle) if handle else None
        if handle:
            gguf.gguf_free(handle)


def _described(gguf: Any, handle: int) -> dict[str, Any]:
    return {
        "version": gguf.gguf_get_version(handle),
        "alignment": gguf.gguf_get_alignment(handle),
        "data_offset": gguf.gguf_get_data_offset(handle),
        "keys": [
            gguf.gguf_get_key(handle, n).decode(errors="replace")
            for n in range(gguf.gguf_get_n_kv(handle))
        ],
        "tensors": [
            [
                gguf.gguf_get_tensor_name(handle, n).decode(errors="replace"),
                gguf.gguf_get_tensor_type(handle, n),
                gguf.gguf_get_tensor_offset(handle, n),
                gguf.gguf_get_tensor_size(handle, n),
            ]
            for n in range(gguf.gguf_get_n_tensors(handle))
        ],
    }


if __name__ == "__main__":
    for found in headers(sys.argv[1:]):
        print(json.dumps(found), flush=True)
