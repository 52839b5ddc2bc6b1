"""A tokenizer.json made of the files that older models have instead: vocab.json or vocab.txt.

What transformers 4.57 makes of them (convert_slow_tokenizer.py) for the classes whose files are
plain lists: GPT-2, Qwen 2 and RoBERTa (vocab.json, merges.txt), and BERT (vocab.txt).
"""

from __future__ import annotations

from typing import Any

import msgspec

from localllm.models.convert.tokenizer_classes import class_name
from localllm.models.convert.tokenizer_files import TokenizerFolder, missing

_QWEN2_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_BYTE_PAIRS = ("GPT2Tokenizer", "Qwen2Tokenizer", "RobertaTokenizer")
_WORD_PIECES = ("BertTokenizer", "DistilBertTokenizer", "ElectraTokenizer")


def made(folder: TokenizerFolder) -> bytes:
    """The JSON. ModelError names the files that are missing."""
    kind = class_name(folder)
    if kind in _BYTE_PAIRS and folder.has("vocab.json") and folder.has("merges.txt"):
        return msgspec.json.encode(_byte_pairs(folder, kind))
    if kind in _WORD_PIECES and folder.has("vocab.txt"):
        return msgspec.json.encode(_word_pieces(folder))
    raise missing(folder.path, "tokenizer.json")


def _byte_pairs(folder: TokenizerFolder, kind: str) -> dict[str, Any]:
    prefix = bool((folder.config or {}).get("add_prefix_space", False))
    level = {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True}
    parts: dict[str, Any] = {
        "pre_tokenizer": level | {"use_regex": True},
        "decoder": {"type": "ByteLevel"} | level,
        "model": {
            "type": "BPE",
            "vocab": _vocabulary(folder),
            "merges": _merges(folder, kind),
            "continuing_subword_prefix": "",
            "end_of_word_suffix": "",
        },
    }
    if kind == "Qwen2Tokenizer":
        split = {
            "type": "Split",
            "pattern": {"Regex": _QWEN2_SPLIT},
            "behavior": "Isolated",
            "invert": False,
        }
        pre_tokenizers = [split, level | {"use_regex": False}]
        parts["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": pre_tokenizers}
        parts["normalizer"] = {"type": "NFC"}
    return parts | {"post_processor": _post_processor(folder, kind, parts["model"]["vocab"])}


def _post_processor(folder: TokenizerFolder, kind: str, vocab: dict[str, int]) -> dict[str, Any]:
    config = folder.config or {}
    if kind == "RobertaTokenizer":
        cls, sep = config.get("cls_token", "<s>"), config.get("sep_token", "</s>")
        return _around(cls, sep, vocab, folder)
    bos = config.get("bos_token", "<|endoftext|>")
    if kind == "GPT2Tokenizer" and config.get("add_bos_token"):
        return _around(bos, None, vocab, folder)
    return {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False}


def _around(
    first: Any, last: Any, vocab: dict[str, int], folder: TokenizerFolder
) -> dict[str, Any]:
    """A template for one text; that for two is not asked for."""
    names = [t["content"] if isinstance(t, dict) and "content" in t else t for t in (first, last)]
    for name in names:
        if name is not None and (not isinstance(name, str) or name not in vocab):
            raise folder.damaged("tokenizer_config.json", f"the vocabulary has no {name!r}")
    pieces = [{"SpecialToken": {"id": name, "type_id": 0}} if name else None for name in names]
    single = [pieces[0], {"Sequence": {"id": "A", "type_id": 0}}, pieces[1]]
    return {
        "type": "TemplateProcessing",
        "single": [piece for piece in single if piece],
        "pair": [{"Sequence": {"id": name, "type_id": 0}} for name in "AB"],
        "special_tokens": {
            name: {"id": name, "ids": [vocab[name]], "tokens": [name]} for name in names if name
        },
    }


def _vocabulary(folder: TokenizerFolder) -> dict[str, int]:
    entries = folder.object("vocab.json") or {}
    return {text: folder.token_id(token, "vocab.json") for text, token in entries.items()}


def _merges(folder: TokenizerFolder, kind: str) -> list[list[str]]:
    """GPT-2's file has a line before and one behind that never count."""
    lines = folder.text("merges.txt").split("\n")
    if kind != "Qwen2Tokenizer":
        return [line.split() for line in lines[1:-1]]
    head = lines[0].strip()
    first = lines[1:] if head.startswith("#version:") else lines
    return [line.split() for line in first if line.strip()]


def _word_pieces(folder: TokenizerFolder) -> dict[str, Any]:
    config = folder.config or {}
    lines = folder.text("vocab.txt").split("\n")
    vocab = {text: token for token, text in enumerate(lines if lines[-1] else lines[:-1])}
    cls, sep = config.get("cls_token", "[CLS]"), config.get("sep_token", "[SEP]")
    return {
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": config.get("tokenize_chinese_chars", True),
            "strip_accents": config.get("strip_accents"),
            "lowercase": config.get("do_lower_case", True),
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": _around(cls, sep, vocab, folder),
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        "model": {
            "type": "WordPiece",
            "vocab": vocab,
            "unk_token": config.get("unk_token", "[UNK]"),
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
        },
    }
