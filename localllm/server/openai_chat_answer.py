"""Answers of /v1/chat/completions: chunks as they come, or one JSON at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from localllm.core import Delta, Done, Event, Finished, TokenLogprob, ToolCallDelta, Usage
from localllm.server.openai_common import (
    Chunks,
    Envelope,
    encode,
    finite,
    timings_json,
    usage_json,
)


class ChatChunks(Chunks):
    """chat.completion.chunk events. Each choice begins with a chunk that carries the role."""

    def __init__(
        self, envelope: Envelope, n: int, *, include_usage: bool, timings: bool = False
    ) -> None:
        super().__init__(envelope, n, include_usage=include_usage, timings=timings)
        self._text_heads = [head + b'"delta":{"content":' for head in self.heads]
        self._text_tail = b"}" + self.going_on
        self._begun: set[int] = set()

    def delta(self, event: Delta) -> bytes:
        if event.reasoning or event.tool_calls or event.logprobs:
            return self._role(event.index) + self._rich(event)
        if not event.content:
            return b""
        text = self._text_heads[event.index] + encode(event.content) + self._text_tail
        return text if event.index in self._begun else self._role(event.index) + text

    def finished(self, event: Finished) -> bytes:
        reason = b'"delta":{},"logprobs":null,"finish_reason":' + encode(event.reason)
        return self._role(event.index) + self.heads[event.index] + reason + self.tail

    def _role(self, index: int) -> bytes:
        if index in self._begun:
            return b""
        self._begun.add(index)
        return self.heads[index] + b'"delta":{"role":"assistant","content":""}' + self.going_on

    def _rich(self, event: Delta) -> bytes:
        fields = {
            "delta": _delta_json(event),
            "logprobs": _logprobs_json(event.logprobs) if event.logprobs else None,
            "finish_reason": None,
        }
        return self.heads[event.index] + encode(fields)[1:-1] + self.tail


class ChatForm:
    """The whole chat.completion."""

    def __init__(self, envelope: Envelope, n: int, *, logprobs: bool) -> None:
        self._envelope = envelope
        self._choices = [_Choice() for _ in range(n)]
        self._logprobs = logprobs
        self._usage = Usage()

    def add(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case Delta():
                    self._choices[event.index].add(event)
                case Finished():
                    self._choices[event.index].reason = event.reason.value
                case Done():
                    self._usage = event.usage

    def body(self) -> bytes:
        return self._envelope.around(
            choices=[
                choice.json(index, self._logprobs) for index, choice in enumerate(self._choices)
            ],
            usage=usage_json(self._usage),
            timings=timings_json(self._usage),
        )


class _Call(msgspec.Struct):
    id: str = ""
    name: str = ""
    arguments: str = ""

    def json(self) -> dict[str, Any]:
        function = {"name": self.name, "arguments": self.arguments}
        return {"id": self.id, "type": "function", "function": function}


class _Choice(msgspec.Struct):
    content: list[str] = []
    reasoning: list[str] = []
    calls: dict[int, _Call] = {}
    logprobs: list[TokenLogprob] = []
    reason: str = ""

    def add(self, delta: Delta) -> None:
        self.content.append(delta.content)
        self.reasoning.append(delta.reasoning)
        self.logprobs.extend(delta.logprobs)
        for piece in delta.tool_calls:
            call = self.calls.setdefault(piece.index, _Call())
            call.id = call.id or piece.id
            call.name = call.name or piece.name
            call.arguments += piece.arguments

    def json(self, index: int, logprobs: bool) -> dict[str, Any]:
        return {
            "index": index,
            "message": self._message(),
            "logprobs": _logprobs_json(self.logprobs) if logprobs else None,
            "finish_reason": self.reason,
        }

    def _message(self) -> dict[str, Any]:
        content = "".join(self.content)
        message: dict[str, Any] = {
            "role": "assistant",
            "content": None if self.calls and not content else content,
            "refusal": None,
        }
        if reasoning := "".join(self.reasoning):
            message["reasoning_content"] = reasoning
        if self.calls:
            message["tool_calls"] = [self.calls[index].json() for index in sorted(self.calls)]
        return message


def _delta_json(event: Delta) -> dict[str, Any]:
    delta: dict[str, Any] = {}
    if event.reasoning:
        delta["reasoning_content"] = event.reasoning
    if event.tool_calls:
        delta["tool_calls"] = [_piece_json(piece) for piece in event.tool_calls]
    if event.content or not delta:
        delta["content"] = event.content
    return delta


def _piece_json(piece: ToolCallDelta) -> dict[str, Any]:
    """`id`, `type` and `name` come with a call's first piece only."""
    function = {"arguments": piece.arguments}
    if not piece.name:
        return {"index": piece.index, "function": function}
    return {
        "index": piece.index,
        "id": piece.id,
        "type": "function",
        "function": {"name": piece.name, **function},
    }


def _logprobs_json(logprobs: Sequence[TokenLogprob]) -> dict[str, Any]:
    return {"content": [_token_json(token) for token in logprobs], "refusal": None}


def _token_json(token: TokenLogprob) -> dict[str, Any]:
    return {
        **_alternative_json(token.token, token.logprob, token.bytes_),
        "top_logprobs": [_alternative_json(*alternative) for alternative in token.top],
    }


def _alternative_json(token: str, logprob: float, raw: bytes) -> dict[str, Any]:
    return {"token": token, "logprob": finite(logprob), "bytes": list(raw)}
