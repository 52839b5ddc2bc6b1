"""Which family converts which architecture."""

from __future__ import annotations

import difflib
from pathlib import Path

from localllm.errors import ModelUnsupported
from localllm.models.convert.architecture import Architecture
from localllm.models.convert.bert import Bert, DistilBert, Roberta
from localllm.models.convert.config import Config
from localllm.models.convert.gemma import EmbeddingGemma, Gemma, Gemma2, Gemma3
from localllm.models.convert.granite import Granite, GraniteMoe
from localllm.models.convert.llama import Llama
from localllm.models.convert.olmo import Olmo, Olmo2
from localllm.models.convert.phi import Phi3
from localllm.models.convert.qwen import Qwen2, Qwen2Moe, Qwen3, Qwen3Moe

_FAMILIES: tuple[type[Architecture], ...] = (
    *(Llama, Qwen2, Qwen3, Qwen2Moe, Qwen3Moe, Gemma, Gemma2, Gemma3, EmbeddingGemma, Phi3),
    *(Granite, GraniteMoe, Olmo, Olmo2, Bert, DistilBert, Roberta),
)
_BY_NAME = {name: family for family in _FAMILIES for name in family.names}


def known() -> tuple[str, ...]:
    """Every architecture that can be converted, as config.json names them."""
    return tuple(sorted(_BY_NAME))


def family_of(name: str) -> type[Architecture] | None:
    return _BY_NAME.get(name)


def find(config: Config, folder: Path) -> Architecture:
    """The family of a config. ModelUnsupported says what is known and what comes nearest."""
    family = family_of(config.architecture)
    if family is None:
        raise _unknown(config.architecture)
    return family(config, folder)


def _unknown(name: str) -> ModelUnsupported:
    near = difflib.get_close_matches(name, _BY_NAME, n=1, cutoff=0.7)
    nearest = f"the nearest is {near[0]}. " if near else ""
    return ModelUnsupported(
        f"Models of the architecture {name!r} cannot be converted; {nearest}"
        f"Known are {', '.join(known())}. Many hubs have models as GGUF, which need no conversion",
        architecture=name,
        nearest=near[0] if near else None,
    )
