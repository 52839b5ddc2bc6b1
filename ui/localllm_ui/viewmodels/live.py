"""The answer that is being written: events in, rows out."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from localllm import core
from localllm.chats.types import MessageState, StoredMessage
from localllm_ui.markdown.stream import MarkdownStream
from localllm_ui.services.tool_calls import ToolCalls
from localllm_ui.viewmodels import rows, words

if TYPE_CHECKING:
    from localllm_ui.markdown.block import Block
    from localllm_ui.viewmodels.rows import Row

_RATE_OVER_S = 2.0


class LiveAnswer:
    """`message` is the stored answer; it may have a beginning already (continued).

    Times are of `clock`, in seconds. Parsing happens in `rows`, so that an answer that nobody
    looks at costs nothing but its text.
    """

    def __init__(self, message: StoredMessage, clock: Callable[[], float] = time.monotonic) -> None:
        self.message_id = message.id
        self.open_thoughts = False
        self.queue_position: int | None = None
        self.prefill: core.Prefill | None = None
        self.loading: float | None = None
        self.n_tokens = 0
        self._clock = clock
        self._asked = clock()
        self._message = message
        self._content = MarkdownStream(message.content)
        self._reasoning = MarkdownStream(message.reasoning)
        self._calls = ToolCalls()
        self._thinking_since: float | None = None
        self._thought_s = message.reasoning_seconds or 0.0
        self._first: float | None = None
        self._ticks: list[tuple[float, int]] = []

    def take(self, events: Sequence[core.Event]) -> None:
        for event in events:
            match event:
                case core.Queued(position=position):
                    self.queue_position = position
                case core.Prefill():
                    self.prefill, self.queue_position = event, None
                case core.Delta():
                    self._delta(event)

    def _delta(self, delta: core.Delta) -> None:
        now = self._clock()
        self._first = self._first or now
        self.queue_position, self.loading = None, None
        self.n_tokens += delta.n_tokens
        self._ticks.append((now, self.n_tokens))
        if delta.reasoning:
            self._thinking_since = self._thinking_since or now
            self._reasoning.append(delta.reasoning)
        if delta.content:
            self._end_thinking(now)
            self._content.append(delta.content)
        self._calls.take(delta.tool_calls)

    def _end_thinking(self, now: float) -> None:
        if self._thinking_since is not None:
            self._thought_s += now - self._thinking_since
            self._thinking_since = None

    @property
    def thought_s(self) -> float:
        """Seconds of thinking so far."""
        since = self._thinking_since
        return self._thought_s + (self._clock() - since if since is not None else 0.0)

    @property
    def first_token_s(self) -> float | None:
        return None if self._first is None else self._first - self._asked

    @property
    def rate(self) -> float:
        """Tokens a second over the last two seconds; 0 before there are two tokens."""
        if not self._ticks:
            return 0.0
        now = self._ticks[-1][0]
        while len(self._ticks) > 2 and self._ticks[0][0] < now - _RATE_OVER_S:
            self._ticks.pop(0)
        (start, before), (end, after) = self._ticks[0], self._ticks[-1]
        return (after - before) / (end - start) if end > start else 0.0

    def status(self) -> str:
        """How fast it is; "" before there is a token."""
        if self.first_token_s is None:
            return ""
        seconds = words.decimal(self.first_token_s, 2)
        first = words.translate("first token %1 s").replace("%1", seconds)
        return f"{words.rate(self.rate)} · {first}" if self.rate else first

    @property
    def text(self) -> str:
        return self._content.text

    @property
    def blocks(self) -> list[Block]:
        self._content.update()
        return self._content.blocks

    def rows(self) -> list[Row]:
        id = self.message_id
        made: list[Row] = []
        if self._reasoning.text:
            active = self._thinking_since is not None
            made.append(
                rows.thinking_row(id, self.thought_s, open=self.open_thoughts, active=active)
            )
            if self.open_thoughts:
                self._reasoning.update()
                made += rows.block_rows(id, self._reasoning.blocks, quiet=True)
        made += rows.block_rows(id, self.blocks)
        made += rows.tool_rows(id, (*self._message.tool_calls, *self._calls.all()))
        if self._first is None:
            made.append(rows.waiting_row(id, self.waiting_words(), self._fraction()))
        return made

    def waiting_words(self) -> str:
        if self.loading is not None:
            percent = f"{self.loading:.0%}"
            return words.translate("Loading the model… %1").replace("%1", percent)
        if self.queue_position is not None:
            place = str(self.queue_position + 1)
            return words.translate("Waiting: number %1 in the queue").replace("%1", place)
        if self.prefill is not None and self.prefill.done < self.prefill.total:
            return (
                words.translate("Reading the prompt… %1 of %2 tokens")
                .replace("%1", words.count(self.prefill.done))
                .replace("%2", words.count(self.prefill.total))
            )
        return words.translate("Starting…")

    def _fraction(self) -> float:
        if self.loading is not None:
            return self.loading
        return self.prefill.done / max(1, self.prefill.total) if self.prefill else 0.0


def is_live(message: StoredMessage) -> bool:
    return message.state is MessageState.STREAMING
