"""Responses that were given, for those who go on from them: in memory, a bounded number of bytes.

Least recently used first out. Nothing of it is written to disk, and a restart forgets all.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import msgspec

from localllm.core import Message
from localllm.errors import LocalLLMError

BUDGET = 64_000_000
_AROUND = 500  # bytes that a message takes beside its text


class ResponseNotFound(LocalLLMError):
    code = "response_not_found"
    status = 404


class Kept(msgspec.Struct, frozen=True):
    """`before` and `said` are what the next one goes on from; `json` is the response itself."""

    messages: tuple[Message, ...]
    json: dict[str, Any]


class ResponseStore:
    """`budget` in bytes, of texts. A conversation's messages are shared by its responses."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._used = 0
        self._kept: OrderedDict[str, tuple[Kept, int]] = OrderedDict()

    def add(self, id: str, messages: Sequence[Message], json: dict[str, Any], n_new: int) -> None:
        """`n_new` of the messages, the last, are this response's own."""
        size = sum(_size(message) for message in messages[len(messages) - n_new :])
        self._kept[id] = Kept(tuple(messages), json), size
        self._used += size
        while self._used > self._budget and self._kept:
            _, (_, gone) = self._kept.popitem(last=False)
            self._used -= gone

    def find(self, id: str) -> Kept:
        """Raises ResponseNotFound."""
        if id not in self._kept:
            raise ResponseNotFound(
                f"There is no response {id!r}: it was never given, not stored, or is forgotten "
                "(they are kept in memory, the latest of them). Send the messages again.",
                param="previous_response_id",
            )
        self._kept.move_to_end(id)
        return self._kept[id][0]

    def remove(self, id: str) -> None:
        """Raises ResponseNotFound."""
        self.find(id)
        _, size = self._kept.pop(id)
        self._used -= size


def _size(message: Message) -> int:
    calls = sum(len(call.arguments) for call in message.tool_calls)
    return len(message.content or "") + len(message.reasoning or "") + calls + _AROUND
