"""Tokens in the order of their ids, with types and scores, out of the three kinds of files.

    of_json            byte pairs and WordPiece of tokenizer.json (get_vocab_base)
    of_sentencepiece   tokenizer.model (_create_vocab_sentencepiece)
    of_llama_hf        a SentencePiece vocabulary in a tokenizer.json (gguf.LlamaHfVocab)

In brackets what it is in the pinned llama.cpp (conversion/base.py, gguf-py/gguf/vocab.py): texts,
types, scores and the fillers `[PADn]` up to the config's vocab_size are the same.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from localllm.errors import ModelError, NotAModel
from localllm.models.convert import tokenizer_spm
from localllm.models.convert.tokenizer_files import MAX_TOKENS, TokenizerFolder
from localllm.models.convert.tokenizer_loaded import LoadedTokenizer
from localllm.models.convert.tokenizer_metadata import TokenType
from localllm.models.convert.tokenizer_spm import SentencePieceModel

WORD_BEGIN = "\u2581"
_ADDED_SCORE = -1000.0
_FILLER_SCORE = -10000.0
_BYTE = re.compile(r"<0x[0-9A-Fa-f]{2}>")
# Control tokens that some models do not mark as special.
_CONTROLS = ("<pad>", "<mask>", "<2mass>", "[@BOS@]")


class Vocabulary(msgspec.Struct):
    """`scores` is empty where the kind of tokenizer has none."""

    tokens: list[str]
    types: list[int]
    scores: list[float] = []

    def set(self, token: int, text: str, kind: int, score: float) -> None:
        self.tokens[token], self.types[token], self.scores[token] = text, kind, score


def fillers(count: int) -> Vocabulary:
    return Vocabulary(
        [f"[PAD{i}]" for i in range(count)], [TokenType.UNUSED] * count, [_FILLER_SCORE] * count
    )


def size_of(value: Any, otherwise: int) -> int:
    """The config's vocab_size, checked; `otherwise` where it has none."""
    if value is None:
        return otherwise
    if type(value) is not int or not 0 < value <= MAX_TOKENS:
        raise ModelError(
            f"config.json: vocab_size is {str(value)[:40]}; it must be a whole number up to "
            f"{MAX_TOKENS:,}",
            key="vocab_size",
        )
    return value


def looks_special(text: str) -> bool:
    """Whether an added token must be a control token although the model does not say so."""
    return (
        text in _CONTROLS
        or (text.startswith("<|") and text.endswith("|>"))
        or (text.startswith("<｜") and text.endswith("｜>"))
        or (text.startswith("<unused") and text.endswith(">"))
    )


def of_json(loaded: LoadedTokenizer, vocab_size: Any) -> Vocabulary:
    """Added tokens as they come out of normalizing, since llama.cpp takes them for that."""
    texts, added = loaded.by_id(), loaded.added()
    size = size_of(vocab_size, len(texts))
    last = max(texts, default=-1)
    if last >= size:
        raise ModelError(
            f"The tokenizer has the token {last} ({texts[last][:40]!r}), but config.json has a "
            f"vocab_size of {size}: the files are not of one model",
            token=last,
            vocab_size=size,
        )
    tokens: list[str] = []
    types: list[int] = []
    for token in range(size):
        text, kind = f"[PAD{token}]", TokenType.UNUSED
        if token in texts:
            text, kind = texts[token], TokenType.NORMAL
            if token in added:
                text, kind = _added(loaded, text, added[token])
        tokens.append(text)
        types.append(kind)
    return Vocabulary(tokens, types)


def _added(loaded: LoadedTokenizer, text: str, token: Any) -> tuple[str, TokenType]:
    if not token.normalized:
        text = loaded.round_trip(text)
    if token.special or looks_special(text):
        return text, TokenType.CONTROL
    return text.replace(WORD_BEGIN, " "), TokenType.USER_DEFINED


def of_llama_hf(folder: TokenizerFolder, loaded: LoadedTokenizer) -> Vocabulary:
    """Base tokens, then the added ones behind them; every id below their number must be taken."""
    texts, special = loaded.by_id(), loaded.special_texts()
    base = loaded.base_size()
    behind = {i: t.content for i, t in sorted(loaded.added().items()) if i >= base}
    vocabulary = Vocabulary([], [])
    for token in range(base):
        if token not in texts:
            raise folder.damaged("tokenizer.json", f"no token has the id {token}")
        text = texts[token]
        kind = TokenType.CONTROL if text in special else TokenType.NORMAL
        vocabulary.tokens.append(text)
        vocabulary.types.append(TokenType.BYTE if _BYTE.fullmatch(text) else kind)
    for text in behind.values():
        vocabulary.tokens.append(text)
        vocabulary.types.append(TokenType.CONTROL if text in special else TokenType.USER_DEFINED)
    vocabulary.scores = [_ADDED_SCORE] * len(vocabulary.tokens)
    return vocabulary


def of_sentencepiece(
    folder: TokenizerFolder, model: SentencePieceModel, vocab_size: Any, *, strict: bool = False
) -> Vocabulary:
    """Pieces, then added tokens over them. `strict` (Phi-3) takes them as they are written, from
    tokenizer.json too, and does not guess which are special."""
    vocabulary = fillers(size_of(vocab_size, len(model.pieces)))
    for token, piece in enumerate(model.pieces[: len(vocabulary.tokens)]):
        kind = piece.type if piece.type != tokenizer_spm.USER_DEFINED else TokenType.NORMAL
        vocabulary.set(token, piece.text, TokenType(kind), piece.score)
    for text, token in folder.added_tokens.items():
        if token < len(vocabulary.tokens):
            vocabulary.set(token, text, TokenType.USER_DEFINED, _ADDED_SCORE)
    entries = {i: (e["content"], e.get("special")) for i, e in _decoder(folder).items()}
    for token, (text, special) in entries.items():
        _overlay(vocabulary, token, text, bool(special), strict)
    if strict and folder.json is not None:
        for added in folder.json.added_tokens:
            _overlay(vocabulary, added.id, added.content, added.special, strict)
    return vocabulary


def _decoder(folder: TokenizerFolder) -> dict[int, dict[str, Any]]:
    return folder.added_tokens_decoder or {}


def _overlay(vocabulary: Vocabulary, token: int, text: str, special: bool, strict: bool) -> None:
    if not 0 <= token < len(vocabulary.tokens):
        if strict:
            raise NotAModel(
                f"The added token {text[:40]!r} has the id {token}, beyond the vocab_size of "
                f"{len(vocabulary.tokens)} in config.json"
            )
        return
    kind = TokenType.CONTROL
    if not special and (strict or not looks_special(text)):
        kind = TokenType.USER_DEFINED
        text = text if strict else text.replace(WORD_BEGIN, " ")
    vocabulary.set(token, text, kind, _ADDED_SCORE)


def word_pieces(vocabulary: Vocabulary) -> Vocabulary:
    """WordPiece as GGUF has it: what begins a word is marked, not what continues one."""

    def marked(text: str, kind: int) -> str:
        if kind == TokenType.CONTROL:
            return text
        return text[2:] if text.startswith("##") else WORD_BEGIN + text

    tokens = [marked(t, k) for t, k in zip(vocabulary.tokens, vocabulary.types, strict=True)]
    return Vocabulary(tokens, vocabulary.types)
