"""The table of tensor types is llama.cpp's own."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from localllm.models.header.ggml_types import TYPES

_ASK = """
import ctypes, json
from localllm.llama import lib
ggml = lib.load().llama._lib
ggml.ggml_type_name.restype = ctypes.c_char_p
ggml.ggml_blck_size.restype = ctypes.c_int64
ggml.ggml_type_size.restype = ctypes.c_size_t
rows = {}
for i in range(64):
    block = ggml.ggml_blck_size(i) if i < COUNT else 0
    if block:
        rows[i] = [ggml.ggml_type_name(i).decode().upper(), block, ggml.ggml_type_size(i)]
print(json.dumps(rows))
"""


@pytest.mark.model
def test_names_blocks_and_sizes_agree_with_the_native_build() -> None:
    """In a child process: this one must not load llama.cpp. Beyond its last id ggml aborts."""
    ask = _ASK.replace("COUNT", str(max(TYPES) + 1))
    said = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    native = {int(i): tuple(row) for i, row in json.loads(said.stdout).items()}
    assert {i: (kind.name.upper(), *kind[1:]) for i, kind in TYPES.items()} == native
