"""Embedding models of the BERT kind: BERT, DistilBERT, RoBERTa. Source: conversion/bert.py."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import gguf
from gguf import MODEL_ARCH, LlamaFileType

from localllm.errors import ModelError
from localllm.models.convert import parameters
from localllm.models.convert.architecture import Architecture
from localllm.models.convert.config import Config
from localllm.models.convert.output import Output, Part
from localllm.models.convert.safetensors import TensorRef

_HEADS = ("cls.predictions", "cls.seq_relationship")
_UNUSED = ("embeddings.position_ids", "pooler.dense.weight", "pooler.dense.bias")


class Bert(Architecture):
    names: ClassVar[tuple[str, ...]] = (
        "BertModel",
        "BertForMaskedLM",
        "BertForSequenceClassification",
        "CamembertModel",
    )
    arch = MODEL_ARCH.BERT
    prefix = "bert."

    def __init__(self, config: Config, folder: Path) -> None:
        super().__init__(config, folder)
        self._labels = _labels(config.find("id2label"))

    def keep(self, name: str) -> str | None:
        name = name.removeprefix(self.prefix).removeprefix("bert.")
        for old, new in ((".gamma", ".weight"), (".beta", ".bias")):
            if name.endswith(old):
                name = name.removesuffix(old) + new
        if name in _UNUSED or name.startswith(_HEADS):
            return None
        return super().keep(name)

    def outputs(self, tensor: TensorRef, name: str, bid: int | None) -> Iterable[Output]:
        if self._labels and name in ("classifier.weight", "classifier.bias"):
            name = name.replace("classifier.", "classifier.out_proj.")
        yield self.renamed(tensor, name)

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        super().add_parameters(writer, file_type)
        writer.add_causal_attention(False)
        parameters.add_pooling(writer, self.folder)
        if self._labels:
            writer.add_classifier_output_labels(self._labels)


class DistilBert(Bert):
    names: ClassVar[tuple[str, ...]] = (
        *("DistilBertModel", "DistilBertForMaskedLM"),
        "DistilBertForSequenceClassification",
    )
    prefix = "distilbert."

    def keep(self, name: str) -> str | None:
        kept = super().keep(name)
        return None if kept is None or kept.startswith("vocab_") else kept

    def add_parameters(self, writer: gguf.GGUFWriter, file_type: LlamaFileType) -> None:
        writer.add_layer_norm_eps(1e-12)
        super().add_parameters(writer, file_type)


class Roberta(Bert):
    names: ClassVar[tuple[str, ...]] = ("RobertaModel", "RobertaForSequenceClassification")
    prefix = "roberta."

    def __init__(self, config: Config, folder: Path) -> None:
        super().__init__(config, folder)
        # Positions are counted from behind the padding token's id; the rows before are never used.
        pad = config.find("pad_token_id")
        self._offset = 0 if pad is None else 1 + config.integer("pad_token_id", least=0)
        if "max_position_embeddings" in config.values:
            positions = config.integer("max_position_embeddings") - self._offset
            config.values["max_position_embeddings"] = positions

    def outputs(self, tensor: TensorRef, name: str, bid: int | None) -> Iterable[Output]:
        if name != "embeddings.position_embeddings.weight":
            yield from super().outputs(tensor, name, bid)
            return
        rows = tensor.rows - self._offset
        if rows <= 0:
            raise ModelError(
                f"{tensor.name} has {tensor.rows} rows, more than {self._offset} needed"
            )
        part = Part(tensor, self._offset, tensor.rows)
        yield Output(self.map_name(name), (rows, *tensor.shape[1:]), (part,), source=name)


def _labels(value: Any) -> list[str]:
    """The names of classes, by number; none where they are only the library's placeholders."""
    if not isinstance(value, dict):
        return []
    try:
        labels = [str(label) for _, label in sorted((int(k), v) for k, v in value.items())]
    except (TypeError, ValueError):
        raise ModelError(f"config.json: id2label is {value!r}") from None
    return [] if len(labels) == 2 and labels[0] == "LABEL_0" else labels
