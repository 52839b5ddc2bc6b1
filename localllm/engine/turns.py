"""Whose request is next: clients take turns.

    client A   waiting: a1 a2 a3 a4 ...    last served at 10.0
    client B   waiting: b1                 never served, arrived at 10.2
    order      a1 b1 a2 a3 ...             then A was served just now, and B comes before a2

The requests of one client come in their own order (`Sequence.rank`). Between clients the moment
counts from which each waits to be served again, plus the patience of what it asks for: as requests
of one priority are served by arrival, so are clients, and no client and no request starves. With
one client it is the order by rank.
"""

from __future__ import annotations

from localllm.engine.sequence import PATIENCE, Sequence

# Clients that are remembered, at least: more are forgotten when nobody waits for longer.
_MANY = 1000


class Turns:
    """When each client was served last. Times in seconds of the engine's clock."""

    def __init__(self) -> None:
        self._served: dict[str, float] = {}

    def served(self, seq: Sequence, now: float) -> None:
        """A sequence got a place, or had to give one up, which is its turn too."""
        client = seq.state.request.client
        self._served.pop(client, None)  # the latest last
        self._served[client] = now
        if len(self._served) > 2 * _MANY:
            self._served = dict(list(self._served.items())[-_MANY:])

    def since(self, seq: Sequence) -> float:
        """From when on its client waits with it."""
        return max(seq.state.arrived, self._served.get(seq.state.request.client, 0.0))

    def order(self, waiting: list[Sequence], now: float) -> list[Sequence]:
        """Those who wait, given by rank, in the order in which they start."""
        if len({seq.state.request.client for seq in waiting}) <= 1:
            return waiting[:]
        heads: set[str] = set()
        keyed = []
        for seq in waiting:
            client = seq.state.request.client
            # Behind its client's first one it is as if the client had been served now.
            since = max(now, seq.state.arrived) if client in heads else self.since(seq)
            heads.add(client)
            keyed.append((since + PATIENCE[seq.state.request.priority], seq.rank, seq))
        return [seq for _, _, seq in sorted(keyed, key=lambda each: each[:2])]
