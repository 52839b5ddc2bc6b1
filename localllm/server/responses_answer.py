"""Answers of /v1/responses: items as they grow, and the response around them.

response.created, response.in_progress; for each item ..output_item.added, its parts and
deltas, ..output_item.done; response.completed (or .incomplete, .failed) with all of it
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from localllm.core import (
    Delta,
    Done,
    Event,
    Finished,
    FinishReason,
    Message,
    ToolCall,
    ToolCallDelta,
    Usage,
)
from localllm.errors import LocalLLMError
from localllm.server.openai_common import encode, named_event
from localllm.server.responses_requests import ResponsesRequest

Step = tuple[str, dict[str, Any]]
"""The name of an event, and its fields."""

Ended = Callable[["Response"], None]


class Item(msgspec.Struct):
    """`kind`: "reasoning", "message" or "function_call"; its text, or the call's arguments."""

    kind: str
    id: str
    text: str = ""
    call_id: str = ""
    name: str = ""

    def json(self, status: str) -> dict[str, Any]:
        match self.kind:
            case "reasoning":
                content = [{"type": "reasoning_text", "text": self.text}]
                return {"id": self.id, "type": "reasoning", "summary": [], "content": content}
            case "message":
                content = [output_text(self.text)] if self.text else []
                whole = {"type": "message", "role": "assistant", "content": content}
            case _:
                whole = {
                    "type": "function_call",
                    "call_id": self.call_id,
                    "name": self.name,
                    "arguments": self.text,
                }
        return {"id": self.id, **whole, "status": status}


