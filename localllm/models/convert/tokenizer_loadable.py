"""What llama.cpp must find in a vocabulary, or it ends its process while loading or using it.

Its converter writes such files too; they cannot be used by anybody. From src/llama-vocab.cpp of the
pinned source: llama_vocab::impl::load and ::tokenize, byte_to_token.
"""

from __future__ import annotations

from typing import Any

from localllm.errors import ModelUnsupported
from localllm.models.convert.tokenizer_metadata import KEY, Metadata

# Ids that count where the file has none, by kind of tokenizer: BOS, EOS, SEP.
_DEFAULTS = {"gpt2": (11, 11, None), "llama": (1, 2, None), "bert": (101, None, 102)}
_ID_KEYS = ("bos_token_id", "eos_token_id", "seperator_token_id")


def check(metadata: Metadata) -> None:
    """ModelUnsupported where llama.cpp would abort; the entries are those of one tokenizer."""
    entries = {key.removeprefix(KEY): value for key, value in metadata.entries.items()}
    kind, tokens = entries.get("model"), entries.get("tokens", [])
    if kind == "gpt2" and not entries.get("merges"):
        raise _refused("it has no merges")
    texts = _distinct(tokens)
    if kind == "llama":
        absent = next((b for b in range(256) if f"<0x{b:02X}>" not in texts), None)
        if absent is not None:
            raise _refused(f"it has no token for the byte <0x{absent:02X}>, to spell out text with")
    _check_added(str(kind), len(tokens), entries)


def _distinct(tokens: list[str]) -> dict[str, int]:
    """text -> id, as llama.cpp reads texts: up to a zero character, and named where empty."""
    texts: dict[str, int] = {}
    for token, written in enumerate(tokens):
        text = written.split("\0", 1)[0] or f"[EMPTY_{token}]"
        if text in texts:
            raise _refused(f"the tokens {texts[text]} and {token} are both {written[:40]!r}")
        texts[text] = token
    return texts


def _check_added(kind: str, count: int, entries: dict[str, Any]) -> None:
    """A token that is put around texts must exist."""
    always = kind == "bert"
    added = (
        always or entries.get("add_bos_token", kind == "llama"),
        not always and entries.get("add_eos_token", False),
        always,
    )
    for adds, key, default in zip(added, _ID_KEYS, _DEFAULTS.get(kind, (None,) * 3), strict=True):
        known = [i for i in (entries.get(key), default) if i is not None and i < count]
        if adds and not known:
            name = key.removesuffix("_token_id")
            raise _refused(f"it puts a {name} token around texts, but has none with an id")


def _refused(why: str) -> ModelUnsupported:
    return ModelUnsupported(
        f"llama.cpp cannot use this model's tokenizer: {why}. Look for the model as GGUF, or for "
        "newer files of the model"
    )
