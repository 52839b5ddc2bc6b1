"""OLMo 1 to 3 and OLMoE. Source: conversion/olmo.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import gguf
from gguf import MODEL_ARCH, LlamaFileType

from localllm.models.convert.architecture import Architecture
from localllm.models.convert.output import Output
from localllm.models.convert.safetensors import TensorRef


class Olmo(Architecture):
    names: ClassVar[tuple[str, ...]] = ("OlmoForCausalLM", "OLMoForCausalLM")
    arch = MODEL_ARCH.OLMO

    def outputs(self, tensor: TensorRef, name: str, bid: int | None) -> Iterable[Output]:
        heads = self.config.integer("num_attention_heads")
        if name.endswith("q_proj.weight"):
            yield self.heads_reordered(tensor, name, heads)
        elif name.endswith("k_proj.weight"):
            n = self.config.integer("num_key_value_heads", default=heads)
            yield self.heads_reordered(tensor, name, n)
        else:
            yield self.renamed(tensor, name)

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        super().add_parameters(writer, file_type)
        writer.add_layer_norm_eps(1e-5)
        if self.config.find("clip_qkv") is not None:
            writer.add_clamp_kqv(self.config.number("clip_qkv"))


class Olmo2(Architecture):
    names: ClassVar[tuple[str, ...]] = ("Olmo2ForCausalLM", "Olmo3ForCausalLM")
    arch = MODEL_ARCH.OLMO2

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        super().add_parameters(writer, file_type)
        if self.config.find("sliding_window") is None:
            return
        writer.add_sliding_window(self.config.integer("sliding_window"))
        writer.add_sliding_window_pattern(self._sliding_layers())

    def _sliding_layers(self) -> list[bool]:
        """Which layers look at a window only: OLMo 3 leaves every fourth the whole context."""
        kinds = self.config.find("layer_types")
        if isinstance(kinds, list):
            return [kind == "sliding_attention" for kind in kinds]
        return [(layer + 1) % 4 != 0 for layer in range(self.block_count)]
