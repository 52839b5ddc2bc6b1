"""What a tokenizer class of `transformers` does to a tokenizer.json when it loads it.

The hashes by which llama.cpp knows a pre-tokenizer come from `AutoTokenizer` (transformers 4.57, as
its converter asks for), not from the bare file: some classes put their own BOS and EOS rule in
place of the file's, name special tokens that the configuration leaves out, or set the
normalizer's switches. Classes that do nothing of the kind are left out and load as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from localllm.models.convert.tokenizer_files import TokenizerFolder


class TokenizerClass(msgspec.Struct, frozen=True):
    """`special`: tokens by name unless the configuration says otherwise. `adds`: whether BOS and
    EOS are put around a text by default; None leaves that to the file. `plain_special`: its own
    special tokens are matched before the text is normalized."""

    special: Mapping[str, str] = {}
    adds: tuple[bool, bool] | None = None
    bert_normalizer: bool = False
    plain_special: bool = False


def _named(**special: str) -> dict[str, str]:
    return {f"{name}_token": text for name, text in special.items()}


_END = "<|endoftext|>"
_BERT = TokenizerClass(
    special=_named(unk="[UNK]", sep="[SEP]", pad="[PAD]", cls="[CLS]", mask="[MASK]"),
    bert_normalizer=True,
)
_ROBERTA = _named(
    bos="<s>", eos="</s>", sep="</s>", cls="<s>", unk="<unk>", pad="<pad>", mask="<mask>"
)
_LLAMA = TokenizerClass(special=_named(unk="<unk>", bos="<s>", eos="</s>"), adds=(True, False))
_PLAIN = TokenizerClass()

_CLASSES = {  # without "Fast" at the end
    "BertTokenizer": _BERT,
    "DistilBertTokenizer": _BERT,
    "ElectraTokenizer": _BERT,
    "CamembertTokenizer": TokenizerClass(special=_ROBERTA),
    "CodeLlamaTokenizer": _LLAMA,
    "CohereTokenizer": TokenizerClass(
        special=_named(unk="<UNK>", bos="<BOS_TOKEN>", eos="<|END_OF_TURN_TOKEN|>"),
        adds=(True, False),
    ),
    "GemmaTokenizer": TokenizerClass(
        special=_named(unk="<unk>", bos="<bos>", eos="<eos>", pad="<pad>"), adds=(True, False)
    ),
    "GPT2Tokenizer": TokenizerClass(special=_named(unk=_END, bos=_END, eos=_END)),
    "GPTNeoXTokenizer": TokenizerClass(
        special=_named(unk=_END, bos=_END, eos=_END), adds=(False, False)
    ),
    "LlamaTokenizer": _LLAMA,
    "Qwen2Tokenizer": TokenizerClass(
        special=_named(unk=_END, eos=_END, pad=_END), plain_special=True
    ),
    "RobertaTokenizer": TokenizerClass(special=_ROBERTA),
    "XLMRobertaTokenizer": TokenizerClass(special=_ROBERTA),
}

_BY_MODEL_TYPE = {  # where neither configuration names a class
    "bert": "BertTokenizer",
    "camembert": "CamembertTokenizer",
    "cohere": "CohereTokenizer",
    "cohere2": "CohereTokenizer",
    "distilbert": "DistilBertTokenizer",
    "electra": "ElectraTokenizer",
    "gemma": "GemmaTokenizer",
    "gemma2": "GemmaTokenizer",
    "gemma3": "GemmaTokenizer",
    "gemma3_text": "GemmaTokenizer",
    "gpt2": "GPT2Tokenizer",
    "gpt_bigcode": "GPT2Tokenizer",
    "gpt_neox": "GPTNeoXTokenizer",
    "granite": "GPT2Tokenizer",
    "granitemoe": "GPT2Tokenizer",
    "llama": "LlamaTokenizer",
    "mistral": "LlamaTokenizer",
    "mixtral": "LlamaTokenizer",
    "olmo": "GPTNeoXTokenizer",
    "olmo2": "GPTNeoXTokenizer",
    "olmoe": "GPTNeoXTokenizer",
    "phi3": "LlamaTokenizer",
    "qwen2": "Qwen2Tokenizer",
    "qwen2_moe": "Qwen2Tokenizer",
    "qwen3": "Qwen2Tokenizer",
    "qwen3_moe": "Qwen2Tokenizer",
    "roberta": "RobertaTokenizer",
    "stablelm": "GPTNeoXTokenizer",
    "starcoder2": "GPT2Tokenizer",
    "xlm-roberta": "XLMRobertaTokenizer",
}


def class_of(folder: TokenizerFolder) -> TokenizerClass:
    """The class that the folder's configurations ask for."""
    return _CLASSES.get(class_name(folder), _PLAIN)


def class_name(folder: TokenizerFolder) -> str:
    """Its name without "Fast"; "" where nothing names one."""
    config = folder.model_config
    for name in ((folder.config or {}).get("tokenizer_class"), config.get("tokenizer_class")):
        if isinstance(name, str):
            return name.removesuffix("Fast")
    kind: Any = config.get("model_type")
    return _BY_MODEL_TYPE.get(kind, "") if isinstance(kind, str) else ""
