"""A request made ready to run: template, tokens, checks, samplers.

All that can take long or go wrong before a request needs the context happens here, on a thread of
its own, so that a huge prompt does not hold up running streams.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

from localllm.core import ChatPrompt, Prompt, Request, TextPrompt
from localllm.engine import chat_turns as turns
from localllm.engine.language import Language
from localllm.engine.parsed_text import TextParser
from localllm.errors import BadRequest, ContextExceeded
from localllm.llama.chat import AppliedTemplate

# A choice takes a sampler of a few bytes for each token of the vocabulary as soon as it waits.
MAX_CHOICES = 128

# Where old turns are dropped, an answer without a limit of its own gets this part of the context.
_ANSWER_SHARE = 4

# llama.cpp's seeds have 32 bits; with all of them set it draws one.
_RANDOM_SEED = 0xFFFFFFFF


@dataclass(slots=True)
class Prepared:
    """All that the loop needs of a request. `arrived` in seconds of the engine's clock; one of
    `samplers` and `parsers` for each choice; `preserved` are control tokens that show as text;
    `dropped` messages of the chat were left out."""

    request: Request
    arrived: float
    tokens: array[int]
    stops: tuple[str, ...]
    preserved: frozenset[int]
    samplers: list[Any]
    parsers: list[TextParser | None]
    dropped: int = 0


class Intake:
    """`context` is the most tokens a sequence can have, `context_train` what the model was made
    for. Any thread, one at a time."""

    def __init__(self, language: Language, context: int, context_train: int) -> None:
        self._language = language
        self._context = context
        self._context_train = context_train

    def prepare(self, request: Request, arrived: float) -> Prepared:
        """Raises BadRequest, ContextExceeded among it, saying what to change."""
        if not 1 <= request.n <= MAX_CHOICES:
            raise BadRequest(f"n must be 1 to {MAX_CHOICES}, not {request.n}.", param="n")
        sampling = request.sampling
        applied, tokens = self._tokens(request.prompt, request)
        dropped = 0
        if len(tokens) >= self._context and request.overflow == "drop_oldest":
            shorter, dropped = self._drop_oldest(request)
            applied, tokens = self._tokens(shorter, request)
        self._check_length(len(tokens))
        seeds = _seeds(sampling.seed, request.n)
        make_sampler, make_parser = self._language.sampler, self._language.parser
        return Prepared(
            request,
            arrived,
            tokens,
            sampling.stop + (applied.stops if applied else ()),
            self._preserved(applied),
            [make_sampler(sampling, applied, tokens, seed) for seed in seeds],
            [make_parser(applied) if applied else None for _ in seeds],
            dropped,
        )

    def _drop_oldest(self, request: Request) -> tuple[Prompt, int]:
        """The prompt without as many old turns as it takes to leave room for an answer, and how
        many messages these have; without all that can go where even that does not do."""
        chat = request.prompt
        if not isinstance(chat, ChatPrompt):
            return chat, 0
        room = self._context // _ANSWER_SHARE
        if (most := request.sampling.max_tokens) is not None:
            room = min(room, max(most, 1))
        shorter = turns.cuts(chat)
        first = bisect_left(
            shorter,
            True,
            key=lambda cut: len(self._tokens(cut, request)[1]) <= self._context - room,
        )
        found = shorter[min(first, len(shorter) - 1)]
        return found, len(chat.messages) - len(found.messages)

    def count(self, prompt: Prompt) -> int:
        """Tokens of a prompt, also of one that does not fit. Raises BadRequest."""
        return len(self._tokens(prompt, Request("", prompt))[1])

    def _tokens(
        self, prompt: Prompt, request: Request
    ) -> tuple[AppliedTemplate | None, array[int]]:
        if isinstance(prompt, ChatPrompt):
            applied = self._language.apply(prompt, request.sampling)
            return applied, self._language.tokenize(applied.prompt, add_special=True)
        if isinstance(prompt, TextPrompt):
            return None, self._language.tokenize(prompt.text, add_special=True)
        n_vocab = self._language.n_vocab
        wrong = next((token for token in prompt.tokens if not 0 <= token < n_vocab), None)
        if wrong is not None:
            raise BadRequest(
                f"Token {wrong} does not exist: this model's ids go from 0 to {n_vocab - 1}.",
                param="prompt",
            )
        return None, array("i", prompt.tokens)

    def _check_length(self, n: int) -> None:
        if n == 0:
            raise BadRequest(
                "The prompt is empty, and this model has no token that begins a text.",
                param="prompt",
            )
        if n < self._context:
            return
        advice = "Shorten it"
        if self._context < self._context_train:
            advice += (
                f", or load the model with a larger context (it was trained for "
                f"{self._context_train}; see --context)"
            )
        raise ContextExceeded(
            f"The prompt has {n} tokens, and the context takes {self._context}, one of them for "
            f"the answer at least. {advice}.",
            prompt_tokens=n,
            context=self._context,
            context_train=self._context_train,
        )

    def _preserved(self, applied: AppliedTemplate | None) -> frozenset[int]:
        texts = applied.preserved_tokens if applied else ()
        ids = [self._language.tokenize(text, add_special=False) for text in texts]
        return frozenset(tokens[0] for tokens in ids if len(tokens) == 1)


def _seeds(seed: int | None, n: int) -> list[int | None]:
    """One for each choice. As everywhere in llama.cpp, -1 draws one too."""
    if seed is None or seed < 0:
        return [None] * n
    return [(seed + index) % _RANDOM_SEED for index in range(n)]
