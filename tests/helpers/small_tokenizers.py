"""Small tokenizer folders in many shapes: every byte, some merges, and what a test changes.

write(folder, Shape(config={...}, file={...}))
SHAPES        by name; both converters are to make the same of each
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from helpers.hf_tokenizers import (
    Json,
    added_token,
    byte_level,
    digits,
    sequence,
    template,
    write_json,
)
from helpers.sentencepiece_bytes import Piece, sentencepiece_model


def byte_letters() -> list[str]:
    """GPT-2's letters for the 256 bytes, in the order of the bytes."""
    shown = {*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = itertools.count(0x100)
    return [chr(b if b in shown else next(others)) for b in range(256)]


MERGES = ["Ġ t", "h e", "Ġt he", "i n"]
BASE = [*byte_letters(), "Ġt", "he", "Ġthe", "in"]
BOS, EOS, PAD, NEW = (len(BASE) + i for i in range(4))
SPECIAL = [
    added_token(BOS, "<s>", special=True),
    added_token(EOS, "</s>", special=True),
    added_token(PAD, "<pad>", special=False),
]


def bpe(added: list[Json] = SPECIAL, **parts: Any) -> Json:
    """A byte-level tokenizer.json; `parts` replace its own, `model` is merged."""
    file: Json = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": None,
        "pre_tokenizer": byte_level(),
        "post_processor": None,
        "decoder": byte_level(),
    }
    model = {
        "type": "BPE",
        "vocab": {text: token for token, text in enumerate(BASE)},
        "merges": MERGES,
    }
    return file | parts | {"model": model | parts.get("model", {})}


