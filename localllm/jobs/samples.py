"""What a model answers to a few fixed questions: greedily, so that two forms of one model can be
read side by side."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from localllm.core import ChatPrompt, Message
from localllm.errors import BadRequest, EngineError
from localllm.jobs.measures import PROMPTS, Sample
from localllm.jobs.reading import threads_for
from localllm.jobs.wire import Report
from localllm.llama.batch import Batch
from localllm.llama.chat import ChatTemplates
from localllm.llama.context import OK, Context
from localllm.llama.model import Model
from localllm.llama.vocab import Tokens
from localllm.text.detokenizer import IncrementalDetokenizer
from localllm.text.stops import StopMatcher


def answers(
    model: Model,
    report: Report,
    *,
    prompts: Sequence[str] = PROMPTS,
    max_tokens: int = 64,
    threads: int = 0,
) -> tuple[Sample, ...]:
    """The likeliest token again and again, `max_tokens` at most. Thinking is switched off where
    the template can.

    Raises BadRequest for a prompt that is longer than the model's context, ModelError for a
    template that cannot be read, EngineError where the model fails.
    """
    model.require_generation()
    templates = ChatTemplates(model) if model.chat_template else None
    asked = [_Asked.of(model, templates, prompt) for prompt in prompts]
    longest = max((len(one.tokens) for one in asked), default=1)
    n_ctx = longest + max_tokens
    if 0 < model.context_train < n_ctx:
        raise BadRequest(
            f"A sample takes {n_ctx:,} tokens; {model.path.name} was trained for "
            f"{model.context_train:,}. Take shorter prompts or answers.",
            param="max_tokens",
        )
    found = []
    with Context(
        model, n_ctx=n_ctx, n_ubatch=longest, n_seq_max=1, threads=threads_for(threads)
    ) as ctx:
        for done, one in enumerate(asked):
            report("answering", done, len(asked), one.prompt)
            found.append(_answer(ctx, one, max_tokens))
    report("answering", len(asked), len(asked))
    return tuple(found)


class _Asked(msgspec.Struct):
    prompt: str
    tokens: Tokens
    stops: tuple[str, ...]
    as_chat: bool

    @classmethod
    def of(cls, model: Model, templates: ChatTemplates | None, prompt: str) -> _Asked:
        text, stops = prompt, tuple[str, ...]()
        if templates is not None:
            chat = ChatPrompt((Message("user", prompt),), enable_thinking=False)
            applied = templates.apply(chat)
            text, stops = applied.prompt, applied.stops
        tokens = model.vocab.tokenize(text, add_special=True, parse_special=templates is not None)
        return cls(prompt, tokens, stops, templates is not None)


def _answer(ctx: Context, asked: _Asked, max_tokens: int) -> Sample:
    """Stop strings end an answer as the model's own end does."""
    vocab = ctx.model.vocab
    characters, matcher = IncrementalDetokenizer(), StopMatcher(asked.stops)
    ctx.clear()
    text, at, count, ended = "", 0, 0, False
    feed: Sequence[int] | Tokens = asked.tokens
    while count < max_tokens and not ended:
        token = _next(ctx, feed, at)
        at += len(feed)
        count, feed = count + 1, [token]
        ended = vocab.is_eog(token)
        if not ended:
            shown, stop = matcher.push(characters.push(vocab.piece(token)))
            text, ended = text + shown, stop is not None
    text += matcher.push(characters.flush())[0] + matcher.flush()
    return Sample(asked.prompt, text.strip(), count, ended, asked.as_chat)


def _next(ctx: Context, tokens: Sequence[int] | Tokens, at: int) -> int:
    batch = Batch(len(tokens), 1)
    row = batch.add(tokens, at, 0, True)
    code = ctx.decode(batch)
    if code != OK:
        raise EngineError(f"The model failed to answer (code {code}).", native_code=code)
    return int(np.argmax(ctx.logits(row)))
