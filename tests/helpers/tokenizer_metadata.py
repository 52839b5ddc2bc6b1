"""What the tokenizer's side of the converter writes for a folder, as a dict or a GGUF file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from localllm.models.convert.config import Config
from localllm.models.convert.header import HeaderWriter
from localllm.models.convert.tokenizer import add_tokenizer

# What llama.cpp's converter makes of the shapes of small_tokenizers.py: name -> digest.
RECORDED = Path(__file__).parents[1] / "models" / "convert" / "recorded_tokenizers.json"


class Entries(dict[str, Any]):
    """Takes entries as gguf.GGUFWriter does, to be looked at."""

    def add_string(self, key: str, val: str) -> None:
        self[key] = val

    def add_uint32(self, key: str, val: int) -> None:
        self[key] = val

    def add_bool(self, key: str, val: bool) -> None:
        self[key] = val

    def add_array(self, key: str, val: Sequence[Any]) -> None:
        self[key] = list(val)


def config_of(folder: Path) -> Config:
    return Config(json.loads((folder / "config.json").read_text(encoding="utf-8")))


def entries_of(folder: Path, *, pre: str | None = None) -> Entries:
    entries = Entries()
    add_tokenizer(folder, config_of(folder), entries, pre=pre)
    return entries


def write_vocabulary(
    folder: Path, target: Path, architecture: str, *, pre: str | None = None
) -> Path:
    """A GGUF without tensors: enough for a vocabulary to be loaded."""
    writer = HeaderWriter(architecture)
    add_tokenizer(folder, config_of(folder), writer, pre=pre)
    target.write_bytes(writer.header())
    return target


def digest(entries: Mapping[str, Any]) -> str:
    """One hash over keys, order and values; the names of templates are a set, in any order."""
    names = "tokenizer.chat_templates"
    ordered = [[k, sorted(v) if k == names else v] for k, v in entries.items()]
    return hashlib.sha256(json.dumps(ordered).encode()).hexdigest()
