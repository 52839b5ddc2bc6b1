"""The state of a request while it runs: one Sequence for each of its choices.

    tokens        [ prompt ....................... | generated .......... ]
                  0                             n_prompt           len(tokens)
    in cells      [ 0 .............. n_computed )
    to compute                       [ n_computed .......... len(tokens) )    one while decoding

Reading a prompt, generating, and coming back after preemption are the same thing, then: tokens that
are not computed yet. A sequence without cells has seq_id -1 and n_computed 0.

Plain data, written by the loop thread alone once it has taken a request over.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from localllm.core import FinishReason, Priority, Request

if TYPE_CHECKING:
    from localllm.engine.lookup import Lookup
    from localllm.engine.output import Output

# Seconds that a newer request may be ahead of an older one for being more urgent. The order is that
# of `arrived + PATIENCE[priority]`: first come first served within a priority, and nobody starves.
PATIENCE = {Priority.INTERACTIVE: 0.0, Priority.NORMAL: 15.0, Priority.BACKGROUND: 120.0}

Rank = tuple[float, int, int]


class RequestState:
    """One request and what its choices have in common. Times are seconds of one monotonic clock,
    None until they happen; counts are tokens."""

    __slots__ = (
        "accepted",
        "arrived",
        "cached",
        "drafted",
        "dropped",
        "first_token_at",
        "last_token_at",
        "n_done",
        "position",
        "preserved",
        "progress_at",
        "request",
        "sequences",
        "started_at",
    )

    def __init__(self, request: Request, arrived: float, preserved: frozenset[int]) -> None:
        """`preserved` are control tokens that show as text."""
        self.request = request
        self.arrived = arrived
        self.preserved = preserved
        self.sequences: list[Sequence] = []
        self.dropped = 0  # messages that did not fit and were left out
        self.n_done = 0
        self.position: int | None = None  # last told place in the queue
        self.cached: int | None = None  # prompt tokens that the first choice found computed
        self.started_at: float | None = None
        self.first_token_at: float | None = None
        self.last_token_at: float | None = None
        self.progress_at = 0.0  # when prefill progress was last told
        self.drafted = 0  # tokens that speculation guessed
        self.accepted = 0  # those of them that were right


class Sequence:
    """One choice. `rank` orders it among all others, smaller first; `limit` is the number of
    tokens, prompt included, at which it ends for length; `sampler` is the runner's own."""

    __slots__ = (
        "finished",
        "first_token_at",
        "index",
        "last_token_at",
        "leader",
        "leader_tokens",
        "limit",
        "lookup",
        "n_computed",
        "n_generated",
        "n_prompt",
        "need",
        "need_epoch",
        "output",
        "rank",
        "sampler",
        "seq_id",
        "state",
        "tokens",
        "urgency",
    )

    def __init__(
        self,
        state: RequestState,
        index: int,
        serial: int,
        tokens: array[int],
        limit: int,
        sampler: Any,
        output: Output,
    ) -> None:
        """`serial` counts the requests of this engine; `tokens` (C ints) become its own."""
        self.state = state
        self.index = index
        self.tokens = tokens
        self.n_prompt = len(tokens)
        self.n_computed = 0
        self.n_generated = 0  # sampled, the one that ended it included
        self.seq_id = -1
        self.limit = limit
        self.sampler = sampler
        self.output = output
        self.lookup: Lookup | None = None  # what drafts are made of, once it decodes
        self.finished: FinishReason | None = None
        self.first_token_at = 0.0  # of this choice, seconds as its request's
        self.last_token_at = 0.0
        priority = state.request.priority
        self.urgency = list(PATIENCE).index(priority)
        self.rank: Rank = (state.arrived + PATIENCE[priority], serial, index)
        # The scheduler's notes while it waits: whose prefill it waits for, up to how many tokens,
        # and how many cells it wanted when it was last looked at.
        self.leader: Sequence | None = None
        self.leader_tokens = 0
        self.need = 0
        self.need_epoch = -1

    @property
    def remaining(self) -> int:
        """Tokens to compute before the next one can be sampled."""
        return len(self.tokens) - self.n_computed

    @property
    def is_streaming(self) -> bool:
        """Somebody watches its tokens come: it has some already, and is no background work."""
        return self.n_generated > 0 and self.state.request.priority is not Priority.BACKGROUND
