"""Special token ids, who adds them, merges, chat template and normalizer flags of a tokenizer.

A port of SpecialVocab of the pinned llama.cpp (gguf-py/gguf/vocab.py; MIT licence, the ggml
authors): the same rules in the same order, from files that are read within bounds. The `gguf`
package has an older one, which knows neither the normalizer's flags nor ByteLevel post-processors.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_letters, digits
from typing import Any

from localllm.errors import ModelError
from localllm.models.convert.tokenizer_files import TokenizerFolder
from localllm.models.convert.tokenizer_merges import of_merges_txt, of_tokenizer_json
from localllm.models.convert.tokenizer_metadata import (
    CHAT_TEMPLATE,
    CHAT_TEMPLATES,
    Metadata,
)
from localllm.models.convert.tokenizer_template import PostProcessor

TYPES = ("bos", "eos", "unk", "sep", "pad", "cls", "mask")
MAX_ID = (1 << 32) - 1
# What GGUF has a key for; the others (cls, the old infill tokens) are read and left out.
_ID_KEYS = {
    "bos": "bos_token_id",
    "eos": "eos_token_id",
    "unk": "unknown_token_id",
    "sep": "seperator_token_id",
    "pad": "padding_token_id",
    "mask": "mask_token_id",
    "eot": "eot_token_id",
    "eom": "eom_token_id",
}
_ADD_KEYS = {"bos": "add_bos_token", "eos": "add_eos_token", "sep": "add_sep_token"}


class SpecialVocab:
    """`ids` by type, `adds` (whether a type is put around texts), `merges`, `chat_template`.

    `n_vocab` is the number of tokens that ids are held against, None holds them against nothing.
    """

    def __init__(
        self,
        folder: TokenizerFolder,
        *,
        load_merges: bool = False,
        types: Iterable[str] = TYPES,
        n_vocab: int | None = None,
    ) -> None:
        self.ids: dict[str, int] = {}
        self.adds: dict[str, bool] = {}
        self.merges: list[str] = []
        self.chat_template: str | list[Any] | None = None
        self.normalizer: dict[str, bool] = {}
        self._folder = folder
        self._n_vocab = n_vocab
        self._types = tuple(types)
        self._read_tokenizer(load_merges)
        self._read_config()
        if load_merges and not self.merges and folder.has("merges.txt"):
            self.merges = of_merges_txt(folder)

    def set_id(self, kind: str, token: Any, *, replace: bool = False) -> None:
        """Notes the id of `kind` unless it has one; what is no number or out of range is not."""
        if type(token) is not int or (kind in self.ids and not replace):
            return
        if not 0 <= token <= MAX_ID:
            raise ModelError(f"{self._folder.path} gives the {kind} token the id {token}")
        if self._n_vocab is None or token < self._n_vocab:
            self.ids[kind] = token

    def add_to(self, metadata: Metadata) -> None:
        metadata.set("merges", list(self.merges))
        for kind, token in self.ids.items():
            if kind in _ID_KEYS:
                metadata.set(_ID_KEYS[kind], token)
        for kind, value in self.adds.items():
            if kind in _ADD_KEYS:
                metadata.set(_ADD_KEYS[kind], value)
        if self.chat_template is not None:
            _add_chat_template(metadata, self.chat_template)
        for flag in ("lowercase", "strip_accents"):
            if flag in self.normalizer:
                metadata.set(f"normalizer.{flag}", self.normalizer[flag])

    # --- reading, in SpecialVocab's order ---

    def _read_tokenizer(self, load_merges: bool) -> None:
        file, config = self._folder.json, dict(self._folder.config or {})
        if file is not None:
            if load_merges:
                self.merges = of_tokenizer_json(self._folder)
            self._read_normalizer(file.part("normalizer"))
            processor = PostProcessor(config, self._types)
            processor.read(file.part("post_processor"))
            config, self._types = processor.config, processor.types
            self.adds = processor.adds
        if self._folder.config:
            self.chat_template = _chat_template(self._folder)
            self._read_named(config)

    def _read_normalizer(self, normalizer: Any, depth: int = 0) -> None:
        if not isinstance(normalizer, dict) or depth > 8:
            return
        kind = normalizer.get("type")
        if kind == "Lowercase":
            self.normalizer["lowercase"] = True
        elif kind == "StripAccents":
            self.normalizer["strip_accents"] = True
        elif kind == "BertNormalizer":
            for flag in ("lowercase", "strip_accents"):
                if isinstance(normalizer.get(flag), bool):
                    self.normalizer[flag] = normalizer[flag]
        elif kind == "Sequence":
            steps = normalizer.get("normalizers")
            for step in steps if isinstance(steps, list) else ():
                self._read_normalizer(step, depth + 1)

    def _read_named(self, config: dict[str, Any]) -> None:
        """`<type>_token` and `add_<type>_token` of tokenizer_config.json."""
        added = self._folder.json.added_tokens if self._folder.json is not None else []
        first: dict[str, int] = {}
        for token in added:
            first.setdefault(token.content, token.id)
        for kind in self._types:
            adds = config.get(f"add_{kind}_token")
            if isinstance(adds, bool):
                self.adds.setdefault(kind, adds)
            entry = config.get(f"{kind}_token")
            text = entry.get("content") if isinstance(entry, dict) else entry
            if isinstance(text, str):
                self.set_id(kind, first.get(text))

    def _read_config(self) -> None:
        config = self._folder.model_config
        inner = config.get("text_config")
        for kind in self._types:
            token = config.get(f"{kind}_token_id")
            if token is None and isinstance(inner, dict):
                token = inner.get(f"{kind}_token_id")
            self.set_id(kind, token)


def _chat_template(folder: TokenizerFolder) -> str | list[Any] | None:
    """tokenizer_config.json's own, even where that is null; else that of a file of its own."""
    config = folder.config or {}
    if "chat_template" in config:
        found = config["chat_template"]
    elif folder.has("chat_template.jinja"):
        found = folder.text("chat_template.jinja")
        named = [{"name": name, "template": text} for name, text in folder.templates()]
        found = [{"name": "default", "template": found}, *named] if named else found
    else:
        found = (folder.object("chat_template.json") or {}).get("chat_template")
    return found if isinstance(found, str | list) else None


def _add_chat_template(metadata: Metadata, template: str | list[Any]) -> None:
    """One template, or each of a list under its name; "default" is the one without a name."""
    if isinstance(template, str):
        metadata.put(CHAT_TEMPLATE, template)
    else:
        _add_named(metadata, template)


def _add_named(metadata: Metadata, choices: list[Any]) -> None:
    named: dict[str, str] = {}
    for choice in choices:
        name, text = (
            (choice.get(k) for k in ("name", "template"))
            if isinstance(choice, dict)
            else (None, None)
        )
        if isinstance(name, str) and name and isinstance(text, str):
            named["".join(c if c in ascii_letters + digits else "_" for c in name)] = text
    default = named.pop("default", None)
    for name, text in named.items():
        metadata.put(f"{CHAT_TEMPLATE}.{name}", text)
    metadata.put(CHAT_TEMPLATES, sorted(named))
    if default is not None:
        metadata.put(CHAT_TEMPLATE, default)
