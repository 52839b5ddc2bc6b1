"""Special and added tokens as the files beside a tokenizer.json name them.

tokenizer_config.json counts; where it lists no added tokens, the older special_tokens_map.json and
added_tokens.json do (transformers 4.57, PreTrainedTokenizerBase._from_pretrained).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tokenizers

from localllm.models.convert.tokenizer_classes import TokenizerClass
from localllm.models.convert.tokenizer_files import TokenizerFolder

SPECIAL_NAMES = (
    "bos_token",
    "eos_token",
    "unk_token",
    "sep_token",
    "pad_token",
    "cls_token",
    "mask_token",
)
_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")
_MORE = "additional_special_tokens"

Special = str | tokenizers.AddedToken


class SpecialTokens:
    """`by_name` has those with a name of their own; `tokens` and `texts` the additional ones too.

    A token that is also listed as an added one carries the flags of that entry.
    """

    def __init__(self, folder: TokenizerFolder, kind: TokenizerClass) -> None:
        self._folder = folder
        values: dict[str, Any] = {**kind.special, **(folder.config or {})}
        if folder.added_tokens_decoder is None:
            values |= folder.special_tokens_map
        self._listed = self._all_listed(values)
        self.by_name = self._named(values, kind)
        self.tokens = list(self.by_name.values()) + self._additional(values)
        self.texts = list(dict.fromkeys(text_of(token) for token in self.tokens))

    def configured(self) -> list[tokenizers.AddedToken]:
        """The added tokens of the configuration, in the order of their ids."""
        return [token for _, token in sorted(self._listed.items())]

    def _all_listed(self, values: Mapping[str, Any]) -> dict[int, tokenizers.AddedToken]:
        decoder = self._folder.added_tokens_decoder
        if decoder is not None:
            return {token: _added_token(entry) for token, entry in decoder.items()}
        special = {_content(values.get(name)) for name in SPECIAL_NAMES}
        more = values.get(_MORE)
        special |= {_content(value) for value in more} if isinstance(more, list) else set()
        listed = {
            token: tokenizers.AddedToken(
                text, normalized=text not in special, special=text in special
            )
            for text, token in self._folder.added_tokens.items()
        }
        for entry in self._folder.json.added_tokens if self._folder.json else ():
            flags = {name: getattr(entry, name) for name in _FLAGS}
            listed[entry.id] = tokenizers.AddedToken(entry.content, **flags)
        return listed

    def _named(self, values: Mapping[str, Any], kind: TokenizerClass) -> dict[str, Special]:
        named = {name: self._special(values.get(name)) for name in SPECIAL_NAMES}
        if kind.plain_special:
            named = {
                name: tokenizers.AddedToken(t, normalized=False, special=True)
                if isinstance(t, str)
                else t
                for name, t in named.items()
            }
        return {name: token for name, token in named.items() if token is not None}

    def _additional(self, values: Mapping[str, Any]) -> list[Special]:
        more = values.get(_MORE)
        tokens = [_special(value) for value in more] if isinstance(more, list) else []
        return [token for token in tokens if token is not None]

    def _special(self, value: Any) -> Special | None:
        token = _special(value)
        by_text = {str(listed.content): listed for listed in self._listed.values()}
        return by_text.get(text_of(token), token) if token is not None else None


def text_of(token: Special) -> str:
    return token if isinstance(token, str) else str(token.content)


def _special(value: Any) -> Special | None:
    if isinstance(value, dict) and isinstance(value.get("content"), str):
        return _added_token(value)
    return value if isinstance(value, str) else None


def _content(value: Any) -> str | None:
    token = _special(value)
    return None if token is None else text_of(token)


def _added_token(entry: Mapping[str, Any]) -> tokenizers.AddedToken:
    flags = {name: entry[name] for name in _FLAGS if isinstance(entry.get(name), bool)}
    return tokenizers.AddedToken(entry["content"], **flags)
