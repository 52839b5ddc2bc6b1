"""Answers of /api/chat and /api/generate: a JSON a line as they come, or one at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from localllm.core import Delta, Done, Event, Finished, FinishReason, ToolCallDelta, Usage
from localllm.errors import LocalLLMError
from localllm.server.error_forms import ollama_error
from localllm.server.openai_common import encode

_NS = 1e9

Said = Callable[[str, str, list[dict[str, Any]]], dict[str, Any]]
"""The fields of content, thoughts and calls of tools."""


def as_message(content: str, thoughts: str, calls: list[dict[str, Any]]) -> dict[str, Any]:
    """/api/chat's."""
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if thoughts:
        message["thinking"] = thoughts
    if calls:
        message["tool_calls"] = calls
    return {"message": message}


def as_response(content: str, thoughts: str, calls: list[dict[str, Any]]) -> dict[str, Any]:
    """/api/generate's, which knows no tools."""
    return {"response": content, **({"thinking": thoughts} if thoughts else {})}


def now() -> str:
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


class Lines:
    """A dialect (see sse.py). A call is told once it is whole: its arguments are an object."""

    def __init__(self, model: str, said: Said) -> None:
        self._model, self._said = model, said
        self._calls = Calls()
        self._reason = FinishReason.STOP

    def encode(self, events: Sequence[Event]) -> bytes:
        return b"".join([self._one(event) for event in events])

    def failed(self, error: LocalLLMError) -> bytes:
        return encode(ollama_error(error)) + b"\n"

    def _one(self, event: Event) -> bytes:
        match event:
            case Delta():
                self._calls.add(event.tool_calls)
                if not (event.content or event.reasoning):
                    return b""
                return self._line(self._said(event.content, event.reasoning, []), done=False)
            case Finished():
                self._reason = event.reason
                calls = self._calls.json()
                return self._line(self._said("", "", calls), done=False) if calls else b""
            case Done():
                return self._line(self._said("", "", []) | ended(self._reason, event.usage))
            case _:
                return b""

    def _line(self, fields: dict[str, Any], *, done: bool = True) -> bytes:
        head = {"model": self._model, "created_at": now()}
        return encode({**head, **fields, "done": done}) + b"\n"


class Whole:
    """All of it in one."""

    def __init__(self, model: str, said: Said) -> None:
        self._model, self._said = model, said
        self._content: list[str] = []
        self._thoughts: list[str] = []
        self._calls = Calls()
        self._reason = FinishReason.STOP
        self._usage = Usage()

    def add(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case Delta():
                    self._content.append(event.content)
                    self._thoughts.append(event.reasoning)
                    self._calls.add(event.tool_calls)
                case Finished():
                    self._reason = event.reason
                case Done():
                    self._usage = event.usage

    def body(self) -> bytes:
        said = self._said("".join(self._content), "".join(self._thoughts), self._calls.json())
        head = {"model": self._model, "created_at": now()}
        return encode({**head, **said, **ended(self._reason, self._usage), "done": True})


class Calls:
    """Calls of tools as their pieces come."""

    def __init__(self) -> None:
        self._calls: dict[int, list[str]] = {}  # name, arguments

    def add(self, pieces: Sequence[ToolCallDelta]) -> None:
        for piece in pieces:
            call = self._calls.setdefault(piece.index, ["", ""])
            call[0] = call[0] or piece.name
            call[1] += piece.arguments

    def json(self) -> list[dict[str, Any]]:
        """Those that came whole; one that was cut off (by num_predict) is no call."""
        whole = []
        for index, (name, text) in sorted(self._calls.items()):
            try:
                arguments = msgspec.json.decode(text or "{}")
            except msgspec.DecodeError:
                continue
            whole.append({"function": {"index": index, "name": name, "arguments": arguments}})
        return whole


def ended(reason: FinishReason, usage: Usage) -> dict[str, Any]:
    """Why it ended, and what it took, in nanoseconds."""
    return {
        "done_reason": "length" if reason is FinishReason.LENGTH else "stop",
        "total_duration": round((usage.queued_s + usage.prefill_s + usage.decode_s) * _NS),
        "load_duration": 0,
        "prompt_eval_count": usage.prompt_tokens,
        "prompt_eval_duration": round(usage.prefill_s * _NS),
        "eval_count": usage.completion_tokens,
        "eval_duration": round(usage.decode_s * _NS),
    }
