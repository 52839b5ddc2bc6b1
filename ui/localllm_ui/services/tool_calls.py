"""Calls of tools, put together from the pieces they are streamed in."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from localllm.core import ToolCall, ToolCallDelta


class ToolCalls:
    """Of one answer. A call that is on its way has the beginning of its arguments."""

    def __init__(self) -> None:
        self._calls: dict[int, ToolCall] = {}

    def take(self, pieces: Iterable[ToolCallDelta]) -> None:
        for piece in pieces:
            known = self._calls.get(piece.index, ToolCall("", "", ""))
            self._calls[piece.index] = msgspec.structs.replace(
                known,
                id=known.id or piece.id,
                name=known.name or piece.name,
                arguments=known.arguments + piece.arguments,
            )

    def all(self) -> tuple[ToolCall, ...]:
        return tuple(self._calls.values())