def output_text(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


class Response:
    """A response as it grows; `ended` hears of it when it is whole."""

    def __init__(self, id: str, model: str, asked: ResponsesRequest, ended: Ended) -> None:
        self.id, self._model, self._asked, self._ended = id, model, asked, ended
        self._created = int(time.time())
        self.items: list[Item] = []
        self._reason = FinishReason.STOP
        self._usage: Usage | None = None
        self._error: dict[str, str] | None = None

    def begin(self) -> Iterator[Step]:
        yield "response.created", {"response": self.json()}
        yield "response.in_progress", {"response": self.json()}

    def take(self, event: Event) -> Iterator[Step]:
        """What there is to tell of an event."""
        match event:
            case Delta():
                if event.reasoning:
                    yield from self._grow("reasoning", event.reasoning)
                if event.content:
                    yield from self._grow("message", event.content)
                for piece in event.tool_calls:
                    yield from self._call(piece)
            case Finished():
                self._reason = event.reason
                yield from self._close()
            case Done():
                self._usage = event.usage
                self._ended(self)
                yield f"response.{self.status}", {"response": self.json()}

    def fail(self, error: LocalLLMError) -> Iterator[Step]:
        self._error = {"code": error.code, "message": error.message}
        yield "response.failed", {"response": self.json()}

    @property
    def status(self) -> str:
        if self._error:
            return "failed"
        if self._usage is None:
            return "in_progress"
        return "incomplete" if self._reason is FinishReason.LENGTH else "completed"

    def message(self) -> Message:
        """What was answered, for those who go on from here."""
        texts = {"reasoning": "", "message": ""}
        for item in self.items:
            if item.kind in texts:
                texts[item.kind] += item.text
        calls = tuple(
            ToolCall(item.call_id, item.name, item.text or "{}")
            for item in self.items
            if item.kind == "function_call"
        )
        content = texts["message"] or (None if calls else "")
        return Message("assistant", content, texts["reasoning"] or None, calls)

    def json(self) -> dict[str, Any]:
        asked, status = self._asked, self.status
        cut = status == "incomplete"
        last = len(self.items) - 1
        return {
            "id": self.id,
            "object": "response",
            "created_at": self._created,
            "status": status,
            "error": self._error,
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "instructions": asked.instructions,
            "max_output_tokens": asked.max_output_tokens,
            "model": self._model,
            "output": [
                item.json("incomplete" if cut and index == last else "completed")
                for index, item in enumerate(self.items)
            ],
            "parallel_tool_calls": asked.parallel_tool_calls is not False,
            "previous_response_id": asked.previous_response_id,
            "reasoning": {"effort": asked.reasoning and asked.reasoning.effort, "summary": None},
            "store": asked.store is not False,
            "temperature": asked.temperature,
            "text": {"format": _format(asked)},
            "tool_choice": asked.tool_choice or "auto",
            "tools": [{"strict": False, **msgspec.to_builtins(t)} for t in asked.tools or ()],
            "top_p": asked.top_p,
            "truncation": "disabled",
            "usage": None if self._usage is None else _usage(self._usage),
            "metadata": asked.metadata or {},
        }

    # --- items

    def _grow(self, kind: str, text: str) -> Iterator[Step]:
        if not self.items or self.items[-1].kind != kind:
            yield from self._open(Item(kind, _id("rs_" if kind == "reasoning" else "msg_")))
            yield "response.content_part.added", self._place() | {"part": _part(kind, "")}
        item = self.items[-1]
        item.text += text
        fields = self._place() | {"delta": text}
        if kind == "message":
            yield "response.output_text.delta", fields | {"logprobs": []}
        else:
            yield "response.reasoning_text.delta", fields

    def _call(self, piece: ToolCallDelta) -> Iterator[Step]:
        if piece.name:
            yield from self._open(
                Item("function_call", _id("fc_"), call_id=piece.id, name=piece.name)
            )
        if piece.arguments:
            self.items[-1].text += piece.arguments
            fields = self._place(part=False) | {"delta": piece.arguments}
            yield "response.function_call_arguments.delta", fields

    def _open(self, item: Item) -> Iterator[Step]:
        yield from self._close()
        self.items.append(item)
        at = {"output_index": len(self.items) - 1}
        empty = item.json("in_progress")
        yield "response.output_item.added", at | {"item": empty | _nothing_yet(item.kind)}

    def _close(self) -> Iterator[Step]:
        if not self.items:
            return
        item = self.items[-1]
        if item.kind == "function_call":
            fields = self._place(part=False) | {"arguments": item.text, "name": item.name}
            yield "response.function_call_arguments.done", fields
        else:
            kind = "output_text" if item.kind == "message" else "reasoning_text"
            extra: dict[str, Any] = {"logprobs": []} if item.kind == "message" else {}
            yield f"response.{kind}.done", self._place() | {"text": item.text, **extra}
            part = _part(item.kind, item.text)
            yield "response.content_part.done", self._place() | {"part": part}
        at = {"output_index": len(self.items) - 1}
        yield "response.output_item.done", at | {"item": item.json("completed")}

    def _place(self, *, part: bool = True) -> dict[str, Any]:
        place = {"item_id": self.items[-1].id, "output_index": len(self.items) - 1}
        return place | ({"content_index": 0} if part else {})


class ResponseEvents:
    """A dialect (see sse.py)."""

    def __init__(self, response: Response) -> None:
        self._response = response
        self._number = 0

    def encode(self, events: Sequence[Event]) -> bytes:
        told = b""
        for event in events:
            if isinstance(event, Delta | Finished | Done):
                if not self._number:
                    told += self._told(self._response.begin())
                told += self._told(self._response.take(event))
        return told

    def failed(self, error: LocalLLMError) -> bytes:
        return self._told(self._response.fail(error))

    def _told(self, steps: Iterator[Step]) -> bytes:
        return b"".join([self._one(name, fields) for name, fields in steps])

    def _one(self, name: str, fields: dict[str, Any]) -> bytes:
        told = named_event(name, {"sequence_number": self._number, **fields})
        self._number += 1
        return told


class ResponseForm:
    """The whole response."""

    def __init__(self, response: Response) -> None:
        self._response = response

    def add(self, events: Sequence[Event]) -> None:
        for event in events:
            for _ in self._response.take(event):
                pass

    def body(self) -> bytes:
        return encode(self._response.json())


def _part(kind: str, text: str) -> dict[str, Any]:
    return output_text(text) if kind == "message" else {"type": "reasoning_text", "text": text}


def _nothing_yet(kind: str) -> dict[str, Any]:
    return {} if kind == "function_call" else {"content": []}


def _format(asked: ResponsesRequest) -> dict[str, Any]:
    if asked.text is None or asked.text.format is None:
        return {"type": "text"}
    given = msgspec.to_builtins(asked.text.format)
    named = given["type"] == "json_schema"
    return {"name": "answer", **given} if named else {"type": given["type"]}


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "input_tokens": usage.prompt_tokens,
        "input_tokens_details": {"cached_tokens": usage.cached_tokens},
        "output_tokens": usage.completion_tokens,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning_tokens},
        "total_tokens": usage.prompt_tokens + usage.completion_tokens,
    }


def _id(prefix: str) -> str:
    return prefix + uuid.uuid4().hex
