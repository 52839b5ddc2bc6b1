"""Phi-3, Phi-3.5 and Phi-4. Source: conversion/phi.py."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import gguf
from gguf import MODEL_ARCH, MODEL_TENSOR, LlamaFileType

from localllm.errors import ModelError
from localllm.models.convert.architecture import Architecture
from localllm.models.convert.config import Config, number, whole_number
from localllm.models.convert.output import Output

_ORIGINAL = "original_max_position_embeddings"


class Phi3(Architecture):
    names: ClassVar[tuple[str, ...]] = ("Phi3ForCausalLM",)
    arch = MODEL_ARCH.PHI3

    def __init__(self, config: Config, folder: Path) -> None:
        super().__init__(config, folder)
        self._attention_factor: float | None = None

    def computed(self) -> Iterable[Output]:
        """The factors of longrope, for contexts beyond and within the original length."""
        if not self.config.rope.get("long_factor"):
            return
        for kind, key in (
            (MODEL_TENSOR.ROPE_FACTORS_LONG, "long_factor"),
            (MODEL_TENSOR.ROPE_FACTORS_SHORT, "short_factor"),
        ):
            values = self._factors(key)
            yield Output(name=self.tensor_name(kind), shape=(len(values),), values=values)

    def _factors(self, key: str) -> tuple[float, ...]:
        factors: Any = self.config.rope.get(key)
        if not isinstance(factors, list) or len(factors) * 2 != self._rope_dims:
            found = len(factors) if isinstance(factors, list) else factors
            raise ModelError(
                f"config.json: rope_scaling needs {self._rope_dims // 2} numbers in {key}, it has "
                f"{found}"
            )
        return tuple(number(factor, key) for factor in factors)

    @property
    def _rope_dims(self) -> int:
        share = number(self.config.rope.get("partial_rotary_factor", 1.0), "partial_rotary_factor")
        return int(share * self.config.integer("hidden_size")) // self.config.integer(
            "num_attention_heads"
        )

    @property
    def _original(self) -> int:
        return whole_number(self.config.rope.get(_ORIGINAL), _ORIGINAL)

    def add_early(self, writer: gguf.GGUFWriter) -> None:
        """How much longer queries become with the context: formula of the longrope paper."""
        if not self.config.rope.get("long_factor"):
            return
        scale = self.config.integer("max_position_embeddings") / self._original
        grown = math.sqrt(1 + math.log(scale) / math.log(self._original)) if scale > 1 else 1.0
        writer.add_rope_scaling_attn_factors(grown)

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        config = self.config
        writer.add_context_length(config.integer("max_position_embeddings"))
        writer.add_rope_scaling_orig_ctx_len(self._original)
        writer.add_embedding_length(config.integer("hidden_size"))
        writer.add_feed_forward_length(config.integer("intermediate_size"))
        writer.add_block_count(self.block_count)
        writer.add_head_count(config.integer("num_attention_heads"))
        writer.add_head_count_kv(config.integer("num_key_value_heads"))
        writer.add_layer_norm_rms_eps(config.number("rms_norm_eps"))
        writer.add_rope_dimension_count(self._rope_dims)
        writer.add_rope_freq_base(number(config.global_rope.get("rope_theta"), "rope_theta"))
        writer.add_file_type(file_type)
        # Zero says that there is none: so llama.cpp tells Phi-4 from the earlier ones.
        writer.add_sliding_window(config.integer("sliding_window", default=0, least=0))
