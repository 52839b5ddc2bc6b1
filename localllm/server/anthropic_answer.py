"""Answers of /v1/messages: a message of blocks, whole or as events.

message_start, then for each block content_block_start, ..._delta, ..._stop; message_delta (why
it ended, and what it took), message_stop. `error` where it breaks off.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from localllm.core import Delta, Done, Event, Finished, FinishReason, Prefill, ToolCallDelta, Usage
from localllm.errors import LocalLLMError
from localllm.server.error_forms import anthropic_error
from localllm.server.openai_common import encode, named_event

_REASONS = {
    FinishReason.STOP: "end_turn",
    FinishReason.LENGTH: "max_tokens",
    FinishReason.TOOL_CALLS: "tool_use",
}


class MessageEvents:
    """A dialect (see sse.py). The prompt's tokens are known at the start where reading it takes a
    while, and at the end always."""

    def __init__(self, id: str, model: str) -> None:
        self._id, self._model = id, model
        self._prompt = Usage()
        self._begun = False
        self._blocks = 0
        self._kind = ""  # of the block that is open
        self._last: Finished | None = None

    def encode(self, events: Sequence[Event]) -> bytes:
        return b"".join([self._one(event) for event in events])

    def failed(self, error: LocalLLMError) -> bytes:
        return _event("error", **anthropic_error(error))

    def _one(self, event: Event) -> bytes:
        match event:
            case Prefill():
                self._prompt = Usage(prompt_tokens=event.total, cached_tokens=event.cached)
                return b""
            case Delta():
                return self._start() + self._delta(event)
            case Finished():
                self._last = event
                return self._start() + self._stop()
            case Done():
                return self._end(event.usage)
            case _:
                return b""

    def _start(self) -> bytes:
        if self._begun:
            return b""
        self._begun = True
        message = _message(self._id, self._model, [], None, self._prompt)
        return _event("message_start", message=message)

    def _delta(self, event: Delta) -> bytes:
        out = b""
        if event.reasoning:
            out += self._open("thinking", {"thinking": "", "signature": ""})
            out += self._piece("thinking_delta", thinking=event.reasoning)
        if event.content:
            out += self._open("text", {"text": ""})
            out += self._piece("text_delta", text=event.content)
        for piece in event.tool_calls:
            out += self._call(piece)
        return out

    def _call(self, piece: ToolCallDelta) -> bytes:
        out = b""
        if piece.name:
            out += self._stop()
            out += self._open("tool_use", {"id": piece.id, "name": piece.name, "input": {}})
        if piece.arguments:
            out += self._piece("input_json_delta", partial_json=piece.arguments)
        return out

    def _open(self, kind: str, fields: dict[str, Any]) -> bytes:
        if self._kind == kind:
            return b""
        stopped = self._stop()
        self._kind = kind
        block = {"type": kind, **fields}
        return stopped + _event("content_block_start", index=self._blocks, content_block=block)

    def _piece(self, kind: str, **fields: str) -> bytes:
        delta = {"type": kind, **fields}
        return _event("content_block_delta", index=self._blocks, delta=delta)

    def _stop(self) -> bytes:
        if not self._kind:
            return b""
        self._kind = ""
        self._blocks += 1
        return _event("content_block_stop", index=self._blocks - 1)

    def _end(self, usage: Usage) -> bytes:
        delta = _why(self._last)
        return _event("message_delta", delta=delta, usage=_usage(usage)) + _event("message_stop")


class MessageForm:
    """The whole message."""

    def __init__(self, id: str, model: str) -> None:
        self._id, self._model = id, model
        self._blocks: list[dict[str, Any]] = []
        self._last: Finished | None = None
        self._usage = Usage()

    def add(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case Delta():
                    self._add(event)
                case Finished():
                    self._last = event
                case Done():
                    self._usage = event.usage

    def _add(self, event: Delta) -> None:
        if event.reasoning:
            self._block("thinking", thinking="", signature="")["thinking"] += event.reasoning
        if event.content:
            self._block("text", text="")["text"] += event.content
        for piece in event.tool_calls:
            if piece.name:
                block = {"type": "tool_use", "id": piece.id, "name": piece.name, "input": ""}
                self._blocks.append(block)
            self._blocks[-1]["input"] += piece.arguments

    def _block(self, kind: str, **fields: str) -> dict[str, Any]:
        if not self._blocks or self._blocks[-1]["type"] != kind:
            self._blocks.append({"type": kind, **fields})
        return self._blocks[-1]

    def body(self) -> bytes:
        blocks = [
            {**block, "input": _arguments(block["input"])} if "input" in block else block
            for block in self._blocks
        ]
        return encode(_message(self._id, self._model, blocks, self._last, self._usage))


def _message(
    id: str, model: str, blocks: list[dict[str, Any]], last: Finished | None, usage: Usage
) -> dict[str, Any]:
    return {
        "id": id,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": blocks,
        **_why(last),
        "usage": _usage(usage),
    }


def _why(last: Finished | None) -> dict[str, str | None]:
    if last is None:
        return {"stop_reason": None, "stop_sequence": None}
    reason = "stop_sequence" if last.stop is not None else _REASONS.get(last.reason, "end_turn")
    return {"stop_reason": reason, "stop_sequence": last.stop}


def _usage(usage: Usage) -> dict[str, int]:
    """There, input tokens are those that were not found in the cache."""
    return {
        "input_tokens": usage.prompt_tokens - usage.cached_tokens,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": usage.cached_tokens,
        "output_tokens": usage.completion_tokens,
    }


def _arguments(text: str) -> Any:
    """Cut off in the middle (by max_tokens) they are no JSON: the message says why it ended."""
    try:
        return msgspec.json.decode(text or "{}")
    except msgspec.DecodeError:
        return {}


def _event(name: str, **fields: Any) -> bytes:
    return named_event(name, fields)
