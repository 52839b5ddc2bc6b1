"""What a model file says about itself, in the words people use for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from localllm.models.header.capabilities import Capability, capabilities_of
from localllm.models.header.ggml_types import FILE_TYPES, TYPES
from localllm.models.header.gguf import GGUFHeader, LongArray, TensorInfo
from localllm.models.units import human_count

LANGUAGE_MODEL = "model"

_EXPERT = re.compile(r"blk\.\d+\.ffn_\w+_exps\.")
_BASES = 16  # that are looked for


class ModelCard(msgspec.Struct, frozen=True):
    """`kind` is "model", or what else the file is: "mmproj", "adapter", "imatrix", "vocabulary".

    `parameters` counts the elements of all tensors, `active` those at work for one token (fewer
    only where there are experts), `context_train` tokens (0: not said). `quantization` names the
    mixture ("Q4_K_M"). `size_label`: the author's, or the count.
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
    active: int = 0
    capabilities: tuple[Capability, ...] = ()


class TensorType(msgspec.Struct, frozen=True):
    """Of all tensors of one type: how many, their elements and bytes."""

    name: str
    tensors: int
    elements: int
    bytes_: int = msgspec.field(name="bytes")

    @property
    def bits(self) -> float:
        """Of an element."""
        return 8 * self.bytes_ / self.elements if self.elements else 0.0


class Experts(msgspec.Struct, frozen=True):
    count: int
    used: int


class Rope(msgspec.Struct, frozen=True):
    """`scaling` "", "linear", "yarn", "longrope": by `factor` beyond `original` tokens."""

    base: float = 0.0
    scaling: str = ""
    factor: float = 0.0
    original: int = 0


class Tokenizer(msgspec.Struct, frozen=True):
    """`model` as in the header ("gpt2" is byte-level BPE, "llama" SentencePiece), `pre` how text
    is split before it, `size` of the vocabulary."""

    model: str = ""
    pre: str = ""
    size: int = 0
    adds_bos: bool | None = None


class Source(msgspec.Struct, frozen=True):
    """A model or repository that the header names."""

    name: str = ""
    author: str = ""
    url: str = ""


class ModelDetails(msgspec.Struct, frozen=True):
    """All of a header that a person may ask for, beside its card.

    `window` in tokens for models that slide, 0 for the others. `why` tells of each capability how
    it was known. `bits` of a weight, over all tensors.
    """

    card: ModelCard
    layers: int
    embedding: int
    heads: int
    kv_heads: int
    types: tuple[TensorType, ...]
    bits: float
    why: dict[Capability, str] = {}
    experts: Experts | None = None
    window: int = 0
    rope: Rope = Rope()
    tokenizer: Tokenizer = Tokenizer()
    template: str = ""
    author: str = ""
    organization: str = ""
    finetune: str = ""
    quantized_by: str = ""
    description: str = ""
    licence_link: str = ""
    source: Source = Source()
    bases: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    version: int = 3
    files: int = 1
    file_size: int = 0


def card_of(
    headers: Sequence[GGUFHeader], fallback_name: str, projector: GGUFHeader | None = None
) -> ModelCard:
    """The card of one model, whose parts (one or more) have these headers, the first part first.

    `projector` is the header of the one that lies beside it, where there is one.
    """
    first = headers[0]
    architecture = first.text("general.architecture") or ""
    tensors = [tensor for header in headers for tensor in header.tensors]
    parameters = sum(tensor.n_elements for tensor in tensors)
    kind = _kind(headers, architecture)
    return ModelCard(
        name=first.text("general.name") or fallback_name,
        architecture=architecture,
        parameters=parameters,
        quantization=_quantization(headers),
        context_train=first.number(f"{architecture}.context_length") or 0,
        kind=kind,
        has_template=first.text("tokenizer.chat_template") is not None,
        licence=first.text("general.license") or "",
        size_label=first.text("general.size_label") or human_count(parameters),
        active=_active(first, architecture, tensors, parameters),
        capabilities=tuple(capabilities_of(headers, projector)) if kind == LANGUAGE_MODEL else (),
    )


