"""Tokenizer folders as the model hub has them, rebuilt from GGUF vocabularies; no internet.

    rebuild(vocabulary, "smollm", folder)      tokenizer.json, tokenizer_config.json, config.json
    rebuild_sentencepiece(vocabulary, folder)  tokenizer.model instead of tokenizer.json

A GGUF has the tokens, their types, merges and special ids of a tokenizer; what it lacks is how the
text is parted before, which a recipe adds here as the published tokenizer has it. That a recipe is
right shows in the hash of the pinned converter: it knows the rebuilt folder by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from helpers.gguf_metadata import read_metadata
from helpers.sentencepiece_bytes import sentencepiece_model

Json = dict[str, Any]
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6

_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
LLAMA3_SPLIT = (
    _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
QWEN2_SPLIT = LLAMA3_SPLIT.replace(r"\p{N}{1,3}", r"\p{N}")
QWEN35_SPLIT = (
    _CONTRACTIONS + r"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


class Vocabulary:
    """What a GGUF file says of its tokenizer: `[PADn]` fillers are left out of `pieces`."""

    def __init__(self, metadata: Mapping[str, Any]) -> None:
        self.metadata = metadata
        ggml = "tokenizer.ggml."
        self.tokens: list[str] = metadata[ggml + "tokens"]
        self.types: list[int] = metadata[ggml + "token_type"]
        self.scores: list[float] = metadata.get(ggml + "scores", [])
        self.merges: list[str] = metadata.get(ggml + "merges", [])
        self.architecture: str = metadata["general.architecture"]

    @classmethod
    def of(cls, path: Path) -> Vocabulary:
        return cls(read_metadata(path))

    def special(self, name: str) -> str | None:
        """The text of the token that `tokenizer.ggml.<name>_token_id` names."""
        token = self.metadata.get(f"tokenizer.ggml.{name}_token_id")
        return None if token is None else self.tokens[token]

    def is_filler(self, token: int) -> bool:
        return re.fullmatch(r"\[PAD\d+\]", self.tokens[token]) is not None

    def added(self) -> list[Json]:
        """Entries of `added_tokens`: those of a type of their own."""
        return [
            added_token(token, text, special=kind == CONTROL, normalized=kind == USER_DEFINED)
            for token, (text, kind) in enumerate(zip(self.tokens, self.types, strict=True))
            if kind in (CONTROL, USER_DEFINED) and not self.is_filler(token)
        ]

    def base(self) -> dict[str, int]:
        """The vocabulary of the model part: every token with a text that is no filler."""
        return {t: i for i, t in enumerate(self.tokens) if not self.is_filler(i)}


def added_token(token: int, text: str, *, special: bool, normalized: bool = False) -> Json:
    return {
        "id": token,
        "content": text,
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": normalized,
        "special": special,
    }


# --- parts of a tokenizer.json ---------------------------------------------------------------


def byte_level(*, regex: bool = True, prefix: bool = False, trim: bool = True) -> Json:
    return {
        "type": "ByteLevel",
        "add_prefix_space": prefix,
        "trim_offsets": trim,
        "use_regex": regex,
    }


def split(pattern: str, behavior: str = "Isolated") -> Json:
    return {
        "type": "Split",
        "pattern": {"Regex": pattern},
        "behavior": behavior,
        "invert": False,
    }


def digits(*, individual: bool = True) -> Json:
    return {"type": "Digits", "individual_digits": individual}


def sequence(kind: str, *parts: Json) -> Json:
    return {"type": "Sequence", kind: list(parts)}


def template(first: tuple[str, int] | None, last: tuple[str, int] | None = None) -> Json:
    """TemplateProcessing: `first` and `last` (text, id) around one sequence, or around two."""

    def around(*names: str) -> list[Json]:
        parts: list[Json] = []
        for kind, name in enumerate(names):
            if first and (kind == 0 or not last):
                parts.append({"SpecialToken": {"id": first[0], "type_id": kind}})
            parts.append({"Sequence": {"id": name, "type_id": kind}})
            if last:
                parts.append({"SpecialToken": {"id": last[0], "type_id": kind}})
        return parts

    known = [t for t in (first, last) if t]
    return {
        "type": "TemplateProcessing",
        "single": around("A"),
        "pair": around("A", "B"),
        "special_tokens": {t: {"id": t, "ids": [i], "tokens": [t]} for t, i in known},
    }


def byte_pairs(vocabulary: Vocabulary, **options: Any) -> Json:
    return {
        "type": "BPE",
        "dropout": None,
        "unk_token": None,
        "continuing_subword_prefix": None,
        "end_of_word_suffix": None,
        "fuse_unk": False,
        "byte_fallback": False,
        "ignore_merges": False,
        "vocab": vocabulary.base(),
        "merges": vocabulary.merges,
        **options,
    }


def tokenizer_json(vocabulary: Vocabulary, model: Json, **parts: Any) -> Json:
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": vocabulary.added(),
        "normalizer": None,
        "pre_tokenizer": None,
        "post_processor": None,
        "decoder": byte_level(),
        **parts,
        "model": model,
    }


# --- the published tokenizers ----------------------------------------------------------------


def _bpe(pre_tokenizer: Json, **parts: Any) -> Callable[[Vocabulary], Json]:
    def build(vocabulary: Vocabulary) -> Json:
        model = byte_pairs(vocabulary)
        return tokenizer_json(vocabulary, model, pre_tokenizer=pre_tokenizer, **parts)

    return build


def _with_bos(build: Callable[[Vocabulary], Json]) -> Callable[[Vocabulary], Json]:
    def with_bos(vocabulary: Vocabulary) -> Json:
        bos = vocabulary.metadata["tokenizer.ggml.bos_token_id"]
        processor = template((vocabulary.tokens[bos], bos))
        return build(vocabulary) | {"post_processor": processor}

    return with_bos


def _llama3(vocabulary: Vocabulary) -> Json:
    bos = vocabulary.metadata["tokenizer.ggml.bos_token_id"]
    base = {t: i for t, i in vocabulary.base().items() if i < bos}
    return tokenizer_json(
        vocabulary,
        byte_pairs(vocabulary, vocab=base, ignore_merges=True),
        pre_tokenizer=sequence("pretokenizers", split(LLAMA3_SPLIT), byte_level(regex=False)),
        post_processor=sequence(
            "processors",
            byte_level(prefix=True, trim=False),
            template((vocabulary.tokens[bos], bos)),
        ),
    )


def _bert(vocabulary: Vocabulary) -> Json:
    """WordPiece: in a GGUF the beginning of a word is marked, here its continuation."""

    def published(token: int) -> str:
        text = vocabulary.tokens[token]
        if vocabulary.types[token] == CONTROL:
            return text
        return text[1:] if text.startswith("\u2581") else "##" + text

    texts = {published(i): i for i in range(len(vocabulary.tokens))}
    cls, sep = texts["[CLS]"], texts["[SEP]"]
    return tokenizer_json(
        vocabulary,
        {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": texts,
        },
        normalizer={
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        pre_tokenizer={"type": "BertPreTokenizer"},
        post_processor=template(("[CLS]", cls), ("[SEP]", sep)),
        decoder={"type": "WordPiece", "prefix": "##", "cleanup": True},
    )


_NFC = {"type": "NFC"}
_DIGITS_THEN_BYTES = sequence("pretokenizers", digits(), byte_level())
RECIPES: dict[str, Callable[[Vocabulary], Json]] = {
    "smollm": _bpe(_DIGITS_THEN_BYTES),
    "starcoder": _bpe(_DIGITS_THEN_BYTES),
    "refact": _bpe(_DIGITS_THEN_BYTES),
    "gpt-2": _bpe(byte_level(), post_processor=byte_level(prefix=True, trim=False)),
    "mpt": _bpe(
        byte_level(),
        normalizer=_NFC,
        post_processor=byte_level(prefix=False, trim=True),
    ),
    "qwen2": _bpe(
        sequence("pretokenizers", split(QWEN2_SPLIT), byte_level(regex=False)),
        normalizer=_NFC,
        post_processor=byte_level(regex=False, trim=False),
    ),
    "qwen35": _bpe(
        sequence("pretokenizers", split(QWEN35_SPLIT), byte_level(regex=False)),
        post_processor=byte_level(regex=False, trim=False),
    ),
    "falcon": _bpe(
        sequence(
            "pretokenizers",
            {"type": "Punctuation", "behavior": "Contiguous"},
            byte_level(),
            digits(individual=False),
            split("[0-9][0-9][0-9]"),
        )
    ),
    "deepseek-coder": _with_bos(
        _bpe(
            sequence(
                "pretokenizers",
                split("[\r\n]"),
                split(r"\s?\p{L}+"),
                split(r"\s?\p{P}+"),
                split("[一-龥ࠀ-一가-\ud7ff]+"),
                digits(),
                byte_level(regex=False),
            )
        )
    ),
    "command-r": _with_bos(_bpe(_DIGITS_THEN_BYTES, normalizer=_NFC)),
    "llama-bpe": _llama3,
    "bert-bge": _bert,
}


def _llama_hf(vocabulary: Vocabulary) -> Json:
    """A SentencePiece vocabulary as byte pairs of a tokenizer.json (Llama 2, Gemma 4)."""
    texts = {t: i for i, t in enumerate(vocabulary.tokens) if not vocabulary.is_filler(i)}
    return tokenizer_json(
        vocabulary,
        byte_pairs(vocabulary, vocab=texts, unk_token="<unk>", fuse_unk=True, byte_fallback=True),
        normalizer={"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"},
        pre_tokenizer={
            "type": "Split",
            "pattern": {"String": " "},
            "behavior": "MergedWithPrevious",
            "invert": False,
        },
        decoder=sequence(
            "decoders",
            {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "},
            {"type": "ByteFallback"},
            {"type": "Fuse"},
        ),
    )


RECIPES["gemma-4"] = _llama_hf

# Architecture of a GGUF -> (name in config.json, model_type).
_ARCHITECTURES = {
    "llama": ("LlamaForCausalLM", "llama"),
    "qwen2": ("Qwen2ForCausalLM", "qwen2"),
    "gpt2": ("GPT2LMHeadModel", "gpt2"),
    "bert": ("BertModel", "bert"),
    "starcoder2": ("Starcoder2ForCausalLM", "starcoder2"),
    "refact": ("LlamaForCausalLM", "llama"),  # an architecture of its own, which is not converted
    "falcon": ("FalconForCausalLM", "falcon"),
    "mpt": ("OlmoForCausalLM", "olmo"),  # the same tokenizer in another architecture
    "command-r": ("CohereForCausalLM", "cohere"),
    "phi3": ("Phi3ForCausalLM", "phi3"),
    "gemma3": ("Gemma3ForCausalLM", "gemma3_text"),
    "gemma4": ("LlamaForCausalLM", "llama"),
}
_CLASSES = {"bert-bge": "BertTokenizer", "qwen2": "Qwen2Tokenizer", "command-r": "CohereTokenizer"}
_SPECIAL_NAMES = {
    "bos": "bos",
    "eos": "eos",
    "unk": "unknown",
    "sep": "seperator",
    "pad": "padding",
    "cls": "cls",
    "mask": "mask",
}


def rebuild(vocabulary: Vocabulary, recipe: str, folder: Path, **config: Any) -> Path:
    """Writes the tokenizer's files and a config.json (`config` added to it) into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    write_json(folder / "tokenizer.json", RECIPES[recipe](vocabulary))
    write_json(folder / "tokenizer_config.json", tokenizer_config(vocabulary, recipe))
    write_json(folder / "config.json", model_config(vocabulary, **config))
    return folder


