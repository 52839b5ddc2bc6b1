"""Llama and what is built like it: Mistral, SmolLM, SmolLM2; Mixtral with experts.

Source: conversion/llama.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

import gguf
from gguf import MODEL_ARCH, MODEL_TENSOR, LlamaFileType

from localllm.models.convert.architecture import Architecture
from localllm.models.convert.config import Config
from localllm.models.convert.experts import Stack
from localllm.models.convert.output import Output
from localllm.models.convert.rope import llama3_factors
from localllm.models.convert.safetensors import TensorRef


class Llama(Architecture):
    names: ClassVar[tuple[str, ...]] = (
        *("LlamaForCausalLM", "LLaMAForCausalLM", "LlamaModel"),
        *("MistralForCausalLM", "MixtralForCausalLM"),
    )
    arch = MODEL_ARCH.LLAMA

    def __init__(self, config: Config, folder: Path) -> None:
        super().__init__(config, folder)
        self._experts = Stack(("w1", "w2", "w3"), "block_sparse_moe.experts")

    def keep(self, name: str) -> str | None:
        return super().keep(name.replace("text_model.", ""))

    def outputs(self, tensor: TensorRef, name: str, bid: int | None) -> Iterable[Output]:
        if self.config.architecture == "LlamaModel":
            name = "model." + name
        if name.endswith(("q_proj.weight", "q_proj.bias")):
            yield self.heads_reordered(tensor, name, self.n_head)
        elif name.endswith(("k_proj.weight", "k_proj.bias")):
            yield self.heads_reordered(tensor, name, self.n_head_kv)
        elif self._experts.takes(name):
            n_experts = self.config.integer("num_local_experts")
            for kind, joined in self._experts.add(tensor, name, bid, n_experts):
                mapped = self.map_name(f"layers.{bid}.feed_forward.experts.{kind}.weight")
                yield joined.named(mapped, name)
        else:
            yield self.renamed(tensor, name)

    @property
    def n_head(self) -> int:
        return self.config.integer("n_heads", "num_attention_heads")

    @property
    def n_head_kv(self) -> int:
        return self.config.integer("n_kv_heads", "num_key_value_heads", default=self.n_head)

    def leftovers(self) -> list[str]:
        return self._experts.leftovers()

    def computed(self) -> Iterable[Output]:
        if factors := llama3_factors(self.config):
            name = self.tensor_name(MODEL_TENSOR.ROPE_FREQS)
            yield Output(name=name, shape=(len(factors),), values=factors)

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        super().add_parameters(writer, file_type)
        writer.add_vocab_size(self.config.integer("vocab_size"))
        writer.add_rope_dimension_count(self.config.head_dim)
