"""The files of a tokenizer in a model folder, read within bounds; nothing is interpreted here.

    tokenizer.json              the whole tokenizer, as the `tokenizers` library writes it
    tokenizer_config.json       special tokens by name, flags, the chat template
    special_tokens_map.json, added_tokens.json, merges.txt      older files beside or instead of it
    chat_template.jinja, chat_template.json, additional_chat_templates/*.jinja

Every failure is a ModelError that names the file. What has another shape than the format allows
is refused while it is decoded, so that a hostile file cannot unfold into more than its size.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from localllm.errors import ModelError, ModelUnsupported, NotAModel
from localllm.models.convert.jsonfile import read_object
from localllm.models.units import human_bytes

MAX_JSON = 64 << 20  # the largest published tokenizer.json has 33 MB (262,144 tokens)
MAX_CONFIG = 16 << 20
MAX_TEXT = 16 << 20
MAX_TOKENS = 1 << 21  # eight times the largest vocabulary
MAX_PART = 1 << 20  # normalizer, pre-tokenizer and post-processor as JSON: 350 kB with a charsmap


class Added(msgspec.Struct, frozen=True):
    """An entry of `added_tokens`; `id` as the file says it."""

    id: int
    content: str
    single_word: bool = False
    lstrip: bool = False
    rstrip: bool = False
    normalized: bool = True
    special: bool = False


class Model(msgspec.Struct, frozen=True):
    """The model part: `vocab` is text -> id, for Unigram (text, score) in the order of ids."""

    vocab: dict[str, int] | list[tuple[str, float]]
    type: str | None = None
    merges: list[str | tuple[str, str]] | None = None
    ignore_merges: bool | None = None
    byte_fallback: bool | None = None
    unk_id: int | None = None


class Tokenizer(msgspec.Struct, frozen=True):
    """tokenizer.json. Parts that say how text is parted stay JSON, to be read by `part`."""

    model: Model
    added_tokens: list[Added] = []
    normalizer: msgspec.Raw = msgspec.Raw(b"null")
    pre_tokenizer: msgspec.Raw = msgspec.Raw(b"null")
    post_processor: msgspec.Raw = msgspec.Raw(b"null")
    decoder: msgspec.Raw = msgspec.Raw(b"null")

    def part(self, name: str) -> dict[str, Any] | None:
        """The normalizer, pre_tokenizer, post_processor or decoder; None where there is none."""
        raw: msgspec.Raw = getattr(self, name)
        if len(memoryview(raw)) > MAX_PART:
            raise NotAModel(f"the {name} of tokenizer.json is larger than {human_bytes(MAX_PART)}")
        try:
            value = msgspec.json.decode(raw)
        except RecursionError:
            raise NotAModel(f"the {name} of tokenizer.json is nested too deeply") from None
        if value is not None and not isinstance(value, dict):
            raise NotAModel(f"the {name} of tokenizer.json is no object")
        return value


class TokenizerFolder:
    """A model's folder, as far as its tokenizer goes. Files are read when first asked for."""

    def __init__(self, folder: Path) -> None:
        self.path = folder

    def has(self, name: str) -> bool:
        return (self.path / name).is_file()

    @cached_property
    def raw_json(self) -> bytes:
        return self._read("tokenizer.json", MAX_JSON)

    @cached_property
    def json(self) -> Tokenizer | None:
        """tokenizer.json; None where the folder has none."""
        return self.parsed(self.raw_json) if self.has("tokenizer.json") else None

    def parsed(self, raw: bytes) -> Tokenizer:
        """A tokenizer.json from its bytes, bounded."""
        path = self.path / "tokenizer.json"
        try:
            found = msgspec.json.decode(raw, type=Tokenizer)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise NotAModel(f"{path} is no tokenizer: {error}", path=str(path)) from None
        count = len(found.model.vocab) + len(found.added_tokens)
        if count > MAX_TOKENS:
            raise ModelUnsupported(
                f"{path} has {count:,} tokens; up to {MAX_TOKENS:,} can be converted",
                path=str(path),
                tokens=count,
            )
        return found

    def require_json(self) -> Tokenizer:
        if self.json is None:
            raise missing(self.path, "tokenizer.json")
        return self.json

    @cached_property
    def config(self) -> dict[str, Any] | None:
        """tokenizer_config.json; None where the folder has none."""
        return self._object("tokenizer_config.json")

    @cached_property
    def model_config(self) -> dict[str, Any]:
        return self._object("config.json") or {}

    @cached_property
    def special_tokens_map(self) -> dict[str, Any]:
        return self._object("special_tokens_map.json") or {}

    @cached_property
    def added_tokens(self) -> dict[str, int]:
        """added_tokens.json: text -> id."""
        return {
            text: self.token_id(token, "added_tokens.json")
            for text, token in (self._object("added_tokens.json") or {}).items()
        }

    @cached_property
    def added_tokens_decoder(self) -> dict[int, dict[str, Any]] | None:
        """Of tokenizer_config.json: id -> its entry, with `content`; None where it is absent."""
        name = "tokenizer_config.json"
        entries = (self.config or {}).get("added_tokens_decoder")
        if entries is None:
            return None
        if not isinstance(entries, dict):
            raise self.damaged(name, "its added_tokens_decoder is no object")
        for entry in entries.values():
            if not isinstance(entry, dict) or not isinstance(entry.get("content"), str):
                raise self.damaged(name, f"its added_tokens_decoder holds {str(entry)[:60]!r}")
        return {self.token_id(token, name): entry for token, entry in entries.items()}

    def text(self, name: str) -> str:
        try:
            return self._read(name, MAX_TEXT).decode()
        except UnicodeDecodeError as error:
            raise self.damaged(name, f"it is not UTF-8 text: {error}") from None

    def object(self, name: str) -> dict[str, Any] | None:
        return self._object(name)

    def templates(self) -> list[tuple[str, str]]:
        """(name, template) of additional_chat_templates, by name."""
        found = sorted((self.path / "additional_chat_templates").glob("*.jinja"))
        return [(p.stem, self.text(str(p.relative_to(self.path)))) for p in found]

    def token_id(self, value: Any, file: str) -> int:
        """A token's id: a number, or digits as a key of JSON has them."""
        try:
            token = int(value) if isinstance(value, int | str) else -1
        except ValueError:
            token = -1
        if not 0 <= token <= MAX_TOKENS:
            raise self.damaged(file, f"it has the token id {str(value)[:40]!r}")
        return token

    def damaged(self, file: str, why: str) -> NotAModel:
        path = self.path / file
        return NotAModel(f"{path} cannot be used: {why}", path=str(path))

    def _object(self, name: str) -> dict[str, Any] | None:
        return read_object(self.path / name, MAX_CONFIG) if self.has(name) else None

    def _read(self, name: str, limit: int) -> bytes:
        path = self.path / name
        try:
            size = path.stat().st_size
            if size > limit:
                raise ModelUnsupported(
                    f"{path} has {human_bytes(size)}; up to {human_bytes(limit)} are read",
                    path=str(path),
                )
            return path.read_bytes()
        except OSError as error:
            raise ModelError(f"Cannot read {path}: {error.strerror or error}") from None


def missing(folder: Path, *names: str) -> ModelError:
    """What to do where the file that a tokenizer is made of is not in the folder."""
    return ModelError(
        f"{folder} has no {' and no '.join(names)}, so the tokenizer cannot be written. "
        "Fetch that file of the model as well",
        path=str(folder),
        missing=list(names),
    )
