"""Safetensors files as they should be, cut short, and made to deceive."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.hf_models import safetensors

from localllm.errors import LocalLLMError, ModelTruncated, ModelUnsupported, NotAModel
from localllm.models.convert.safetensors import MAX_HEADER, Shards, TensorRef, read_header


def file_of(tmp_path: Path, header: Any, data: bytes = b"") -> Path:
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(len(raw).to_bytes(8, "little") + raw + data)
    return path


def entry(dtype: str = "F32", shape: Any = (2,), offsets: Any = (0, 8)) -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": offsets}


def test_tensors_are_found_where_they_lie_in_the_order_of_their_names(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(
        safetensors({"b": ("F32", (2, 3), bytes(24)), "a": ("BF16", (4,), bytes(range(8)))})
    )

    first, second = read_header(path)

    data = path.stat().st_size - 32
    assert first == TensorRef("a", "BF16", (4,), path, data + 24, 8)
    assert second == TensorRef("b", "F32", (2, 3), path, data, 24)


def test_rows_are_the_stored_numbers(tmp_path: Path) -> None:
    values = np.arange(12, dtype="<f4").reshape(4, 3)
    path = tmp_path / "model.safetensors"
    path.write_bytes(safetensors({"a": ("F32", (2, 2, 3), values.tobytes())}))

    (tensor,) = read_header(path)
    with Shards() as shards:
        rows = shards.rows(tensor, 1, 3)

    assert tensor.rows == 4
    np.testing.assert_array_equal(rows, values[1:3])


def test_a_vectors_rows_are_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(safetensors({"a": ("F16", (5,), np.arange(5, dtype="<f2").tobytes())}))

    (tensor,) = read_header(path)
    with Shards() as shards:
        assert shards.rows(tensor, 3, 5).tolist() == [[3.0], [4.0]]


@pytest.mark.parametrize(
    ("header", "error", "says"),
    [
        (b"\xff\xfe{}", NotAModel, "cannot be read"),
        (b"[1, 2]", NotAModel, "cannot be read"),
        (b'{"a": ' + b"[" * 100_000, NotAModel, "cannot be read"),
        ({"a": {"dtype": "F32"}}, NotAModel, "cannot be read"),
        ({"a": entry(shape=[2.5])}, NotAModel, "cannot be read"),
        ({"a": entry(dtype="Q9")}, ModelUnsupported, "'Q9'"),
        ({"a": entry(shape=(-2,), offsets=(0, -8))}, NotAModel, "impossible shape"),
        ({"a": entry(shape=(1 << 60, 0), offsets=(0, 0))}, NotAModel, "impossible shape"),
        ({"a": entry(shape=[1] * 9, offsets=(0, 4))}, NotAModel, "impossible shape"),
        ({"a": entry(offsets=(0, 12))}, NotAModel, "needs 8 bytes, its header gives it 12"),
        ({"a": entry(offsets=(8, 0))}, NotAModel, "gives it -8"),
        ({"a": entry(offsets=(-8, 0))}, NotAModel, "from -8"),
        ({"a": entry(offsets=(8, 16))}, ModelTruncated, "cut short"),
        ({"a": entry(shape=(1 << 40,), offsets=(0, 4 << 40))}, ModelTruncated, "cut short"),
        ({"a": entry(offsets=(1 << 80, (1 << 80) + 8))}, ModelTruncated, "cut short"),
    ],
)
def test_a_header_that_lies_is_refused(
    header: Any, error: type[LocalLLMError], says: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=says):
        read_header(file_of(tmp_path, header, bytes(8)))


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", ModelTruncated),
        (b"\x08\0\0", ModelTruncated),
        ((1000).to_bytes(8, "little") + b"{}", ModelTruncated),
        ((MAX_HEADER + 1).to_bytes(8, "little") + b"{}", NotAModel),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 5\n", NotAModel),
        (b"PK\x03\x04" + bytes(100), ModelTruncated),
    ],
)
def test_what_is_no_safetensors_file_is_told_apart(
    content: bytes, error: type[LocalLLMError], tmp_path: Path
) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)

    with pytest.raises(error, match=r"model\.safetensors"):
        read_header(path)


def test_a_file_that_shrinks_while_it_is_read_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(safetensors({"a": ("F32", (100,), bytes(400))}))
    (tensor,) = read_header(path)
    path.write_bytes(path.read_bytes()[:-100])

    with Shards() as shards, pytest.raises(ModelTruncated, match="became shorter"):
        shards.rows(tensor, 0, 100)


def test_five_hundred_mutated_headers_are_read_or_refused(tmp_path: Path) -> None:
    good = safetensors({f"layer.{n}": ("F16", (3, n), bytes(6 * n)) for n in range(1, 6)})
    path = tmp_path / "model.safetensors"
    chance = random.Random(4)
    refused = 0
    for _ in range(500):
        data = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(good) - 90)] = chance.randrange(256)
        path.write_bytes(data[: len(data) - chance.choice((0, 0, chance.randrange(len(data))))])
        try:
            with Shards() as shards:
                for tensor in read_header(path):
                    if tensor.dtype == "F16":
                        shards.rows(tensor, 0, tensor.rows)
        except LocalLLMError:
            refused += 1

    assert 300 < refused < 500  # most, and not because everything is refused
