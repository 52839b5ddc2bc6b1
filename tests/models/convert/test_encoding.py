"""Numbers in the types of the file: as the gguf package has them, odd ones too."""

from __future__ import annotations

from typing import Any

import gguf
import numpy as np
import pytest
from gguf import GGMLQuantizationType as Type

from localllm.models.convert.encoding import encode, widen

SPECIAL = np.array(
    [0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001, 0xFFBFFFFF, 0x7FFFFFFF, 1, 0x80000001,
     0x7F7FFFFF, 0x3F808000, 0x3F818000, 0x3F807FFF, 0x00000000, 0x80000000, 0x47800000],
    np.uint32,
).view(np.float32)  # fmt: skip


def random_bits(n: int) -> np.ndarray[Any, Any]:
    """float32 of every size there is, among them infinities, NaNs and what is hardly a number."""
    state = np.random.RandomState(3)
    bits = state.randint(0, 1 << 32, n, dtype=np.uint64).astype(np.uint32)
    return np.concatenate([SPECIAL, bits.view(np.float32)])[:n]


def same_bytes(ours: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any]) -> bool:
    return ours.tobytes() == theirs.tobytes()


@pytest.mark.parametrize("kind", [Type.F32, Type.F16, Type.BF16])
def test_all_kinds_of_numbers_become_what_the_gguf_package_makes_of_them(kind: Type) -> None:
    values = random_bits(1 << 16).reshape(-1, 64)

    with np.errstate(all="ignore"):
        theirs = gguf.quants.quantize(values, kind)

    assert same_bytes(encode(values, "F32", kind), theirs)


def test_q8_0_is_that_of_the_gguf_package() -> None:
    state = np.random.RandomState(5)
    values = (state.random_sample((700, 96)).astype(np.float32) - np.float32(0.5)) * np.float32(3)
    values[3] = 0
    values[4, :32] = np.float32(1e-42)
    values[5, 7] = np.float32(3e38)

    with np.errstate(all="ignore"):
        theirs = gguf.quants.quantize(values, Type.Q8_0)

    assert same_bytes(encode(values, "F32", Type.Q8_0), theirs)


@pytest.mark.parametrize("kind", [Type.F32, Type.F16, Type.BF16, Type.Q8_0])
def test_every_bf16_is_taken_as_the_float_it_is_the_half_of(kind: Type) -> None:
    finite = kind == Type.Q8_0
    bits = np.arange(1 << 16, dtype=np.uint32)
    wide = (bits << 16).view(np.float32)
    keep = np.isfinite(wide) & (np.abs(wide) < 1e30) if finite else np.ones(1 << 16, bool)
    stored = bits[keep].astype(np.uint16)[: keep.sum() // 64 * 64].reshape(-1, 64)
    wide = wide[keep][: stored.size].reshape(stored.shape)

    with np.errstate(all="ignore"):
        theirs = gguf.quants.quantize(wide, kind)

    assert same_bytes(encode(stored, "BF16", kind), theirs)


def test_halves_stay_halves_until_they_are_written() -> None:
    values = np.arange(64, dtype=np.float16).reshape(1, 64)

    assert widen(values, "F16").dtype == np.float16
    assert encode(values, "F16", Type.F32).tolist() == values.tolist()


def test_doubles_and_integers_are_rounded_to_floats() -> None:
    assert widen(np.array([[1 + 2**-30]]), "F64").tolist() == [[1.0]]
    assert widen(np.array([[1e300]]), "F64").tolist() == [[float("inf")]]
    assert widen(np.array([[2**24 + 1]], np.int64), "I64").tolist() == [[2.0**24]]
