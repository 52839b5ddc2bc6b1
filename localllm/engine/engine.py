"""The loop: plan, run, digest.

    inbox -> begin / abort -> moves (KV in and out of cells) -> schedule -> run -> update -> events

One thread runs `run` and owns all below it: scheduler, KV, runner, requests. Other threads reach it
through `submit`, `abort` and `stop` alone, which never wait, and read `stats`, `n_ended` and
`request_s`. Events leave through `emit`, called on the loop thread, all of a step together.

With nothing to do the loop sleeps on its inbox.
"""

from __future__ import annotations

import gc
import logging
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import NamedTuple

from localllm import core
from localllm.engine.cost import CostModel
from localllm.engine.digest import Digest
from localllm.engine.intake import Prepared
from localllm.engine.kv_pool import KvPool
from localllm.engine.kv_saved import Disk
from localllm.engine.kv_store import KvStore
from localllm.engine.language import Language
from localllm.engine.runner import Runner, Status
from localllm.engine.scheduler import Admit, Chunk, Scheduler
from localllm.engine.sequence import Sequence
from localllm.engine.speculative import Drafting
from localllm.engine.stats import Meter, kv_numbers
from localllm.engine.threads import ThreadGovernor, Work
from localllm.errors import EngineError

log = logging.getLogger(__name__)

# Bugs in a row, without a step that worked between them, after which the process had better end.
_MOST_CRASHES = 3

# Seconds without work after which there is time for what can wait.
_SETTLE_S = 0.2


class _Gone(NamedTuple):
    """The asker of a request went away, at this time of the engine's clock."""

    request_id: str
    at: float


