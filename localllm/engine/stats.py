"""What an engine has done and how fast it is, counted by the loop and published as snapshots."""

from __future__ import annotations

from collections import deque

import msgspec

from localllm.core import EngineStats

_WINDOW_S = 4.0
_MARK_S = 0.25
_SMOOTHING = 0.2


class Meter:
    """Totals since the start, and rates over the last seconds. Times as the engine's clock.

    The loop thread counts and publishes; any thread may read `latest` and `request_s`, the usual
    seconds from the arrival of a request to its end.
    """

    def __init__(self, now: float) -> None:
        self.steps = 0
        self.prompt_tokens = 0
        self.cached_tokens = 0
        self.completion_tokens = 0
        self.request_s = 1.0
        self._read_tokens = 0  # prompt tokens that were really computed
        # (time, computed prompt tokens, completion tokens) at intervals of _MARK_S
        self._marks: deque[tuple[float, int, int]] = deque([(now, 0, 0)])
        self._published = (now, EngineStats())

    def count_step(self, now: float, n_prompt: int, n_tokens: int) -> bool:
        """A step is done. True where it is time for a new snapshot."""
        self.steps += 1
        self._read_tokens += n_prompt
        self.completion_tokens += n_tokens
        return now - self._marks[-1][0] >= _MARK_S

    def count_request(self, seconds: float) -> None:
        """A request has ended."""
        self.request_s += _SMOOTHING * (seconds - self.request_s)

    def publish(self, now: float, stats: EngineStats) -> None:
        """Completes a snapshot with totals and rates, for others to read."""
        self._marks.append((now, self._read_tokens, self.completion_tokens))
        while len(self._marks) > 2 and now - self._marks[0][0] > _WINDOW_S:
            self._marks.popleft()
        since, read, completed = self._marks[0]
        seconds = max(now - since, _MARK_S)
        complete = msgspec.structs.replace(
            stats,
            steps=self.steps,
            prompt_tokens=self.prompt_tokens,
            cached_tokens=self.cached_tokens,
            completion_tokens=self.completion_tokens,
            prefill_rate=(self._read_tokens - read) / seconds,
            decode_rate=(self.completion_tokens - completed) / seconds,
        )
        self._published = (now, complete)

    def latest(self, now: float) -> EngineStats:
        """The last snapshot; its rates are 0 once they are older than the window."""
        published, stats = self._published
        if now - published <= _WINDOW_S:
            return stats
        return msgspec.structs.replace(stats, prefill_rate=0.0, decode_rate=0.0)
