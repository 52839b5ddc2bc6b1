"""What an engine has done and how fast it is, counted by the loop and published as snapshots.

A token costs one bisection and two additions; everything else happens once for a step, for a
request, or for a snapshot, of which there are a few a second at most.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections import deque
from typing import Any, Literal

import msgspec
import psutil

from localllm.core import EngineStats, Usage
from localllm.engine.kv_store import KvStore
from localllm.histograms import GAPS, SIZES, WAITS, Counter

_WINDOW_S = 4.0
_MARK_S = 0.25
_SMOOTHING = 0.2

Phase = Literal["queued", "prefill", "decode"]


class Meter:
    """Totals since the start, and rates over the last seconds. Times as the engine's clock.

    The loop thread counts and publishes; any thread may read `latest` and `request_s`, the usual
    seconds from the arrival of a request to its end. Attributes are fields of core.EngineStats.
    """

    def __init__(self, now: float) -> None:
        self.steps = 0
        self.interrupted_steps = 0
        self.preemptions = 0
        self.longest_sequence = 0
        self.prompt_tokens = 0
        self.cached_tokens = 0
        self.computed_tokens = 0
        self.completion_tokens = 0
        self.drafts = 0
        self.drafted_tokens = 0
        self.accepted_tokens = 0
        self.prefill_s = 0.0
        self.decode_s = 0.0
        self.ended: Tally[str] = Tally()
        self.aborts: Tally[str] = Tally()
        self.failures: Tally[str] = Tally()
        self.ttft = Counter(WAITS)
        self.queue_wait = Counter(WAITS)
        self.itl = Counter(GAPS)
        self.tpot = Counter(GAPS)
        self.abort_delay = Counter(WAITS)
        self.step_tokens = Counter(SIZES)
        self.step_sequences = Counter(SIZES)
        self.request_s = 1.0
        # (time, computed prompt tokens, completion tokens) at intervals of _MARK_S
        self._marks: deque[tuple[float, int, int]] = deque([(now, 0, 0)])
        self._published = (now, EngineStats())
        self._process = psutil.Process()

    # --- steps

    def count_step(
        self, now: float, n_prompt: int, n_generated: int, n_tokens: int, n_sequences: int
    ) -> bool:
        """A step is done: `n_tokens` of `n_sequences` were computed, `n_prompt` of them prompt.
        True where it is time for a new snapshot."""
        self.steps += 1
        self.computed_tokens += n_prompt
        self.completion_tokens += n_generated
        self.step_tokens.add(n_tokens)
        self.step_sequences.add(n_sequences)
        return now - self._marks[-1][0] >= _MARK_S

    def count_draft(self, n_drafted: int, n_accepted: int) -> None:
        """A step has checked a guess of some tokens."""
        self.drafts += 1
        self.drafted_tokens += n_drafted
        self.accepted_tokens += n_accepted

    # --- requests

    def count_begun(self, waited_s: float, n_prompt: int, n_cached: int) -> None:
        """A request has left the queue; `n_cached` of its tokens need not be computed."""
        self.queue_wait.add(waited_s)
        self.prompt_tokens += n_prompt
        self.cached_tokens += n_cached

    def count_request(self, seconds: float) -> None:
        """A request has ended by itself."""
        self.request_s += _SMOOTHING * (seconds - self.request_s)

    def count_end(self, reason: str, usage: Usage) -> None:
        """A request has ended, however: `reason` is a FinishReason's value or "failed"."""
        self.ended[str(reason)] += 1  # of a StrEnum the plain text
        self.prefill_s += usage.prefill_s
        self.decode_s += usage.decode_s

    # --- snapshots

    def publish(self, now: float, stats: EngineStats) -> None:
        """Completes a snapshot with totals and rates, for others to read."""
        self._marks.append((now, self.computed_tokens, self.completion_tokens))
        while len(self._marks) > 2 and now - self._marks[0][0] > _WINDOW_S:
            self._marks.popleft()
        since, read, completed = self._marks[0]
        seconds = max(now - since, _MARK_S)
        complete = msgspec.structs.replace(
            stats,
            **{name: getattr(self, name) for name in _TOTALS},
            **{name: dict(getattr(self, name)) for name in _TALLIES},
            **{name: getattr(self, name).snapshot() for name in _HISTOGRAMS},
            prefill_rate=(self.computed_tokens - read) / seconds,
            decode_rate=(self.completion_tokens - completed) / seconds,
        )
        self._published = (now, complete)

    def latest(self, now: float) -> EngineStats:
        """The last snapshot; its rates are 0 once they are older than the window."""
        published, stats = self._published
        rss = int(self._process.memory_info().rss)
        if now - published <= _WINDOW_S:
            return msgspec.structs.replace(stats, rss_bytes=rss)
        return msgspec.structs.replace(stats, rss_bytes=rss, prefill_rate=0.0, decode_rate=0.0)


def kv_numbers(store: KvStore) -> dict[str, Any]:
    """What is kept where, and what was found there, by EngineStats' names."""
    tiers = {"ram": store.ram, "disk": store.disk}
    numbers = {
        name: value
        for tier, books in tiers.items()
        for name, value in (
            (f"{tier}_cache_bytes", books.used),
            (f"{tier}_cache_budget", books.budget),
            (f"{tier}_cache_entries", len(books)),
            (f"{tier}_evictions", books.evicted),
        )
    }
    reused = store.reused
    return {
        **numbers,
        "reused_cells": reused.cells,
        "reused_ram": reused.ram,
        "reused_disk": reused.disk,
    }


_TOTALS = (
    *("steps", "interrupted_steps", "preemptions", "longest_sequence"),
    *("prompt_tokens", "cached_tokens", "computed_tokens", "completion_tokens"),
    *("drafts", "drafted_tokens", "accepted_tokens", "prefill_s", "decode_s"),
)
_TALLIES = ("ended", "aborts", "failures")
_HISTOGRAMS = (
    *("ttft", "queue_wait", "itl", "tpot", "abort_delay"),
    *("step_tokens", "step_sequences"),
)