class Engine:
    """`ram_budget` in bytes for idle KV. `clock` gives monotonic seconds. `on_work` is called with
    True when there is something to do and with False when there is nothing any more. For
    `stream_slowdown` and `queue_timeout` (seconds) see core.EngineOptions."""

    def __init__(
        self,
        runner: Runner,
        language: Language,
        emit: Callable[[core.Events], None],
        *,
        max_sequences: int,
        ram_budget: int,
        disk: Disk | None = None,
        governor: ThreadGovernor | None = None,
        on_work: Callable[[bool], None] = lambda works: None,
        stream_slowdown: float = 0,
        queue_timeout: float = 0,
        drafting: Drafting | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._runner = runner
        self._emit = emit
        self._clock = clock
        self._governor = governor or ThreadGovernor(1, fixed=True)
        self._threads = 0  # of the last step
        self._on_work = on_work
        self._queue_timeout = queue_timeout
        self._cost = CostModel(slowdown=stream_slowdown)
        self._pool = KvPool(runner.n_cells, max_sequences)
        self._store = KvStore(runner, self._pool, ram_budget, disk)
        self._drafting = drafting if runner.can_draft else None
        self._scheduler = Scheduler(self._store, self._cost, runner.ubatch, self._drafting)
        self._meter = Meter(clock())
        self._digest = Digest(language, self._scheduler, self._meter, runner.n_cells)
        self._inbox: SimpleQueue[Prepared | _Gone | None] = SimpleQueue()
        self._stopping = False
        self._crashes = 0
        # Ids of requests whose prompt the running step reads, for `abort`.
        self._reading: frozenset[str] = frozenset()

    # --- from any thread ------------------------------------------------------------------------

    def submit(self, prepared: Prepared) -> None:
        """Lets a request take part. Its events follow, the last of them Done or Failed."""
        self._inbox.put(prepared)

    def abort(self, request_id: str) -> None:
        """Ends a request, and the running step with it if that reads the request's prompt."""
        self._inbox.put(_Gone(request_id, self._clock()))
        if request_id in self._reading:
            self._runner.interrupt()

    def stop(self) -> None:
        """Ends `run` within a graph node or so of the running step. No event follows."""
        self._stopping = True
        self._inbox.put(None)
        self._runner.interrupt()

    @property
    def stats(self) -> core.EngineStats:
        return self._meter.latest(self._clock())

    @property
    def n_ended(self) -> int:
        """How many of the submitted requests have ended."""
        return self._digest.n_ended

    @property
    def request_s(self) -> float:
        """What a request usually takes, in seconds."""
        return self._meter.request_s

    # --- the loop -------------------------------------------------------------------------------

    def run(self) -> None:
        """Works until `stop`. Raises after too many bugs in a row."""
        while not self._stopping:
            try:
                if not self.has_work:
                    self._rest()
                self.turn()
            except Exception as error:
                log.exception("a bug in the engine's loop")
                self._crashes += 1
                if self._crashes >= _MOST_CRASHES:
                    raise
                self._recover(error)

    @property
    def has_work(self) -> bool:
        """Whether anything runs or waits."""
        return bool(self._scheduler.running or self._scheduler.waiting)

    def turn(self) -> None:
        """Takes what has come in, and does one step of what there is to do."""
        while not self._inbox.empty():
            self._take(self._inbox.get())
        if self._queue_timeout:
            self._digest.refuse_stale(self._clock(), self._queue_timeout)
        self._move()
        self._digest.tell_positions()
        self._flush()
        plan = self._scheduler.schedule()
        if plan.chunks:
            self._step(plan.chunks, plan.n_decodes, plan.n_prompt, plan.n_drafted)
            self._flush()
        elif self.has_work and not self._digest.leaving:
            raise RuntimeError("nobody can go on")
        if self._digest.leaving:
            self._let_go()

    def _let_go(self) -> None:
        """Gives up the cells of ended sequences, now that their readers know."""
        for seq in self._digest.leaving:
            # Other choices of a request have its prompt too: one of them is enough to keep.
            self._store.rest(seq, keep=seq.index == 0)
        self._digest.leaving.clear()
        if self._scheduler.running:
            self._store.make_short()
        self._publish()

    def check_integrity(self) -> None:
        """Raises AssertionError where KV cells or bytes do not add up."""
        self._store.check_integrity()
        inside = {seq.seq_id for seq in self._scheduler.running}
        inside |= {rested.seq_id for rested in self._store.resting}
        assert inside == self._pool.taken, "who is in the cells"
        assert all(
            self._pool.length(seq.seq_id) == seq.n_computed for seq in self._scheduler.running
        ), "cells of a sequence"

    def _rest(self) -> None:
        """Nothing to do: sleeps until something comes. What rests in the cells is saved and garbage
        collected meanwhile, unless the next turn is just coming in."""
        self.check_integrity()
        self._publish()
        try:
            item = self._inbox.get(timeout=_SETTLE_S)
        except Empty:
            self._on_work(False)
            gc.collect()
            while self._store.unsaved and self._inbox.empty():
                self._store.save_one()
            self._publish()
            item = self._wait()
        self._on_work(True)
        self._take(item)

    def _wait(self) -> Prepared | _Gone | None:
        """Sleeps; what could not go to disk for want of room in its queue goes on meanwhile."""
        while self._store.unwritten:
            try:
                return self._inbox.get(timeout=_SETTLE_S)
            except Empty:
                self._store.saved.sync()
        return self._inbox.get()

    def put_away(self) -> None:
        """After `run`: what rests in the cells is saved."""
        while self._store.unsaved:
            self._store.save_one()

    def _take(self, item: Prepared | _Gone | None) -> None:
        if isinstance(item, Prepared):
            self._digest.begin(item)
        elif item is not None and self._digest.abort(item.request_id):
            self._meter.abort_delay.add(self._clock() - item.at)

    def _flush(self) -> None:
        events = self._digest.events
        if events:
            self._emit(core.Events(tuple(events)))
            events.clear()

    def _publish(self) -> None:
        requests = self._digest.requests.values()
        waiting = sum(state.started_at is None for state in requests)
        stats = core.EngineStats(
            running=len(requests) - waiting,
            waiting=waiting,
            cells_total=self._pool.total,
            cells_used=self._pool.used,
            cells_running=self._pool.together(seq.seq_id for seq in self._scheduler.running),
            threads=self._governor.current,
            **kv_numbers(self._store),
        )
        self._meter.publish(self._clock(), stats)

    # --- moves ------------------------------------------------------------------------------------

    def _move(self) -> None:
        """Carries out all moves; what only rests in the cells makes way before anybody waits."""
        while self._scheduler.running and self._pool.free < 2 * self._runner.ubatch:
            if not self._store.make_way():
                break
        while self._move_all() or (self._scheduler.is_short and self._store.make_way()):
            pass

    def _move_all(self) -> bool:
        """Carries out the scheduler's moves. Whether a sequence was admitted."""
        now, admitted = self._clock(), False
        while (move := self._scheduler.next_move(now)) is not None:
            if isinstance(move, Admit):
                self._store.bring_in(move.seq, move.match, alone=not self._scheduler.running)
                self._scheduler.admitted(move.seq)
                self._digest.admitted(move.seq, now)
                admitted = True
            else:
                self._preempt(move.seq)
        return admitted

    def _preempt(self, seq: Sequence) -> None:
        log.debug("preempted request %s at %d tokens", seq.state.request.id, len(seq.tokens))
        self._store.take_out(seq, keep=True)
        self._scheduler.preempted(seq)
        self._meter.preemptions += 1

    # --- the step -----------------------------------------------------------------------------

    def _step(self, chunks: list[Chunk], n_decodes: int, n_prompt: int, n_drafted: int = 0) -> None:
        """Runs chunks and deals with what comes of it. What could not be done is planned again."""
        self._runner.clear_interrupt()
        if n_prompt:
            reading = (chunk.seq.state for chunk in chunks if not chunk.seq.n_generated)
            self._reading = frozenset(state.request.id for state in reading)
        if self._stopping or not self._inbox.empty():
            return  # an abort that came in after the plan would not have interrupted the step
        work = Work.PROMPT if n_prompt else Work.DECODE
        started = self._clock()
        self._use_threads(self._governor.next(work, started))
        result = self._runner.run(chunks)
        ended = self._clock()
        self._reading = frozenset()
        if result.status is Status.DONE:
            self._crashes = 0
            self._learn(work, n_decodes, n_prompt, n_drafted, ended - started, ended)
            n_generated = self._digest.update(chunks, result, ended)
            for chunk in chunks:
                grown = chunk.seq.n_computed - self._pool.length(chunk.seq.seq_id)
                self._pool.grow(chunk.seq.seq_id, grown)
        for seq in result.lost:
            self._store.reset(seq)
        if result.status is Status.DONE:
            n_tokens = n_decodes + n_prompt + n_drafted
            if self._meter.count_step(ended, n_prompt, n_generated, n_tokens, len(chunks)):
                self._publish()
        elif result.status is Status.ABORTED:
            self._meter.interrupted_steps += 1
        elif n_drafted and self._drafting:
            self._drafting.refuse()  # nobody shall pay for a guess
        elif result.status is Status.NO_CELLS:
            self._make_room()
        elif result.status is Status.FAILED:
            self._find_culprit(chunks)

    def _learn(
        self, work: Work, n_decodes: int, n_prompt: int, n_drafted: int, seconds: float, now: float
    ) -> None:
        """What a step took, to those who predict the next. A draft beside a prompt costs what
        prompt tokens do."""
        if self._drafting and not n_prompt:
            seconds = self._drafting.observe(n_decodes, n_drafted, seconds)
        else:
            n_prompt += n_drafted
        self._cost.observe(n_decodes, n_prompt, seconds)
        self._governor.observe(work, n_decodes + n_prompt, seconds, now)

    def _use_threads(self, n: int) -> None:
        if n != self._threads:
            self._threads = n
            self._runner.set_threads(n)

    def _make_room(self) -> None:
        """The library has fewer cells than the books say: somebody leaves, or cannot go on."""
        if self._store.make_way():
            return
        victim = self._scheduler.victim()
        if victim is not None:
            self._preempt(victim)
            return
        (seq,) = self._scheduler.running
        log.warning("no KV cells for %d tokens alone", len(seq.tokens))
        self._digest.fail(
            seq.state,
            EngineError(f"The context has no room for the {len(seq.tokens)} tokens of this chat."),
        )

    def _find_culprit(self, chunks: list[Chunk]) -> None:
        """A step failed: each chunk is tried alone, and the request whose own fails ends."""
        if len(chunks) == 1:
            state = chunks[0].seq.state
            log.warning("the step of request %s failed", state.request.id)
            self._digest.fail(
                state, EngineError("The model could not compute this request; see the engine log.")
            )
            return
        for chunk in chunks:
            seq = chunk.seq
            is_last = seq.n_computed + chunk.n == len(seq.tokens)
            if seq.seq_id >= 0 and seq.finished is None and is_last == chunk.last:
                self._step([chunk], int(chunk.n == 1), chunk.n if chunk.n > 1 else 0)

    def _recover(self, error: Exception) -> None:
        """After a bug: who was running ends with words, all KV is forgotten, who waits goes on."""
        words = EngineError(f"An internal error ended this request: {error!r}")
        for seq in [*self._scheduler.running, *self._digest.leaving]:
            self._digest.fail(seq.state, words)
            seq.seq_id, seq.n_computed = -1, 0
        self._digest.leaving.clear()
        self._store.clear()
        self.check_integrity()
        self._flush()
