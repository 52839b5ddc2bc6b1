"""Writes the tokenizer of a model folder into a GGUF header: everything under `tokenizer.*`.

The reference is `set_vocab` of llama.cpp's converter, which differs by architecture: the table in
tokenizer_tables.py says whose counts, and each that is known here has a function below it. Neither
torch, nor transformers, nor the SentencePiece library is needed; no code of the model is run.

    folder -> TokenizerFolder          the files, bounded
    tokenizer.json -> LoadedTokenizer  as AutoTokenizer would have it; who parts text how
    -> Vocabulary                      tokens, types, scores
    -> SpecialVocab                    special ids, merges, template
    -> Metadata -> Writer
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from localllm.errors import ModelUnsupported
from localllm.models.convert import tokenizer_loadable, tokenizer_spm, tokenizer_vocabulary
from localllm.models.convert.config import Config
from localllm.models.convert.tokenizer_files import TokenizerFolder, missing
from localllm.models.convert.tokenizer_loaded import LoadedTokenizer
from localllm.models.convert.tokenizer_metadata import Metadata, Writer
from localllm.models.convert.tokenizer_pre import identify
from localllm.models.convert.tokenizer_special import SpecialVocab
from localllm.models.convert.tokenizer_tables import VOCABULARY_CLASSES
from localllm.models.convert.tokenizer_vocabulary import Vocabulary

_CODE_LLAMA, _GRANITE_SMALL = 32016, 49152  # vocab_size as the only sign of these models


class TokenizerInfo(msgspec.Struct, frozen=True):
    """What was written: llama.cpp's names of the tokenizer and the pre-tokenizer, and how many
    tokens, fillers included."""

    model: str
    pre: str | None
    tokens: int


def add_tokenizer(
    folder: Path, config: Config, writer: Writer, *, pre: str | None = None
) -> TokenizerInfo:
    """Writes all `tokenizer.*` entries for the model in `folder`. Nothing is written on failure.

    `pre` names the pre-tokenizer where llama.cpp does not know it by itself; it counts for
    tokenizers that it would look up (byte pairs and WordPiece), not for SentencePiece.
    ModelError (and its kinds) says what of the tokenizer is missing, damaged or unknown;
    BadRequest that `pre` is no name.
    """
    work = _Work(TokenizerFolder(folder), config, pre)
    _handler(config.architecture)(work)
    tokenizer_loadable.check(work.metadata)
    work.metadata.write(writer)
    return work.info()


class _Work:
    """One tokenizer on its way: the files, the config and the entries so far."""

    def __init__(self, folder: TokenizerFolder, config: Config, pre: str | None) -> None:
        self.folder = folder
        self.config = config
        self.metadata = Metadata()
        self.given_pre = pre
        self.n_tokens = 0

    @property
    def vocab_size(self) -> Any:
        return self.config.values.get("vocab_size")

    def info(self) -> TokenizerInfo:
        model = self.metadata.entries.get("tokenizer.ggml.model")
        pre = self.metadata.entries.get("tokenizer.ggml.pre")
        return TokenizerInfo(str(model), None if pre is None else str(pre), self.n_tokens)

    def set_tokens(self, model: str, pre: str | None, vocabulary: Vocabulary) -> None:
        self.n_tokens = len(vocabulary.tokens)
        self.metadata.set("model", model)
        if pre is not None:
            self.metadata.set("pre", pre)
        self.metadata.set("tokens", vocabulary.tokens)
        self.metadata.set("scores", vocabulary.scores)
        self.metadata.set("token_type", [int(kind) for kind in vocabulary.types])

    def set_special(self, **options: Any) -> None:
        SpecialVocab(self.folder, **options).add_to(self.metadata)


# --- the kinds of vocabulary --------------------------------------------------------------------


def _bpe(work: _Work) -> None:
    """_set_vocab_gpt2."""
    loaded = LoadedTokenizer(work.folder)
    vocabulary = tokenizer_vocabulary.of_json(loaded, work.vocab_size)
    work.set_tokens("gpt2", identify(loaded, work.given_pre), vocabulary)
    work.set_special(load_merges=True)


def _sentencepiece(work: _Work, *, strict: bool = False) -> None:
    """_set_vocab_sentencepiece."""
    if not work.folder.has("tokenizer.model"):
        raise missing(work.folder.path, "tokenizer.model")
    model = tokenizer_spm.read(work.folder.path / "tokenizer.model")
    size = work.vocab_size
    vocabulary = tokenizer_vocabulary.of_sentencepiece(work.folder, model, size, strict=strict)
    work.set_tokens("llama", "default", vocabulary)
    work.set_special(n_vocab=work.n_tokens)


def _llama_hf(work: _Work) -> None:
    """_set_vocab_llama_hf."""
    loaded = LoadedTokenizer(work.folder)
    vocabulary = tokenizer_vocabulary.of_llama_hf(work.folder, loaded)
    work.set_tokens("llama", "default", vocabulary)
    work.set_special(n_vocab=work.n_tokens)


def _is_llama_hf(work: _Work) -> bool:
    """A SentencePiece vocabulary kept in tokenizer.json, as LlamaHfVocab tells it."""
    file = work.folder.json
    if file is None or file.model.type != "BPE" or not file.model.byte_fallback:
        return False
    return (file.part("decoder") or {}).get("type") == "Sequence"


def _sentencepiece_or_bpe(work: _Work) -> None:
    _sentencepiece(work) if work.folder.has("tokenizer.model") else _bpe(work)


# --- architectures ------------------------------------------------------------------------------


def _llama(work: _Work) -> None:
    prefix = (work.folder.config or {}).get("add_prefix_space")
    if isinstance(prefix, bool):
        work.metadata.set("add_space_prefix", prefix)
    if not work.folder.has("tokenizer.model") and not work.folder.has("tokenizer.json"):
        raise missing(work.folder.path, "tokenizer.json", "tokenizer.model")
    if work.folder.has("tokenizer.model"):
        _sentencepiece(work)
    elif _is_llama_hf(work):
        _llama_hf(work)
    else:
        _bpe(work)
    size = work.config.values.get("vocab_size", 32000)
    if size == _CODE_LLAMA:
        infill = SpecialVocab(work.folder, types=("prefix", "suffix", "middle", "eot"))
        infill.set_id("eot", 32010)
        infill.add_to(work.metadata)
    if size == _GRANITE_SMALL:
        work.metadata.set("add_bos_token", False)


def _gemma(work: _Work) -> None:
    _sentencepiece(work)
    infill = SpecialVocab(work.folder, types=("prefix", "suffix", "middle", "fsep", "eot"))
    infill.set_id("eot", 107)
    infill.chat_template = None  # it is there already
    infill.add_to(work.metadata)
    work.metadata.set("add_space_prefix", False)


def _gemma2(work: _Work) -> None:
    _sentencepiece(work)
    work.metadata.set("add_space_prefix", False)


def _gemma3(work: _Work) -> None:
    if work.folder.has("tokenizer.model"):
        _sentencepiece(work)
        work.metadata.set("add_space_prefix", False)
    else:
        _bpe(work)


def _phi3(work: _Work) -> None:
    if (work.folder.config or {}).get("tokenizer_class") == "GPT2Tokenizer":
        return _bpe(work)
    return _sentencepiece(work, strict=True)


def _bert(work: _Work) -> None:
    loaded = LoadedTokenizer(work.folder)
    vocabulary = tokenizer_vocabulary.of_json(loaded, work.vocab_size)
    work.metadata.set("token_type_count", _token_types(work))
    pieces = tokenizer_vocabulary.word_pieces(vocabulary)
    work.set_tokens("bert", identify(loaded, work.given_pre), pieces)
    work.set_special(n_vocab=work.n_tokens)


def _roberta(work: _Work) -> None:
    if not work.folder.has("tokenizer.json"):
        return _bert(work)
    _bpe(work)
    return work.metadata.set("token_type_count", _token_types(work))


def _token_types(work: _Work) -> int:
    return work.config.integer("type_vocab_size", default=1, least=0)


def _modern_bert(work: _Work) -> None:
    for name in ("add_bos_token", "add_eos_token", "add_sep_token"):
        work.metadata.set(name, True)
    _bpe(work)


_HANDLERS: dict[str, Callable[[_Work], None]] = {
    "BertModel": _bert,
    "Gemma2Model": _gemma2,
    "Gemma3Model": _gemma3,
    "GemmaModel": _gemma,
    "LlamaModel": _llama,
    "ModernBertModel": _modern_bert,
    "Phi3MiniModel": _phi3,
    "Qwen2Model": _sentencepiece_or_bpe,
    "Qwen2VLModel": _sentencepiece_or_bpe,
    "Qwen3Model": _sentencepiece_or_bpe,
    "Qwen3MoeModel": _sentencepiece_or_bpe,
    "RobertaModel": _roberta,
    "StableLMModel": _bpe,
    **dict.fromkeys(("DeepseekModel", "RWKV6Qwen2Model", "ARwkv7Model"), _sentencepiece_or_bpe),
    **dict.fromkeys(
        (
            "BaichuanModel",
            "BitnetModel",
            "MiniCPM3Model",
            "MiniCPMModel",
            "OrionModel",
            "PlamoModel",
        ),
        _sentencepiece,
    ),
    **dict.fromkeys(
        (
            "BailingMoeModel",
            "BailingMoeV2Model",
            "ChameleonModel",
            "Exaone4Model",
            "FalconH1Model",
            "GptOssModel",
            "HYV3Model",
            "HrmTextModel",
            "JaisModel",
            "Llama4Model",
            "PLMModel",
            "TextModel",
        ),
        _bpe,
    ),
}
_OWNERS = {name: owner for owner, names in VOCABULARY_CLASSES.items() for name in names}


def _handler(architecture: str) -> Callable[[_Work], None]:
    owner = _OWNERS.get(architecture)
    if owner is None or owner not in _HANDLERS:
        raise ModelUnsupported(
            f"The tokenizer of {architecture} cannot be written: it is one of a kind. "
            "Many hubs have the model as GGUF, which needs no conversion",
            architecture=architecture,
        )
    return _HANDLERS[owner]
