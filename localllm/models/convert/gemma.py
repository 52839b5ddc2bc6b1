"""Gemma 1 to 3; of a Gemma 3 that sees, the text half. Source: conversion/gemma.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import gguf
from gguf import MODEL_ARCH, LlamaFileType

from localllm.errors import ModelUnsupported
from localllm.models.convert import parameters
from localllm.models.convert.architecture import Architecture
from localllm.models.convert.config import number
from localllm.models.convert.output import Output, Part
from localllm.models.convert.safetensors import TensorRef
from localllm.models.convert.tokenizer_files import TokenizerFolder


class Gemma(Architecture):
    names: ClassVar[tuple[str, ...]] = ("GemmaForCausalLM",)
    arch = MODEL_ARCH.GEMMA

    def keep(self, name: str) -> str | None:
        return None if name == "lm_head.weight" else super().keep(name)  # tied to the embedding

    def outputs(self, tensor: TensorRef, name: str, bid: int | None) -> Iterable[Output]:
        # The model's code multiplies by one plus the weight, llama.cpp by the weight.
        yield self.renamed(tensor, name, shift=1.0 if name.endswith("norm.weight") else 0.0)

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        config = self.config
        heads = config.integer("num_attention_heads")
        writer.add_context_length(config.integer("max_position_embeddings"))
        writer.add_embedding_length(config.integer("hidden_size"))
        writer.add_block_count(self.block_count)
        writer.add_feed_forward_length(config.integer("intermediate_size"))
        writer.add_head_count(heads)
        writer.add_head_count_kv(config.integer("num_key_value_heads", default=heads))
        writer.add_layer_norm_rms_eps(config.number("rms_norm_eps"))
        writer.add_key_length(config.head_dim)
        writer.add_value_length(config.head_dim)
        writer.add_file_type(file_type)


class Gemma2(Gemma):
    names: ClassVar[tuple[str, ...]] = ("Gemma2ForCausalLM",)
    arch = MODEL_ARCH.GEMMA2

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        super().add_parameters(writer, file_type)
        writer.add_attn_logit_softcapping(self.config.number("attn_logit_softcapping"))
        writer.add_final_logit_softcapping(self.config.number("final_logit_softcapping"))
        writer.add_sliding_window(self.config.integer("sliding_window"))


class Gemma3(Architecture):
    names: ClassVar[tuple[str, ...]] = ("Gemma3ForCausalLM", "Gemma3ForConditionalGeneration")
    arch = MODEL_ARCH.GEMMA3

    def outputs(self, tensor: TensorRef, name: str, bid: int | None) -> Iterable[Output]:
        if "embed_tokens.weight" in name:
            yield self._embeddings(tensor, name)
        else:
            yield self.renamed(tensor, name, shift=1.0 if name.endswith("norm.weight") else 0.0)

    def _embeddings(self, tensor: TensorRef, name: str) -> Output:
        """Without the rows beyond the vocabulary, which pad the matrix to a round size."""
        rows = min(tensor.rows, self._n_vocab())
        part = Part(tensor, 0, rows)
        return Output(self.map_name(name), (rows, *tensor.shape[1:]), (part,), source=name)

    def _n_vocab(self) -> int:
        if (self.folder / "tokenizer.model").is_file():
            return self.config.integer("vocab_size")
        found = TokenizerFolder(self.folder).require_json()
        return len(found.model.vocab) + len(found.added_tokens)

    def vocab_rows(self) -> int:
        return 0

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        config = self.config
        super().add_parameters(writer, file_type)
        writer.add_context_length(config.integer("max_position_embeddings", default=131072))
        writer.add_head_count(config.integer("num_attention_heads", default=8))
        writer.add_layer_norm_rms_eps(config.number("rms_norm_eps", default=1e-6))
        head_dim = config.integer("head_dim", default=256)
        writer.add_key_length(head_dim)
        writer.add_value_length(head_dim)
        writer.add_rope_freq_base(parameters.rope_number(config.global_rope, "rope_theta", 1e6))
        if config.find("attn_logit_softcapping") is not None:
            raise ModelUnsupported(
                "A Gemma 3 with attn_logit_softcapping is not known to llama.cpp"
            )
        if cap := config.find("final_logit_softcapping"):
            writer.add_final_logit_softcapping(number(cap, "final_logit_softcapping"))
        if config.find("sliding_window_pattern") != 1:
            writer.add_sliding_window(self.sliding_window())
        writer.add_head_count_kv(config.integer("num_key_value_heads", default=4))

    def sliding_window(self) -> int:
        return self.config.integer("sliding_window")


class EmbeddingGemma(Gemma3):
    """The embedding model; its dense layers after the pooling are left out, as llama.cpp does."""

    names: ClassVar[tuple[str, ...]] = ("Gemma3TextModel",)
    arch = MODEL_ARCH.GEMMA_EMBEDDING

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        super().add_parameters(writer, file_type)
        parameters.add_pooling(writer, self.folder)
