"""Tokens of one choice to what its reader sees.

    bytes -> whole characters -> up to a stop string -> content, or parsed by the model's format

Log-probabilities travel with the text of their tokens, so that held-back text holds them back too,
and tokens that a stop string cut off have none. Belongs to the loop thread.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection

from localllm.core import Delta, Finished, FinishReason, TokenLogprob
from localllm.engine.parsed_text import ParsedText, Parts, TextParser
from localllm.text.detokenizer import IncrementalDetokenizer
from localllm.text.stops import StopMatcher


class Output:
    """`stops` end the choice; those of `own_stops` are the asker's, who is told which one it was.
    Without a `parser` all text is content."""

    def __init__(
        self,
        request_id: str,
        index: int,
        stops: Collection[str] = (),
        own_stops: Collection[str] = (),
        parser: TextParser | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._request_id = request_id
        self._index = index
        self._own_stops = own_stops
        self._detokenizer = IncrementalDetokenizer()
        self._matcher = StopMatcher(stops) if stops else None
        self._stop: str | None = None
        self._parsed = ParsedText(parser, clock) if parser else None
        self._content = ""
        self._n_tokens = 0
        self._length = 0  # characters of all text so far
        self._shown = 0  # of them, those that no stop string holds back
        self._logprobs: deque[tuple[int, TokenLogprob]] = deque()  # (where the token began, it)

    @property
    def stopped(self) -> bool:
        """A stop string was met: nothing after it is taken."""
        return self._stop is not None

    @property
    def reasoning_tokens(self) -> int:
        return self._parsed.reasoning_tokens if self._parsed else 0

    def push(self, piece: bytes, logprob: TokenLogprob | None = None) -> None:
        """One more token, as its bytes."""
        self._n_tokens += 1
        if logprob is not None:
            self._logprobs.append((self._length, logprob))
        self._show(self._detokenizer.push(piece))
        if self._parsed is not None:
            self._parsed.end_token()

    def push_end(self, logprob: TokenLogprob | None = None) -> None:
        """The token that ended generation: it counts, and has no text."""
        self._n_tokens += 1
        if logprob is not None:
            self._logprobs.append((self._length, logprob))

    def take(self) -> Delta | None:
        """What became visible since the last call, if anything did."""
        if self._parsed is None:
            if not self._content:
                return None
            content, self._content = self._content, ""
            return self._delta(Parts(content))
        parts = self._parsed.take()
        return self._delta(parts) if parts else None

    def finish(self, reason: FinishReason) -> tuple[Delta | None, Finished]:
        """The rest, and how it ended. `reason` is STOP for the model's end and a stop string."""
        if self._stop is None:
            self._show(self._detokenizer.flush())
        if self._stop is None:
            if self._matcher is not None:
                self._append(self._matcher.flush())
            self._shown = self._length + 1  # what was held back is shown, and the last token too
        parts = Parts(self._content)
        if self._parsed is not None:
            parts = self._parsed.finish(cut=reason is not FinishReason.STOP or self.stopped)
            if reason is FinishReason.STOP and self._parsed.has_tool_calls:
                reason = FinishReason.TOOL_CALLS
        delta = self._delta(parts)
        own_stop = self._stop if self._stop in self._own_stops else None
        finished = Finished(self._request_id, self._index, reason, own_stop)
        return (delta if parts or delta.logprobs else None), finished

    def _show(self, text: str) -> None:
        self._length += len(text)
        if self._matcher is not None:
            text, self._stop = self._matcher.push(text)
        self._append(text)

    def _append(self, text: str) -> None:
        self._shown += len(text)
        if self._parsed is not None:
            self._parsed.add(text)
        else:
            self._content += text

    def _delta(self, parts: Parts) -> Delta:
        n_tokens, self._n_tokens = self._n_tokens, 0
        return Delta(
            self._request_id,
            self._index,
            parts.content,
            parts.reasoning,
            parts.tool_calls,
            self._due_logprobs() if self._logprobs else (),
            n_tokens,
        )

    def _due_logprobs(self) -> tuple[TokenLogprob, ...]:
        due = []
        while self._logprobs and self._logprobs[0][0] < self._shown:
            due.append(self._logprobs.popleft()[1])
        return tuple(due)
