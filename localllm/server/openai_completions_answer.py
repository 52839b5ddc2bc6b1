"""Answers of /v1/completions: chunks as they come, or one JSON at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from localllm.core import Delta, Done, Event, Finished, TokenLogprob, Usage
from localllm.server.openai_common import (
    Chunks,
    Envelope,
    encode,
    finite,
    timings_json,
    usage_json,
)


class CompletionChunks(Chunks):
    """text_completion events. `echoes` has for each choice the text that comes first."""

    def __init__(
        self,
        envelope: Envelope,
        echoes: Sequence[str],
        *,
        include_usage: bool,
        timings: bool = False,
    ) -> None:
        super().__init__(envelope, len(echoes), include_usage=include_usage, timings=timings)
        self._text_heads = [head + b'"text":' for head in self.heads]
        self._echoes = list(echoes)
        self._offsets = [0] * len(echoes)

    def delta(self, event: Delta) -> bytes:
        if event.logprobs:
            return self._with_logprobs(event)
        if not event.content:
            return b""
        text = self._text_heads[event.index] + encode(event.content) + self.going_on
        return self._echo(event.index) + text

    def finished(self, event: Finished) -> bytes:
        reason = b'"text":"","logprobs":null,"finish_reason":' + encode(event.reason)
        return self._echo(event.index) + self.heads[event.index] + reason + self.tail

    def _echo(self, index: int) -> bytes:
        if not (text := self._echoes[index]):
            return b""
        self._echoes[index] = ""
        return self._text_heads[index] + encode(text) + self.going_on

    def _with_logprobs(self, event: Delta) -> bytes:
        logprobs = _logprobs_json(event.logprobs, self._offsets[event.index])
        self._offsets[event.index] += sum(len(token.token) for token in event.logprobs)
        fields = {"text": event.content, "logprobs": logprobs, "finish_reason": None}
        return self.heads[event.index] + encode(fields)[1:-1] + self.tail


class CompletionForm:
    """The whole text_completion."""

    def __init__(self, envelope: Envelope, echoes: Sequence[str], *, logprobs: bool) -> None:
        self._envelope = envelope
        self._texts = [[echo] for echo in echoes]
        self._reasons = [""] * len(echoes)
        self._tokens: list[list[TokenLogprob]] = [[] for _ in echoes]
        self._logprobs = logprobs
        self._usage = Usage()

    def add(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case Delta():
                    self._texts[event.index].append(event.content)
                    self._tokens[event.index].extend(event.logprobs)
                case Finished():
                    self._reasons[event.index] = event.reason.value
                case Done():
                    self._usage = event.usage

    def body(self) -> bytes:
        return self._envelope.around(
            choices=[self._choice(index) for index in range(len(self._texts))],
            usage=usage_json(self._usage),
            timings=timings_json(self._usage),
        )

    def _choice(self, index: int) -> dict[str, Any]:
        return {
            "index": index,
            "text": "".join(self._texts[index]),
            "logprobs": _logprobs_json(self._tokens[index], 0) if self._logprobs else None,
            "finish_reason": self._reasons[index],
        }


def _logprobs_json(tokens: Sequence[TokenLogprob], offset: int) -> dict[str, Any]:
    """`text_offset` counts characters of the choice's text; `offset` is where the first begins."""
    offsets = []
    for token in tokens:
        offsets.append(offset)
        offset += len(token.token)
    return {
        "tokens": [token.token for token in tokens],
        "token_logprobs": [finite(token.logprob) for token in tokens],
        "top_logprobs": [_top(token) for token in tokens],
        "text_offset": offsets,
    }


def _top(token: TokenLogprob) -> dict[str, float]:
    """Alternatives by text, the chosen token always among them."""
    top = {text: finite(logprob) for text, logprob, _ in token.top}
    return top | {token.token: finite(token.logprob)}