def rebuild_sentencepiece(vocabulary: Vocabulary, folder: Path, **config: Any) -> Path:
    """As `rebuild`, with the vocabulary in a tokenizer.model and what was added beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    behind = _first_behind(vocabulary)
    pieces = [_published_piece(vocabulary, token) for token in range(behind)]
    (folder / "tokenizer.model").write_bytes(sentencepiece_model(pieces))
    tokenizer = tokenizer_config(vocabulary, "sentencepiece")
    tokenizer["added_tokens_decoder"] = {
        str(entry.pop("id")): entry
        for entry in vocabulary.added()
        if vocabulary.scores[entry["id"]] == _ADDED_SCORE
    }
    write_json(folder / "tokenizer_config.json", tokenizer)
    write_json(folder / "config.json", model_config(vocabulary, **config))
    return folder


_ADDED_SCORE = -1000.0


def _first_behind(vocabulary: Vocabulary) -> int:
    """The first token that is not in the tokenizer.model: from there on all were added."""
    last = max(i for i, score in enumerate(vocabulary.scores) if score not in (-1000.0, -10000.0))
    return last + 1


def _published_piece(vocabulary: Vocabulary, token: int) -> tuple[str, float, int]:
    text, kind = vocabulary.tokens[token], vocabulary.types[token]
    if vocabulary.scores[token] != _ADDED_SCORE:
        return text, vocabulary.scores[token], kind
    return text.replace(" ", "\u2581"), 0.0, UNKNOWN if text == "<unk>" else kind


def model_config(vocabulary: Vocabulary, **config: Any) -> Json:
    """A config.json that llama.cpp's converter takes, with `config` in it."""
    name, model_type = _ARCHITECTURES[vocabulary.architecture]
    return {
        "architectures": [name],
        "model_type": model_type,
        "vocab_size": len(vocabulary.tokens),
        "num_hidden_layers": 1,
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_attention_heads": 4,
        "num_key_value_heads": 4,
        "max_position_embeddings": 2048,
        **config,
    }


def tokenizer_config(vocabulary: Vocabulary, recipe: str) -> Json:
    """Special tokens by name, the chat template, and the flags that the GGUF carries."""
    config: Json = {"tokenizer_class": _CLASSES.get(recipe, "PreTrainedTokenizerFast")}
    for name, key in _SPECIAL_NAMES.items():
        if (text := vocabulary.special(key)) is not None:
            config[f"{name}_token"] = text
    if chat_template := vocabulary.metadata.get("tokenizer.chat_template"):
        config["chat_template"] = chat_template
    for flag, key in (("add_prefix_space", "add_space_prefix"), ("add_bos_token", "add_bos_token")):
        if (value := vocabulary.metadata.get(f"tokenizer.ggml.{key}")) is not None:
            config[flag] = value
    return config


def write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
