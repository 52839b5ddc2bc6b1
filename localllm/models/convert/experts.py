"""Experts that a checkpoint has one by one become one tensor with a dimension more."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from localllm.errors import ModelError
from localllm.models.convert.output import Output, Part, whole
from localllm.models.convert.safetensors import TensorRef


class Joined(msgspec.Struct, frozen=True):
    """Tensors of one shape, one after the other."""

    shape: tuple[int, ...]
    parts: tuple[Part, ...]

    def named(self, name: str, source: str) -> Output:
        return Output(name=name, shape=self.shape, parts=self.parts, source=source)


class Stack:
    """Collects a layer's experts. `kinds` are the matrices of an expert, in the order of output."""

    def __init__(self, kinds: tuple[str, ...], within: str) -> None:
        self._kinds = kinds
        self._within = f".{within}."
        self._waiting: dict[int | None, dict[str, TensorRef]] = {}

    def takes(self, name: str) -> bool:
        return self._within in name

    def add(
        self, tensor: TensorRef, name: str, bid: int | None, n_experts: int
    ) -> Iterator[tuple[str, Joined]]:
        """(kind, all experts' matrices of it) when the layer's last one has come; else nothing."""
        layer = self._waiting.setdefault(bid, {})
        layer[name.partition(self._within)[2]] = tensor
        if len(layer) < n_experts * len(self._kinds):
            return
        del self._waiting[bid]
        for kind in self._kinds:
            yield kind, _joined(layer, kind, n_experts, bid)

    def leftovers(self) -> list[str]:
        return [tensor.name for layer in self._waiting.values() for tensor in layer.values()]


def _joined(layer: dict[str, TensorRef], kind: str, n: int, bid: int | None) -> Joined:
    tensors = []
    for number in range(n):
        tensor = layer.get(f"{number}.{kind}.weight")
        if tensor is None:
            raise ModelError(f"Layer {bid} has no {kind} of expert {number}, of {n} experts")
        tensors.append(tensor)
    shape = tensors[0].shape
    if other := next((t for t in tensors if t.shape != shape), None):
        raise ModelError(
            f"Experts of layer {bid} differ: {tensors[0].name} is {shape}, {other.name} is "
            f"{other.shape}"
        )
    return Joined((n, *shape), tuple(part for tensor in tensors for part in whole(tensor)))


def halves(tensor: TensorRef) -> tuple[Joined, Joined]:
    """Gate and up that lie in one tensor (experts, 2 * n_ff, n_embd): first half, second half."""
    if len(tensor.shape) < 2 or tensor.shape[-2] % 2:
        raise ModelError(f"{tensor.name} of shape {tensor.shape} cannot be cut into gate and up")
    both = tensor.shape[-2]
    half = both // 2
    shape = (*tensor.shape[:-2], half, tensor.shape[-1])
    begins = range(0, math.prod(tensor.shape[:-2]) * both, both)
    gate = tuple(Part(tensor, begin, begin + half) for begin in begins)
    up = tuple(Part(tensor, begin + half, begin + both) for begin in begins)
    return Joined(shape, gate), Joined(shape, up)
