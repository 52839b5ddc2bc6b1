"""What the readers of other programs' files share: trees, turns, times.

Every reader turns one foreign chat into one `TransferChat`, or raises `Unusable` with the reason a
person is shown; a chat is taken whole or not at all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from localllm.chats.transfer import TransferMessage
from localllm.chats.types import MessageState, NewAttachment
from localllm.core import FinishReason, SamplingParams, ToolCall, Usage

Node = TypeVar("Node")
T = TypeVar("T")

_YEAR_3000_S = 32_503_680_000


class Unusable(Exception):
    """This chat cannot be taken over; the message says why."""


def parse(value: Any, kind: type[T]) -> T:
    """The value as the foreign type; unknown fields are ignored, wrong ones are Unusable."""
    try:
        return msgspec.convert(value, kind, str_keys=True)  # JSON writes numbers as keys so
    except msgspec.ValidationError as error:
        raise Unusable(f"it is not as expected: {error}") from error


def milliseconds(value: float | None) -> int | None:
    """A time given in seconds or milliseconds since the epoch; None where it cannot be one."""
    if value is None or not math.isfinite(value) or value <= 0:
        return None
    if value < _YEAR_3000_S:
        return int(value * 1000)
    return int(value) if value < _YEAR_3000_S * 1000 else None


def sampling(values: Mapping[str, Any]) -> SamplingParams:
    """Those of the values (by our names) that make sense; the rest is left at its default."""
    taken = SamplingParams()
    for name, value in values.items():
        if name not in SamplingParams.__struct_fields__ or value is None:
            continue
        try:
            taken = msgspec.convert({**msgspec.to_builtins(taken), name: value}, SamplingParams)
        except msgspec.ValidationError:
            continue
    return taken


def walk(
    nodes: Mapping[str, Node], above: Callable[[Node], str | None]
) -> Iterator[tuple[str, Node, str | None]]:
    """(id, node, id of its parent): parents before children, siblings in the order of `nodes`.

    Raises Unusable where some of the nodes hang together in a loop.
    """
    children: dict[str | None, list[str]] = {}
    for key, node in nodes.items():
        parent = above(node)
        children.setdefault(parent if parent in nodes else None, []).append(key)
    stack: list[tuple[str, str | None]] = [(key, None) for key in reversed(children.get(None, []))]
    reached = 0
    while stack:
        key, parent = stack.pop()
        reached += 1
        yield key, nodes[key], parent
        stack += [(child, key) for child in reversed(children.get(key, []))]
    if reached < len(nodes):
        raise Unusable("its messages form a loop")


class Turn:
    """What one assistant said in one go, taken apart into the messages of a prompt.

        think, text, call, result, text    ->    assistant(call), tool(result), assistant

    Others keep a turn with its tool calls in one message.
    """

    def __init__(self) -> None:
        self._messages: list[TransferMessage] = []
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._calls: list[ToolCall] = []

    def text(self, text: str) -> None:
        if text.strip():
            self._text.append(text.strip("\n"))

    def think(self, text: str) -> None:
        if text.strip():
            self._reasoning.append(text.strip())

    def call(self, call_id: str, name: str, arguments: str) -> None:
        self._calls.append(ToolCall(call_id, name, arguments))

    def result(self, call_id: str, name: str | None, text: str) -> None:
        self._end_message()
        self._messages.append(
            TransferMessage(id=0, role="tool", content=text, tool_call_id=call_id, name=name)
        )

    def messages(
        self,
        *,
        first_id: int,
        parent: int | None,
        selected: bool,
        model: str = "",
        usage: Usage | None = None,
        finish_reason: FinishReason | None = None,
        state: MessageState = MessageState.COMPLETE,
        error: str = "",
        reasoning_seconds: float | None = None,
        created_at: int | None = None,
        files: tuple[NewAttachment, ...] = (),
    ) -> list[TransferMessage]:
        """The chain under `parent`, ids from `first_id`; at least one message.

        The time of thinking belongs to the first of them, how it ended to the last.
        """
        self._end_message()
        if not self._messages:
            self._messages.append(TransferMessage(id=0, role="assistant"))
        chain = [
            msgspec.structs.replace(
                message,
                id=first_id + index,
                parent=first_id + index - 1 if index else parent,
                selected=selected,
                model=model if message.role == "assistant" else "",
                created_at=created_at,
            )
            for index, message in enumerate(self._messages)
        ]
        chain[0] = msgspec.structs.replace(chain[0], reasoning_seconds=reasoning_seconds)
        chain[-1] = msgspec.structs.replace(
            chain[-1],
            usage=usage,
            finish_reason=finish_reason,
            state=state,
            error=error,
            attachments=files,
        )
        return chain

    def _end_message(self) -> None:
        if self._text or self._reasoning or self._calls:
            self._messages.append(
                TransferMessage(
                    id=0,
                    role="assistant",
                    content="\n\n".join(self._text),
                    reasoning="\n\n".join(self._reasoning),
                    tool_calls=tuple(self._calls),
                )
            )
        self._text, self._reasoning, self._calls = [], [], []
