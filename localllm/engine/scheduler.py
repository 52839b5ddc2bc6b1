"""Who computes next: pure Python over numbers, tested without a model.

The engine asks twice before each step. First `next_move`, again and again until it says None:
move a sequence into the cells or out of them; each move is decided on what the former left. Then
`schedule`: how many tokens of which running sequence the next step computes.

    waiting --Admit--> running --finished--> gone
            <-Preempt-

Order is `Sequence.rank`: by arrival, with a head start for urgent requests that is limited in time,
so that nobody starves. The youngest of the least urgent is preempted first and comes back in its
turn, so nothing can take turns preempting each other.

Clients take turns (`Turns`): the requests of one come in their order, and the next client is the
one that was not served for longest, with the same head start. A client with fewer places than
another gets one of them after a while. Owned by the loop thread.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from localllm.engine.cost import MIN_CHUNK, CostModel
from localllm.engine.kv_store import KvStore, Match
from localllm.engine.sequence import Rank, Sequence
from localllm.engine.speculative import Drafting
from localllm.engine.turns import Turns

# Free cells that a sequence finds at its start beyond its tokens, where there are more at all.
_HEADROOM = 32

# How many waiting sequences are looked up in the store for one move, and for how many seconds
# smaller ones may pass one that waits for cells.
_LOOKAHEAD = 8
_PASSING_S = 5.0

# The share of a prompt's tokens in a step, one in so many, that drafts beside it may take.
_DRAFT_SHARE = 4

# Seconds that a client waits before it gets a place of another that has more of them.
_SHARE_S = 2.0


@dataclass(frozen=True, slots=True)
class Admit:
    """Start, or go on with, a waiting sequence."""

    seq: Sequence
    match: Match


@dataclass(frozen=True, slots=True)
class Preempt:
    """Save a running sequence and let it wait."""

    seq: Sequence


class Chunk:
    """The next `n` tokens of `seq`; `last` where its next token can be sampled after them. `draft`
    is a guess of what will be, computed with them."""

    __slots__ = ("draft", "last", "n", "seq")

    def __init__(self, seq: Sequence, n: int, last: bool) -> None:
        self.draft: list[int] = []
        self.seq = seq
        self.n = n
        self.last = last

    def n_picked(self, tokens: list[int], place: int) -> int:
        """How many of all picked tokens are its own, from `place` on: one, and one more for each
        of its draft that came true."""
        for i, guess in enumerate(self.draft):
            if tokens[place + i] != guess:
                return i + 1
        return len(self.draft) + 1


@dataclass(slots=True)
class StepPlan:
    """One step: `chunks`, of which `n_decodes` are a single token that ends its sequence, with
    `n_drafted` tokens of drafts, and the `n_prompt` tokens of the others."""

    chunks: list[Chunk]
    n_decodes: int
    n_prompt: int
    n_drafted: int = 0


class Scheduler:
    """`ubatch` is the number of tokens that one step can take; `drafting` gives drafts to those who
    decode."""

    def __init__(
        self, store: KvStore, cost: CostModel, ubatch: int, drafting: Drafting | None = None
    ) -> None:
        self.waiting: list[Sequence] = []
        self.running: list[Sequence] = []
        self._store = store
        self._pool = store.pool
        self._cost = cost
        self._ubatch = ubatch
        self._drafting = drafting
        self._turns = Turns()
        self._now = 0.0  # when the last move was asked for
        self._epoch = 0  # counts changes of who runs

    def add(self, seq: Sequence) -> None:
        """Lets a sequence wait for its turn."""
        insort(self.waiting, seq, key=_rank)

    @property
    def queue(self) -> list[Sequence]:
        """Who waits, in the order in which they will start as things are."""
        return self._turns.order(self.waiting, self._now)

    def remove(self, seq: Sequence) -> None:
        """Forgets a sequence, wherever it is."""
        (self.running if seq in self.running else self.waiting).remove(seq)
        self._epoch += 1

    def admitted(self, seq: Sequence) -> None:
        """The engine carried out an Admit."""
        self.waiting.remove(seq)
        insort(self.running, seq, key=_rank)
        self._turns.served(seq, self._now)
        self._epoch += 1

    def preempted(self, seq: Sequence) -> None:
        """The engine carried out a Preempt."""
        self.running.remove(seq)
        self._turns.served(seq, self._now)
        self._epoch += 1
        self.add(seq)

    @property
    def is_short(self) -> bool:
        """Whether somebody waits for cells or a sequence id, and not for another's prefill."""
        return any(seq.leader is None for seq in self.waiting)

    # --- moves --------------------------------------------------------------------------------

    def next_move(self, now: float) -> Admit | Preempt | None:
        """What to move before the next step. `now` as Sequence times."""
        self._now = now
        return self._relieve() or self._start(now)

    def victim(self) -> Sequence | None:
        """Who leaves when the cells do not do: the last in order, unless it is alone."""
        return self.running[-1] if len(self.running) > 1 else None

    def _relieve(self) -> Preempt | None:
        """Makes room where the running sequences outgrow the cells."""
        if not self.running:
            return None
        wanted = 0
        prompt = 0
        for seq in self.running:
            if seq.remaining == 1:
                wanted += 1
            else:
                prompt = prompt or min(seq.remaining, MIN_CHUNK)
        victim = self.victim()
        if victim is None or self._pool.free >= wanted + prompt:
            return None
        return Preempt(victim)

    def _start(self, now: float) -> Admit | Preempt | None:
        """Finds the first waiting sequence that can start, or a lesser one to make room for it."""
        if not self.waiting:
            return None
        spare = self._pool.free - sum(seq.remaining for seq in self.running)
        places = Counter(map(_client, self.running))
        placeless: set[tuple[str, int]] = set()
        looked = 0
        for seq in self.queue:
            kind = (_client(seq), seq.urgency)
            if kind in placeless or self._follows(seq):
                continue
            extra = self._extra(seq, places)
            if seq.need_epoch != self._epoch or seq.need <= spare or extra:
                lesser = self._lesser(seq, extra)
                if looked == _LOOKAHEAD:
                    return None
                if not (self._pool.free_ids or lesser):
                    placeless.add(kind)
                    continue  # another client may have a claim to a place
                looked += 1
                if move := self._try(seq, spare, lesser):
                    return move
            if seq.leader is None and now - seq.state.arrived > _PASSING_S:
                return None
        return None

    def _try(self, seq: Sequence, spare: int, lesser: list[Sequence]) -> Admit | Preempt | None:
        """Starts a waiting sequence or makes room for it. None where it has to wait: for cells,
        or for a leader that reads what both begin with."""
        match = self._store.find(seq, self.running, self._cost.prompt_s)
        if match.leader is not None and match.leader.rank < seq.rank:
            seq.leader, seq.leader_tokens = match.leader, match.leader_tokens
            return None
        seq.need, seq.need_epoch = self._need(seq, match), self._epoch
        if self._pool.free_ids and seq.need <= spare:
            return Admit(seq, match)
        if lesser and seq.need <= spare + sum(map(self._freed, lesser)):
            return Preempt(lesser[-1])
        return None

    def _extra(self, seq: Sequence, places: Counter[str]) -> Counter[str]:
        """How many places of each client a waiting one may take, for it has waited long enough and
        would have no more than that client all the same."""
        own = places[_client(seq)]
        if self._now - self._turns.since(seq) <= _SHARE_S or own == len(self.running):
            return Counter()
        return +Counter({client: n - own - 1 for client, n in places.items()})

    def _lesser(self, waiting: Sequence, extra: Counter[str]) -> list[Sequence]:
        """Who would make room for it: the less urgent that come after it, and the youngest of the
        `extra` ones. The last is the first to go, and without it the others still are those."""
        left, lesser = extra.copy(), []
        for seq in reversed(self.running):
            shares = seq.urgency >= waiting.urgency and left[_client(seq)] > 0
            left[_client(seq)] -= shares
            if shares or _yields(seq, waiting):
                lesser.append(seq)
        return lesser[::-1]

    def _follows(self, seq: Sequence) -> bool:
        """Whether it still waits for another's prefill to compute what they have in common."""
        leader = seq.leader
        if leader is None:
            return False
        if leader.seq_id >= 0 and leader.n_computed < seq.leader_tokens:
            return True
        seq.leader = None
        return False

    def _need(self, seq: Sequence, match: Match) -> int:
        if not self.running:
            return match.cells
        return match.cells + max(0, min(_HEADROOM, self._pool.total - len(seq.tokens)))

    def _freed(self, seq: Sequence) -> int:
        return self._pool.exclusive(seq.seq_id) + seq.remaining

    # --- the step -----------------------------------------------------------------------------

    def schedule(self) -> StepPlan:
        """The next step: one token for everybody who decodes, and prompt tokens beside them as
        far as the cost model, the ubatch and the free cells allow. No chunks: nobody runs."""
        chunks = []
        prompts = []
        streaming = False
        for seq in self.running:
            if len(seq.tokens) - seq.n_computed == 1:
                chunks.append(Chunk(seq, 1, True))
                streaming = streaming or seq.is_streaming
            else:
                prompts.append(seq)
        n_decodes = len(chunks)
        room = min(self._ubatch, self._pool.free) - n_decodes
        if not prompts:
            return StepPlan(chunks, n_decodes, 0, self._draft(chunks, room))
        budget = min(room, self._cost.prompt_budget(streaming))
        n_drafted = self._draft(chunks, min(room, budget // _DRAFT_SHARE))
        chunks += _split(prompts, budget - n_drafted)
        n_prompt = sum(chunk.n for chunk in chunks) - n_decodes
        return StepPlan(chunks, n_decodes, n_prompt, n_drafted)

    def _draft(self, decodes: list[Chunk], room: int) -> int:
        return self._drafting.draft(decodes, room) if self._drafting and decodes else 0


def _split(prompts: list[Sequence], budget: int) -> Iterable[Chunk]:
    """Shares prompt tokens out: the first in order gets half of them at least, and the rest goes to
    those who need least, so that a short prompt does not wait for a long one to be read."""
    first, others = prompts[0], sorted(prompts[1:], key=lambda seq: seq.remaining)
    wanted_by_others = sum(seq.remaining for seq in others)
    share = max(budget - budget // 2, budget - wanted_by_others)
    for seq in (first, *others):
        n = min(seq.remaining, share if seq is first else budget)
        if n <= 0:
            return
        budget -= n
        yield Chunk(seq, n, n == seq.remaining)


def _yields(running: Sequence, waiting: Sequence) -> bool:
    """Whether a running sequence makes room for one of a more urgent kind that is before it."""
    return running.urgency > waiting.urgency and running.rank > waiting.rank


def _client(seq: Sequence) -> str:
    return seq.state.request.client


def _rank(seq: Sequence) -> Rank:
    return seq.rank
