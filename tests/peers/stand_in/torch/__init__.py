"""The few functions of torch that llama.cpp's converter calls, over numpy.

torch itself is some gigabytes on Linux. On PYTHONPATH of the peer's run alone, this lets its code
run as it is; what real torch makes of the same models is kept in tests/models/convert/recorded.json
and compared as well. A name that is missing here is an AttributeError, never a wrong number.
"""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np


class dtype:
    """A type of elements; `kind` is what numpy keeps them in (bfloat16: its 16 bits)."""

    def __init__(self, name: str, kind: str) -> None:
        self.name, self.kind = name, np.dtype(kind)

    def __repr__(self) -> str:
        return f"torch.{self.name}"


float64 = dtype("float64", "<f8")
float32 = dtype("float32", "<f4")
float16 = dtype("float16", "<f2")
bfloat16 = dtype("bfloat16", "<u2")
int64 = dtype("int64", "<i8")
int32 = dtype("int32", "<i4")
int16 = dtype("int16", "<i2")
int8 = dtype("int8", "i1")
uint8 = dtype("uint8", "u1")
bool = dtype("bool", "?")
float8_e4m3fn = dtype("float8_e4m3fn", "u1")
float8_e5m2 = dtype("float8_e5m2", "u1")

Size = tuple
_PLAIN = {kind.kind: kind for kind in (float64, float32, float16, int64, int32, int16, int8, uint8)}
__version__ = "0"


class Tensor:
    """Values of numpy with torch's names. Arithmetic stays in the type of the tensor."""

    def __init__(self, values: Any, kind: dtype | None = None) -> None:
        self._values = np.asarray(values)
        self.dtype = kind or _PLAIN[self._values.dtype]

    shape = property(lambda self: self._values.shape)
    ndim = property(lambda self: self._values.ndim)

    def dim(self) -> int:
        return self._values.ndim

    def numpy(self) -> Any:
        assert self.dtype is not bfloat16
        return self._values

    def view(self, *to: Any) -> Tensor:
        if isinstance(to[0], dtype):
            return Tensor(self._values.view(to[0].kind), to[0])
        return self.reshape(*to)

    def reshape(self, *shape: Any) -> Tensor:
        shape = shape[0] if isinstance(shape[0], tuple) else shape
        return Tensor(self._values.reshape(shape), self.dtype)

    def swapaxes(self, first: int, second: int) -> Tensor:
        return Tensor(self._values.swapaxes(first, second), self.dtype)

    transpose = swapaxes

    def contiguous(self) -> Tensor:
        return Tensor(np.ascontiguousarray(self._values), self.dtype)

    def split(self, size: int, dim: int) -> list[Tensor]:
        cuts = range(size, self.shape[dim], size)
        return [Tensor(part, self.dtype) for part in np.split(self._values, list(cuts), axis=dim)]

    def to(self, kind: dtype) -> Tensor:
        if self.dtype is bfloat16:
            wide = (self._values.astype(np.uint32) << 16).view(np.float32)
            return Tensor(wide.astype(kind.kind), kind)
        return Tensor(self._values.astype(kind.kind), kind)

    def float(self) -> Tensor:
        return self.to(float32)

    def __getitem__(self, index: Any) -> Tensor:
        return Tensor(self._values[index], self.dtype)

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self._values)))

    def __add__(self, other: Any) -> Tensor:
        return Tensor(self._values + _same(other, self), self.dtype)

    def __sub__(self, other: Any) -> Tensor:
        return Tensor(self._values - _same(other, self), self.dtype)

    def __rsub__(self, other: Any) -> Tensor:
        return Tensor(_same(other, self) - self._values, self.dtype)

    def __truediv__(self, other: Any) -> Tensor:
        return Tensor((self._floats() / np.float32(_plain(other))).astype(np.float32), float32)

    def __rtruediv__(self, other: Any) -> Tensor:
        return Tensor((np.float32(other) / self._floats()).astype(np.float32), float32)

    def __rpow__(self, base: Any) -> Tensor:
        """Rounded once from float64, so that no processor's own pow decides about the last bit."""
        wide = np.power(np.float64(base), self._floats().astype(np.float64))
        return Tensor(wide.astype(np.float32), float32)

    def __lt__(self, other: Any) -> Any:
        return self._values < _plain(other)

    def __gt__(self, other: Any) -> Any:
        return self._values > _plain(other)

    def __float__(self) -> float:
        return float(self._values)

    def _floats(self) -> Any:
        return self._values.astype(np.float32)


def _plain(value: Any) -> Any:
    return value._values if isinstance(value, Tensor) else value


def _same(value: Any, like: Tensor) -> Any:
    return like._values.dtype.type(_plain(value))


def from_numpy(values: Any) -> Tensor:
    return Tensor(values)


def tensor(values: Any, dtype: dtype = float32) -> Tensor:
    return Tensor(np.asarray([float(v) for v in values], dtype.kind), dtype)


def arange(start: int, stop: int, step: int, dtype: dtype) -> Tensor:
    return Tensor(np.arange(start, stop, step, dtype.kind), dtype)


def stack(tensors: list[Tensor], dim: int) -> Tensor:
    return Tensor(np.stack([t._values for t in tensors], axis=dim), tensors[0].dtype)


def inference_mode() -> Any:
    return contextlib.nullcontext()
