"""A tokenizer.json at work, as `AutoTokenizer.from_pretrained(folder)` would have it.

Follows transformers 4.57 (tokenization_utils_fast.py, PreTrainedTokenizerFast.__init__, and
_from_pretrained in tokenization_utils_base.py): the `tokenizers` library runs the file, the class
and tokenizer_config.json change it. What is hostile in the file ends as a ModelError: its parts are
bounded before, and the library's panics are caught.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import tokenizers
from tokenizers import normalizers, pre_tokenizers, processors

from localllm.errors import ModelUnsupported, NotAModel
from localllm.models.convert import tokenizer_bounds, tokenizer_older
from localllm.models.convert.tokenizer_added import Special, SpecialTokens, text_of
from localllm.models.convert.tokenizer_classes import class_of
from localllm.models.convert.tokenizer_files import TokenizerFolder
from localllm.models.convert.tokenizer_tables import CHECK_TEXT

_CLEANED = (  # PreTrainedTokenizerBase.clean_up_tokenization
    (" .", "."),
    (" ?", "?"),
    (" !", "!"),
    (" ,", ","),
    (" ' ", "'"),
    (" n't", "n't"),
    (" 'm", "'m"),
    (" 's", "'s"),
    (" 've", "'ve"),
    (" 're", "'re"),
)


class LoadedTokenizer:
    """Text to token ids and back. Made by `load`; ids and texts as transformers reports them."""

    def __init__(self, folder: TokenizerFolder) -> None:
        raw = folder.raw_json if folder.json is not None else tokenizer_older.made(folder)
        self._file = folder.json or folder.parsed(raw)
        tokenizer_bounds.check(self._file, CHECK_TEXT)
        self._folder = folder
        self._config: dict[str, Any] = folder.config or {}
        self._kind = class_of(folder)
        with self._guarded():
            self._tokenizer = tokenizers.Tokenizer.from_buffer(raw)
            self._special = SpecialTokens(folder, self._kind)
            self._prepare()

    def encode(self, text: str, *, special: bool = True) -> list[int]:
        with self._guarded():
            ids: list[int] = self._tokenizer.encode(text, add_special_tokens=special).ids
            return ids

    def round_trip(self, text: str) -> str:
        """The text that comes back for it: what a token looks like after normalizing."""
        with self._guarded():
            ids = self._tokenizer.encode(text, add_special_tokens=False).ids
            back: str = self._tokenizer.decode(ids, skip_special_tokens=False)
        if self._config.get("clean_up_tokenization_spaces", False):
            for found, put in _CLEANED:
                back = back.replace(found, put)
        return back

    def by_id(self) -> dict[int, str]:
        """Every token, the added ones too. NotAModel where an id is given twice."""
        texts: dict[int, str] = {}
        for text, token in self._tokenizer.get_vocab(with_added_tokens=True).items():
            if token in texts:
                raise NotAModel(
                    f"{self._folder.path / 'tokenizer.json'} gives the id {token} to two tokens, "
                    f"{texts[token][:40]!r} and {text[:40]!r}"
                )
            texts[token] = text
        return texts

    def added(self) -> dict[int, tokenizers.AddedToken]:
        found: dict[int, tokenizers.AddedToken] = self._tokenizer.get_added_tokens_decoder()
        return found

    def base_size(self) -> int:
        """The number of tokens that were not added."""
        return int(self._tokenizer.get_vocab_size(with_added_tokens=False))

    def special_texts(self) -> set[str]:
        return set(self._special.texts)

    # --- as the class and the configuration want it ---

    def _prepare(self) -> None:
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        if getattr(self._tokenizer.model, "dropout", None):
            self._tokenizer.model.dropout = None  # a vocabulary is no game of chance
        self._add_tokens()
        self._set_prefix_space()
        if self._kind.adds is not None:
            self._set_template(self._kind.adds)
        if self._kind.bert_normalizer:
            self._set_bert_normalizer()

    def _add_tokens(self) -> None:
        """Those of the configuration that the file has not, or has with other flags."""
        known = {repr(token) for token in self.added().values()}
        new: list[Special] = [t for t in self._special.configured() if repr(t) not in known]
        texts = {t.content for t in self.added().values()} | {text_of(t) for t in new}
        new += [t for t in self._special.tokens if not (isinstance(t, str) and t in texts)]
        for token in new:
            if isinstance(token, str):
                token = tokenizers.AddedToken(token, special=True)
            elif text_of(token) in self._special.texts:
                token.special = True
            self._tokenizer.add_tokens([token])

    def _set_prefix_space(self) -> None:
        """Of a pre-tokenizer that is no sequence; what cannot be set stays, as there."""
        part = self._file.part("pre_tokenizer") or {}
        wanted = self._config.get("add_prefix_space", False)
        if part.get("add_prefix_space", wanted) == wanted:
            return
        with suppress(Exception):
            kind = getattr(pre_tokenizers, part.pop("type"))
            self._tokenizer.pre_tokenizer = kind(**part | {"add_prefix_space": wanted})

    def _set_template(self, default: tuple[bool, bool]) -> None:
        """PreTrainedTokenizerFast subclasses' update_post_processor(), for one text."""
        bos = self._ends("bos", default[0])
        eos = self._ends("eos", default[1])
        single = f"{bos + ':0 ' if bos else ''}$A:0{' ' + eos + ':0' if eos else ''}"
        self._tokenizer.post_processor = processors.TemplateProcessing(
            single=single,
            special_tokens=[(t, self._tokenizer.token_to_id(t)) for t in (bos, eos) if t],
        )

    def _ends(self, name: str, default: bool) -> str | None:
        if not self._config.get(f"add_{name}_token", default):
            return None
        token = self._special.by_name.get(f"{name}_token")
        if token is None:
            raise self._folder.damaged(
                "tokenizer_config.json", f"it has add_{name}_token but no {name}_token"
            )
        return text_of(token)

    def _set_bert_normalizer(self) -> None:
        part = self._file.part("normalizer") or {}
        wanted = {
            "lowercase": self._config.get("do_lower_case", True),
            "strip_accents": self._config.get("strip_accents"),
            "handle_chinese_chars": self._config.get("tokenize_chinese_chars", True),
        }
        if any(part.get(key, value) != value for key, value in wanted.items()):
            kind = getattr(normalizers, str(part.pop("type")))
            self._tokenizer.normalizer = kind(**part | wanted)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """The library's exceptions, and its panics, which are no Exception, in words."""
        try:
            yield
        except (ModelUnsupported, NotAModel):
            raise
        except BaseException as error:
            if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
                raise
            raise NotAModel(
                f"{self._folder.path / 'tokenizer.json'} cannot be run: {str(error)[:300]}",
                path=str(self._folder.path),
            ) from None