@dataclass
class Shape:
    """The files of a folder; None leaves a file out. `files` are others by name, as text, bytes
    or what is to be JSON."""

    file: Json | None = field(default_factory=bpe)
    config: Json | None = field(
        default_factory=lambda: {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>"}
    )
    model: Json = field(default_factory=dict)
    files: dict[str, Any] = field(default_factory=dict)


def write(folder: Path, shape: Shape) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    model = {
        "architectures": ["Qwen2ForCausalLM"],
        "model_type": "qwen2",
        "num_hidden_layers": 1,
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_attention_heads": 4,
        "num_key_value_heads": 4,
        "max_position_embeddings": 2048,
        "vocab_size": NEW + 4,
    } | shape.model
    written = {"tokenizer.json": shape.file, "tokenizer_config.json": shape.config}
    for name, content in (written | {"config.json": model} | shape.files).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif content is not None:
            write_json(path, content)
    return folder


# --- shapes ----------------------------------------------------------------------------------

_NAMED = {"bos_token": "<s>", "eos_token": "</s>", "pad_token": "<pad>"}
_BOS, _EOS = ("<s>", BOS), ("</s>", EOS)
_LLAMA = {"architectures": ["LlamaForCausalLM"], "model_type": "llama"}
_PAIR_WITH_SEP = template(_BOS, _EOS) | {
    "pair": [
        {"SpecialToken": {"id": "<s>", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}},
        {"SpecialToken": {"id": "</s>", "type_id": 0}},
        {"SpecialToken": {"id": "</s>", "type_id": 0}},
        {"Sequence": {"id": "B", "type_id": 1}},
        {"SpecialToken": {"id": "</s>", "type_id": 1}},
    ]
}
_ROBERTA = {
    "type": "RobertaProcessing",
    "sep": ["</s>", EOS],
    "cls": ["<s>", BOS],
    "trim_offsets": True,
    "add_prefix_space": False,
}


def _classes() -> dict[str, Shape]:
    shapes = {}
    for name in ("GPT2", "Llama", "Gemma", "Cohere", "GPTNeoX", "Qwen2", "Roberta", "PreTrained"):
        kind = f"{name}Tokenizer" + ("Fast" if name == "PreTrained" else "")
        shapes[f"class {name}"] = Shape(
            config={"tokenizer_class": kind, **_NAMED, "unk_token": "!"}
        )
        adds = {"add_bos_token": name != "Llama", "add_eos_token": True}
        shapes[f"class {name}, told what to add"] = Shape(
            config={"tokenizer_class": kind, **_NAMED, "unk_token": "!", **adds}
        )
    return shapes


def _post_processors() -> dict[str, Shape]:
    parts = {
        "bytes": byte_level(),
        "bos": template(_BOS),
        "bos and eos": template(_BOS, _EOS),
        "eos alone": template(None, _EOS),
        "other end": template(_BOS, ("<pad>", PAD)),
        "roberta": _ROBERTA,
        "bytes, then bos": sequence("processors", byte_level(), template(_BOS)),
        "pair with separators": _PAIR_WITH_SEP,
    }
    configs: dict[str, Json | None] = {
        "": _NAMED,
        " without config": None,
        " with an empty config": {},
        " with cls and sep": {"cls_token": "<s>", "sep_token": "</s>", "pad_token": "<pad>"},
        " and flags": _NAMED | {"add_bos_token": False, "add_eos_token": True},
    }
    return {
        f"post-processor {part}{which}": Shape(file=bpe(post_processor=made), config=config)
        for part, made in parts.items()
        for which, config in configs.items()
    }


def _entry(text: str, **flags: bool) -> Json:
    entry = added_token(0, text, special=True) | flags
    return {key: value for key, value in entry.items() if key != "id"}


def _added() -> dict[str, Shape]:
    new = {str(NEW): _entry("<new>"), str(EOS): _entry("</s>", special=True)}
    odd = [
        *SPECIAL,
        added_token(NEW, "\u2581x", special=False, normalized=True),
        added_token(NEW + 1, "<|odd|>", special=False),
        added_token(NEW + 2, "<unused0>", special=False),
        added_token(NEW + 3, " .", special=False),
    ]
    wide = {"vocab_size": NEW + 8}
    older = {"special_tokens_map.json": {**_NAMED, "additional_special_tokens": ["<new>"]}}
    return {
        "added by the config": Shape(config=_NAMED | {"added_tokens_decoder": new}, model=wide),
        "special as objects": Shape(
            config={"bos_token": {"__type": "AddedToken", **_entry("<s>")}, "eos_token": "</s>"}
        ),
        "special that is not added": Shape(config=_NAMED | {"unk_token": "<new>"}, model=wide),
        "special that is no added token": Shape(config=_NAMED | {"unk_token": "he"}),
        "additional special": Shape(
            config=_NAMED | {"additional_special_tokens": ["<pad>", "<new>"]}, model=wide
        ),
        "older files": Shape(
            config={}, files={**older, "added_tokens.json": {"<new>": NEW}}, model=wide
        ),
        "older files beside a config": Shape(
            config={"model_max_length": 8}, files=older, model=wide
        ),
        "odd added": Shape(file=bpe(odd), model=wide),
        "odd added, cleaned up": Shape(
            file=bpe(odd), config=_NAMED | {"clean_up_tokenization_spaces": True}, model=wide
        ),
        "normalized added": Shape(
            file=bpe([added_token(BOS, "Ünü", special=False, normalized=True)]),
            config={},
        ),
    }


def _templates() -> dict[str, Shape]:
    listed = [
        {"name": "default", "template": "{{ a }}"},
        {"name": "tool-use", "template": "{{ b }}"},
        {"name": "rag", "template": "{{ c }}"},
    ]
    jinja = {"chat_template.jinja": "{{ file }}"}
    more = {"additional_chat_templates/tool.jinja": "{{ tool }}"}
    return {
        "template": Shape(config=_NAMED | {"chat_template": "{{ messages }}"}),
        "template that is empty": Shape(config=_NAMED | {"chat_template": ""}),
        "templates": Shape(config=_NAMED | {"chat_template": listed}),
        "templates without a default": Shape(config=_NAMED | {"chat_template": listed[1:]}),
        "template in a file": Shape(files=jinja),
        "template in a file and the config": Shape(
            config=_NAMED | {"chat_template": "{{ messages }}"}, files=jinja
        ),
        "template in a file, null in the config": Shape(
            config=_NAMED | {"chat_template": None}, files=jinja
        ),
        "templates in files": Shape(files=jinja | more),
        "template in JSON": Shape(files={"chat_template.json": {"chat_template": "{{ json }}"}}),
    }


def _texts() -> dict[str, Shape]:
    bert = {
        "type": "BertNormalizer",
        "clean_text": True,
        "handle_chinese_chars": True,
        "strip_accents": True,
        "lowercase": False,
    }
    holes = {t: i if i < 256 else i + 4 for i, t in enumerate(BASE)}
    plain = {"tokenizer_class": "PreTrainedTokenizerFast"}
    return {
        "merges in pairs": Shape(file=bpe(model={"merges": [m.split() for m in MERGES]})),
        "merges in a file": Shape(
            file=bpe(model={"merges": []}),
            files={"merges.txt": "#version: 0.2\nĠ t\n\nh e\na b c\n"},
        ),
        "lowercase": Shape(file=bpe(normalizer={"type": "Lowercase"})),
        "normalizers": Shape(
            file=bpe(
                normalizer=sequence(
                    "normalizers", {"type": "NFD"}, {"type": "StripAccents"}, {"type": "Lowercase"}
                )
            )
        ),
        "bert's normalizer": Shape(file=bpe(normalizer=bert)),
        "prefix space": Shape(config=_NAMED | {"add_prefix_space": True}),
        "prefix space in a sequence": Shape(
            file=bpe(pre_tokenizer=sequence("pretokenizers", digits(), byte_level())),
            config=_NAMED | {"add_prefix_space": True},
        ),
        "prefix space taken back": Shape(file=bpe(pre_tokenizer=byte_level(prefix=True))),
        "truncated and padded": Shape(
            file=bpe(
                truncation={
                    "direction": "Right",
                    "max_length": 4,
                    "strategy": "LongestFirst",
                    "stride": 0,
                }
            )
        ),
        "fillers": Shape(model={"vocab_size": NEW + 9}),
        "holes": Shape(
            file=bpe([], model={"vocab": holes}), config=plain, model={"vocab_size": 300}
        ),
        "ids in the config": Shape(
            model={"bos_token_id": 5, "eos_token_id": [6, 7], "pad_token_id": 9, "sep_token_id": 3}
        ),
    }


def _llamas() -> dict[str, Shape]:
    prefix = _NAMED | {"add_prefix_space": False, "tokenizer_class": "GPT2Tokenizer"}
    hf = bpe(
        [added_token(BOS, "<s>", special=True), added_token(EOS, "<x>", special=False)],
        decoder=sequence("decoders", {"type": "ByteFallback"}, {"type": "Fuse"}),
        model={"byte_fallback": True, "vocab": dict.fromkeys(BASE[:-1]) | {"<0x0A>": None}},
    )
    hf["model"]["vocab"] = {text: token for token, text in enumerate(hf["model"]["vocab"])}
    hf["model"]["merges"] = MERGES[:3]
    return {
        "llama": Shape(model=_LLAMA, config=prefix),
        "granite": Shape(model=_LLAMA | {"vocab_size": 49152}, config=prefix),
        "code llama": Shape(model=_LLAMA | {"vocab_size": 32016}, config=prefix),
        "llama in a tokenizer.json": Shape(
            file=hf, model=_LLAMA, config={"bos_token": "<s>", "eos_token": "<x>"}
        ),
        "llama in a tokenizer.json, no config": Shape(file=hf, model=_LLAMA, config={}),
    }


PIECES: list[Piece] = [
    ("<unk>", 0.0, 2),
    ("<s>", 0.0, 3),
    ("</s>", 0.0, 3),
    *((f"<0x{b:02X}>", 0.0, 6) for b in range(256)),
    ("\u2581", -1.0, 1),
    ("a", -2.5, 1),
    ("\u2581a", -3.5, 1),
    ("<user>", 0.0, 4),
    ("<unused>", 0.0, 5),
]


def _sentencepieces() -> dict[str, Shape]:
    n = len(PIECES)
    pieces: dict[str, Any] = {"tokenizer.model": sentencepiece_model(PIECES)}
    decoder = {
        "0": _entry("<unk>"),
        str(n): _entry("<|new|>", special=False),
        str(n + 1): _entry("\u2581\u2581", special=False),
        str(n - 2): _entry("<other>", special=False),
    }
    config = _NAMED | {"added_tokens_decoder": decoder}
    added = pieces | {"added_tokens.json": {"<extra>": n + 2, "<far>": n + 99}}
    gemma = {"architectures": ["GemmaForCausalLM"], "model_type": "gemma", "head_dim": 16}
    gemma3 = {"architectures": ["Gemma3ForCausalLM"], "model_type": "gemma3_text", "head_dim": 16}
    phi3 = {"architectures": ["Phi3ForCausalLM"], "model_type": "phi3", "pad_token_id": 0}
    size = {"vocab_size": n + 4}
    phi3_file = bpe([added_token(n + 1, "<strict>\u2581", special=False)])
    return {
        "sentencepiece": Shape(None, config, _LLAMA | size, pieces),
        "sentencepiece, cut": Shape(None, _NAMED, _LLAMA | {"vocab_size": 100}, pieces),
        "sentencepiece, added": Shape(None, _NAMED, _LLAMA | size, added),
        "sentencepiece and tokenizer.json": Shape(config=config, model=_LLAMA | size, files=added),
        "qwen2 in sentencepiece": Shape(None, config, size, pieces),
        "gemma": Shape(None, config, gemma | size | {"eos_token_id": 1}, pieces),
        "gemma with a template": Shape(
            None, config | {"chat_template": "{{ a }}"}, gemma | size | {"vocab_size": 280}, pieces
        ),
        "gemma3": Shape(None, config, gemma3 | size, pieces),
        "gemma3 without": Shape(config=_NAMED, model=gemma3),
        "phi3": Shape(phi3_file, config | {"tokenizer_class": "Llama"}, phi3 | size, pieces),
        "phi4": Shape(config=_NAMED | {"tokenizer_class": "GPT2Tokenizer"}, model=phi3),
    }


def word_piece(**parts: Any) -> Json:
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "##ory", "n", "##ot", "i", "3"]
    return {
        **bpe([added_token(i, words[i], special=True) for i in range(5)]),
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": template(("[CLS]", 2), ("[SEP]", 3)),
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
        **parts,
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {text: token for token, text in enumerate(words)},
        },
    }


