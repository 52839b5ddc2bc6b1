"""What a model file says about itself, in the words people use for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from localllm.models.ggml_types import FILE_TYPES
from localllm.models.gguf import GGUFHeader
from localllm.models.units import human_count

LANGUAGE_MODEL = "model"


class ModelCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """`kind` is "model", or what else the file is: "mmproj", "adapter", "imatrix", "vocabulary".

    `parameters` counts the elements of all tensors, `context_train` tokens (0: not said).
    `quantization` names the mixture ("Q4_K_M"). `size_label`: the author's, or the count.
    """

    name: str
    architecture: str
    parameters: int
    quantization: str
    context_train: int = 0
    kind: str = LANGUAGE_MODEL
    has_template: bool = False
    licence: str = ""
    size_label: str = ""


def card_of(headers: Sequence[GGUFHeader], fallback_name: str) -> ModelCard:
    """The card of one model, whose parts (one or more) have these headers, the first part first."""
    first = headers[0]
    architecture = first.text("general.architecture") or ""
    parameters = sum(tensor.n_elements for header in headers for tensor in header.tensors)
    return ModelCard(
        name=first.text("general.name") or fallback_name,
        architecture=architecture,
        parameters=parameters,
        quantization=_quantization(headers),
        context_train=first.number(f"{architecture}.context_length") or 0,
        kind=_kind(headers, architecture),
        has_template=first.text("tokenizer.chat_template") is not None,
        licence=first.text("general.license") or "",
        size_label=first.text("general.size_label") or human_count(parameters),
    )


def _kind(headers: Sequence[GGUFHeader], architecture: str) -> str:
    said = headers[0].text("general.type") or LANGUAGE_MODEL
    if architecture == "clip":  # projectors of before `general.type`
        return "mmproj"
    if said == LANGUAGE_MODEL and not any(header.tensors for header in headers):
        return "vocabulary"
    return said


def _quantization(headers: Sequence[GGUFHeader]) -> str:
    """As the file names its mixture; where it does not, the type that most bytes have."""
    said = headers[0].number("general.file_type")
    if said in FILE_TYPES:
        return FILE_TYPES[said]
    weight: Counter[str] = Counter()
    for header in headers:
        for tensor in header.tensors:
            weight[tensor.type_name] += tensor.nbytes
    return weight.most_common(1)[0][0] if weight else ""
