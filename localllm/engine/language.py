"""The text side of a model: templates, tokens, and what a request's sampler and parser are made of.

A `Language` only reads, so any thread may use it. `LlamaLanguage` is that of a loaded GGUF file.
"""

from __future__ import annotations

from array import array
from typing import Any, Protocol

from localllm.core import ChatPrompt, SamplingParams
from localllm.engine.parsed_text import TextParser
from localllm.llama.chat import AppliedTemplate, ChatTemplates, OutputParser
from localllm.llama.model import Model
from localllm.llama.sampler import Sampler


class Language(Protocol):
    """What intake and output ask of a model."""

    @property
    def n_vocab(self) -> int: ...

    def apply(self, chat: ChatPrompt, sampling: SamplingParams) -> AppliedTemplate:
        """The chat as one prompt. Raises BadRequest where the template does not take it."""

    def tokenize(self, text: str, *, add_special: bool) -> array[int]:
        """C ints. Text of control tokens becomes these tokens; `add_special` adds BOS and EOS as
        the model wants them."""

    def piece(self, token: int, *, special: bool = False) -> bytes:
        """The bytes of a token. A control token has none, unless `special`."""

    def is_eog(self, token: int) -> bool:
        """Whether a token ends generation."""

    def parser(self, applied: AppliedTemplate) -> TextParser | None:
        """How to read what follows on that prompt; None where it is content as it stands."""

    def sampler(
        self,
        sampling: SamplingParams,
        applied: AppliedTemplate | None,
        prompt: array[int],
        seed: int | None,
    ) -> Any:
        """How one choice picks its tokens; the runner's own kind of object. `seed` None draws one.
        Raises BadRequest naming what is wrong with the parameters."""


class LlamaLanguage:
    """The Language of a loaded model. Closed with the model."""

    def __init__(self, model: Model) -> None:
        """Raises ModelError for a chat template that cannot be read."""
        self._model = model
        self._vocab = model.vocab
        self.templates = ChatTemplates(model)
        self.n_vocab = model.vocab.n_tokens
        self.piece = model.vocab.piece
        self.is_eog = model.vocab.is_eog

    def apply(self, chat: ChatPrompt, sampling: SamplingParams) -> AppliedTemplate:
        return self.templates.apply(
            chat, json_schema=sampling.json_schema, grammar=sampling.grammar
        )

    def tokenize(self, text: str, *, add_special: bool) -> array[int]:
        tokens = self._vocab.tokenize(text, add_special=add_special, parse_special=True)
        return array("i", tokens.tobytes())

    def parser(self, applied: AppliedTemplate) -> TextParser | None:
        return OutputParser(applied) if applied.needs_parsing else None

    def sampler(
        self,
        sampling: SamplingParams,
        applied: AppliedTemplate | None,
        prompt: array[int],
        seed: int | None,
    ) -> Sampler:
        sampler = Sampler(self._model, sampling, applied, -1 if seed is None else seed)
        sampler.accept_prompt(prompt)
        return sampler
