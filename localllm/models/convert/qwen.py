"""Qwen 2, 2.5 and 3, with and without experts. Source: conversion/qwen.py."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

import gguf
from gguf import MODEL_ARCH, LlamaFileType

from localllm.models.convert import parameters
from localllm.models.convert.architecture import Architecture
from localllm.models.convert.config import Config
from localllm.models.convert.experts import Stack, halves
from localllm.models.convert.output import Output
from localllm.models.convert.safetensors import TensorRef


class Qwen2(Architecture):
    names: ClassVar[tuple[str, ...]] = ("Qwen2ForCausalLM", "Qwen2Model")
    arch = MODEL_ARCH.QWEN2

    def outputs(self, tensor: TensorRef, name: str, bid: int | None) -> Iterable[Output]:
        if self.config.architecture == "Qwen2Model":
            name = "model." + name
        yield self.renamed(tensor, name)

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        super().add_parameters(writer, file_type)
        parameters.add_pooling(writer, self.folder)


class Qwen3(Qwen2):
    names: ClassVar[tuple[str, ...]] = ("Qwen3ForCausalLM", "Qwen3Model")
    arch = MODEL_ARCH.QWEN3


class Qwen2Moe(Architecture):
    names: ClassVar[tuple[str, ...]] = ("Qwen2MoeForCausalLM",)
    arch = MODEL_ARCH.QWEN2MOE

    def __init__(self, config: Config, folder: Path) -> None:
        super().__init__(config, folder)
        self._experts = Stack(("down_proj", "gate_proj", "up_proj"), "mlp.experts")

    def outputs(self, tensor: TensorRef, name: str, bid: int | None) -> Iterable[Output]:
        stem = name.removesuffix(".weight")
        if stem.endswith("mlp.experts.down_proj"):  # the newer layout has them joined already
            yield self.renamed(tensor, f"{stem}.weight")
        elif stem.endswith("mlp.experts.gate_up_proj"):
            stem = stem.removesuffix("gate_up_proj")
            for kind, half in zip(("gate_proj", "up_proj"), halves(tensor), strict=True):
                yield half.named(self.map_name(f"{stem}{kind}.weight"), name)
        elif self._experts.takes(name):
            n_experts = self.config.integer("num_local_experts", "num_experts")
            for kind, joined in self._experts.add(tensor, name, bid, n_experts):
                mapped = self.map_name(f"model.layers.{bid}.mlp.experts.{kind}.weight")
                yield joined.named(mapped, name)
        else:
            yield self.renamed(tensor, name)

    def leftovers(self) -> list[str]:
        return self._experts.leftovers()

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        super().add_parameters(writer, file_type)
        if self.config.find("moe_intermediate_size") is not None:
            writer.add_expert_feed_forward_length(self.config.integer("moe_intermediate_size"))
        if self.config.find("shared_expert_intermediate_size") is not None:
            writer.add_expert_shared_feed_forward_length(
                self.config.integer("shared_expert_intermediate_size", least=0)
            )


class Qwen3Moe(Qwen2Moe):
    names: ClassVar[tuple[str, ...]] = ("Qwen3MoeForCausalLM",)
    arch = MODEL_ARCH.QWEN3MOE
