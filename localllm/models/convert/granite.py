"""IBM's Granite 3, dense and with experts. Source: conversion/granite.py."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

import gguf
from gguf import MODEL_ARCH, MODEL_TENSOR, LlamaFileType

from localllm.models.convert.config import Config
from localllm.models.convert.experts import halves
from localllm.models.convert.llama import Llama
from localllm.models.convert.output import Output
from localllm.models.convert.safetensors import TensorRef


class Granite(Llama):
    names: ClassVar[tuple[str, ...]] = ("GraniteForCausalLM",)
    arch = MODEL_ARCH.GRANITE

    def __init__(self, config: Config, folder: Path) -> None:
        config.values.pop("head_dim", None)  # has no meaning here, whatever it says
        super().__init__(config, folder)

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        super().add_parameters(writer, file_type)
        for key, add in (
            ("attention_multiplier", writer.add_attention_scale),
            ("embedding_multiplier", writer.add_embedding_scale),
            ("residual_multiplier", writer.add_residual_scale),
            ("logits_scaling", writer.add_logit_scale),
        ):
            if self.config.find(key):
                add(self.config.number(key))


class GraniteMoe(Granite):
    names: ClassVar[tuple[str, ...]] = ("GraniteMoeForCausalLM",)
    arch = MODEL_ARCH.GRANITE_MOE

    def outputs(self, tensor: TensorRef, name: str, bid: int | None) -> Iterable[Output]:
        if not name.endswith("block_sparse_moe.input_linear.weight"):
            yield from super().outputs(tensor, name, bid)
            return
        kinds = (MODEL_TENSOR.FFN_GATE_EXP, MODEL_TENSOR.FFN_UP_EXP)
        for kind, half in zip(kinds, halves(tensor), strict=True):
            yield half.named(self.tensor_name(kind, bid), name)
