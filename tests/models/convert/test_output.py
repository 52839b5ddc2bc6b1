"""Rows on their way: orders, pieces, sums, in chunks of any size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gguf import GGMLQuantizationType as Type
from helpers.hf_models import safetensors

from localllm.models.convert import output
from localllm.models.convert.experts import halves
from localllm.models.convert.output import Output, Part, chunks, rotary_order, whole
from localllm.models.convert.safetensors import Shards, TensorRef, read_header


def stored(tmp_path: Path, values: np.ndarray[Any, Any]) -> TensorRef:
    dtype = {"float32": "F32", "float16": "F16"}[values.dtype.name]
    path = tmp_path / "model.safetensors"
    path.write_bytes(safetensors({"a": (dtype, values.shape, values.tobytes())}))
    (tensor,) = read_header(path)
    return tensor


def made(parts: tuple[Part, ...], shape: tuple[int, ...], kind: Type = Type.F32) -> Any:
    with Shards() as shards:
        pieces = [p.tobytes() for p in chunks(Output("a.weight", shape, parts), kind, shards)]
    return np.frombuffer(b"".join(pieces), np.float32).reshape(shape)


def test_rotary_pairs_become_neighbours(tmp_path: Path) -> None:
    """By the definition in llama.cpp's converter: reshape, swap, reshape."""
    values = np.arange(4 * 12 * 3, dtype=np.float32).reshape(48, 3)
    theirs = values.reshape(4, 2, 6, 3).swapaxes(1, 2).reshape(48, 3)

    ours = made(whole(stored(tmp_path, values), order=rotary_order(12)), (48, 3))

    np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("chunk_bytes", [1, 24, 100, 1 << 20])
def test_chunks_of_any_size_make_the_same_tensor(
    chunk_bytes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = np.arange(24 * 5, dtype=np.float32).reshape(24, 5)
    tensor = stored(tmp_path, values)
    monkeypatch.setattr(output, "CHUNK_BYTES", chunk_bytes)

    reordered = made(whole(tensor, order=rotary_order(6)), (24, 5))

    np.testing.assert_array_equal(
        reordered, values.reshape(4, 2, 3, 5).swapaxes(1, 2).reshape(24, 5)
    )


def test_one_is_added_in_the_precision_of_the_tensor(tmp_path: Path) -> None:
    """A float16 cannot hold 1 + 2^-11, and the model's own code would not either."""
    halves_ = np.array([2**-11, 0.5, -1.0], np.float16)
    floats = halves_.astype(np.float32)

    assert made(whole(stored(tmp_path, halves_), shift=1.0), (3,)).tolist() == [1.0, 1.5, 0.0]
    assert made(whole(stored(tmp_path, floats), shift=1.0), (3,)).tolist() == [
        1 + 2**-11,
        1.5,
        0.0,
    ]


def test_gate_and_up_are_the_halves_of_each_expert(tmp_path: Path) -> None:
    values = np.arange(2 * 6 * 4, dtype=np.float32).reshape(2, 6, 4)

    gate, up = halves(stored(tmp_path, values))

    np.testing.assert_array_equal(made(gate.parts, gate.shape), values[:, :3])
    np.testing.assert_array_equal(made(up.parts, up.shape), values[:, 3:])