def details_of(
    headers: Sequence[GGUFHeader], fallback_name: str, projector: GGUFHeader | None = None
) -> ModelDetails:
    """Everything the headers of one model say; as `card_of`."""
    first, card = headers[0], card_of(headers, fallback_name, projector)
    read = _Keys(first, card.architecture)
    tensors = [tensor for header in headers for tensor in header.tensors]
    types = types_of(tensors)
    size = sum(kind.bytes_ for kind in types)
    return ModelDetails(
        card=card,
        layers=read.own("block_count"),
        embedding=read.own("embedding_length"),
        heads=read.own("attention.head_count"),
        kv_heads=read.own("attention.head_count_kv") or read.own("attention.head_count"),
        types=types,
        bits=8 * size / card.parameters if card.parameters else 0.0,
        why=capabilities_of(headers, projector) if card.capabilities else {},
        experts=_experts(read),
        window=read.own("attention.sliding_window"),
        rope=_rope(read),
        tokenizer=_tokenizer(first),
        template=first.text("tokenizer.chat_template") or "",
        author=read.general("author"),
        organization=read.general("organization"),
        finetune=read.general("finetune"),
        quantized_by=read.general("quantized_by"),
        description=read.general("description"),
        licence_link=read.general("license.link"),
        source=_source(read, "source"),
        bases=_bases(read),
        tags=_texts(first.metadata.get("general.tags")),
        languages=_texts(first.metadata.get("general.languages")),
        version=first.version,
        files=len(headers),
        file_size=sum(header.file_size for header in headers),
    )


def types_of(tensors: Iterable[TensorInfo]) -> tuple[TensorType, ...]:
    """The table of types, the one with most bytes first."""
    found: dict[int, list[TensorInfo]] = {}
    for tensor in tensors:
        found.setdefault(tensor.type_id, []).append(tensor)
    table = [
        TensorType(
            TYPES[kind].name,
            len(own),
            sum(tensor.n_elements for tensor in own),
            sum(tensor.nbytes for tensor in own),
        )
        for kind, own in found.items()
    ]
    return tuple(sorted(table, key=lambda kind: (-kind.bytes_, kind.name)))


class _Keys:
    """A header's values by their own names; "" and 0 where it has none."""

    def __init__(self, header: GGUFHeader, architecture: str) -> None:
        self._header = header
        self._architecture = architecture

    def own(self, key: str) -> int:
        return self._header.number(f"{self._architecture}.{key}") or 0

    def fraction(self, key: str) -> float:
        value = self._header.metadata.get(f"{self._architecture}.{key}")
        return float(value) if isinstance(value, int | float) else 0.0

    def word(self, key: str) -> str:
        return self._header.text(f"{self._architecture}.{key}") or ""

    def general(self, key: str) -> str:
        return self._header.text(f"general.{key}") or ""

    def count(self, key: str) -> int:
        return self._header.number(f"general.{key}") or 0


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


def _active(
    first: GGUFHeader, architecture: str, tensors: Sequence[TensorInfo], parameters: int
) -> int:
    """All but the experts that have no turn: of each layer's, `used` of `count` have."""
    count = first.number(f"{architecture}.expert_count") or 0
    used = first.number(f"{architecture}.expert_used_count") or 0
    if not 0 < used < count:
        return parameters
    experts = sum(tensor.n_elements for tensor in tensors if _EXPERT.match(tensor.name))
    return parameters - experts * (count - used) // count


def _experts(read: _Keys) -> Experts | None:
    count = read.own("expert_count")
    return Experts(count, read.own("expert_used_count")) if count else None


def _rope(read: _Keys) -> Rope:
    scaling = read.word("rope.scaling.type")
    factor = read.fraction("rope.scaling.factor") or read.fraction("rope.scale_linear")
    return Rope(
        base=read.fraction("rope.freq_base"),
        scaling="" if scaling == "none" else scaling or ("linear" if factor else ""),
        factor=factor,
        original=read.own("rope.scaling.original_context_length"),
    )


def _tokenizer(first: GGUFHeader) -> Tokenizer:
    tokens: Any = first.metadata.get("tokenizer.ggml.tokens")
    adds = first.metadata.get("tokenizer.ggml.add_bos_token")
    return Tokenizer(
        model=first.text("tokenizer.ggml.model") or "",
        pre=first.text("tokenizer.ggml.pre") or "",
        size=tokens.count if isinstance(tokens, LongArray) else len(tokens or ()),
        adds_bos=adds if isinstance(adds, bool) else None,
    )


def _source(read: _Keys, begin: str) -> Source:
    return Source(
        name=read.general(f"{begin}.name"),
        author=read.general(f"{begin}.organization") or read.general(f"{begin}.author"),
        url=read.general(f"{begin}.repo_url") or read.general(f"{begin}.url"),
    )


def _bases(read: _Keys) -> tuple[Source, ...]:
    count = min(read.count("base_model.count"), _BASES)
    return tuple(_source(read, f"base_model.{number}") for number in range(count))


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(word for word in value if isinstance(word, str)) if type(value) is tuple else ()