def _berts() -> dict[str, Shape]:
    model = {"architectures": ["BertModel"], "model_type": "bert", "vocab_size": 12}
    roberta = {"architectures": ["RobertaModel"], "model_type": "roberta", "type_vocab_size": 1}
    named = {f"{n}_token": f"[{n.upper()}]" for n in ("pad", "unk", "cls", "sep", "mask")}
    cased = named | {"do_lower_case": False, "strip_accents": False}
    return {
        "bert": Shape(word_piece(), named | {"tokenizer_class": "BertTokenizer"}, model),
        "bert, cased": Shape(word_piece(), cased | {"tokenizer_class": "BertTokenizer"}, model),
        "bert by its type": Shape(word_piece(), {}, model),
        "roberta": Shape(
            bpe(post_processor=_ROBERTA), {"tokenizer_class": "RobertaTokenizer"}, roberta
        ),
    }


def _older() -> dict[str, Shape]:
    """vocab.json and merges.txt, or vocab.txt, instead of tokenizer.json."""
    texts = [*BASE, "<s>", "</s>", "<|endoftext|>"]
    pairs: dict[str, Any] = {
        "vocab.json": {text: token for token, text in enumerate(texts)},
        "merges.txt": "\n".join(["#version: 0.2", *MERGES, ""]),
    }
    named = {"bos_token": "<s>", "eos_token": "</s>"}
    shapes = {}
    for name in ("GPT2", "Qwen2", "Roberta"):
        wide = {"vocab_size": NEW + 9, "architectures": ["Qwen2ForCausalLM"]}
        kind = {"tokenizer_class": f"{name}Tokenizer"}
        shapes[f"older {name}"] = Shape(None, named | kind, wide, pairs)
        flags = {"add_bos_token": True, "add_prefix_space": True}
        if name != "Qwen2":  # which the peer cannot load with these
            shapes[f"older {name}, told more"] = Shape(None, named | kind | flags, wide, pairs)
    shapes["older by its type"] = Shape(None, None, {"bos_token_id": 260}, pairs)
    words = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\n##ory\nn\n##ot\ni\n3\n"
    model = {"architectures": ["BertModel"], "model_type": "bert", "vocab_size": 12}
    cased = {"do_lower_case": False, "tokenizer_class": "BertTokenizer"}
    shapes["older bert"] = Shape(None, None, model, {"vocab.txt": words})
    shapes["older bert, cased"] = Shape(None, cased, model, {"vocab.txt": words})
    return shapes


SHAPES: dict[str, Shape] = {
    "plain": Shape(),
    **_classes(),
    **_post_processors(),
    **_added(),
    **_templates(),
    **_texts(),
    **_llamas(),
    **_sentencepieces(),
    **_berts(),
    **_older(),
}
