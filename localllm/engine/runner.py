"""What executes a step plan: the only caller of llama_decode.

A `Runner` belongs to the loop thread, except for `interrupt`, which any thread may call.
`LlamaRunner` runs llama.cpp; `fake_runner` plays at it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from localllm.engine.radix import State
from localllm.engine.scheduler import Chunk
from localllm.engine.sequence import Sequence
from localllm.llama import context
from localllm.llama.batch import Batch
from localllm.llama.context import Context
from localllm.llama.logprobs import logprobs
from localllm.llama.sampler import last_error, sample


class Status(Enum):
    """How a step went. All but DONE leave every sequence as it was, except for the `lost`."""

    DONE = "done"
    NO_CELLS = "no cells"
    ABORTED = "aborted"
    FAILED = "failed"


_Picked = tuple[int, str]  # a token, or -1 and why there is none

Logprobs = tuple[
    float, list[tuple[int, float]]
]  # the chosen token's, (token, its) of the likeliest


@dataclass(slots=True)
class StepResult:
    """`tokens` holds one for each chunk that is `last`, in order, and before it as much of the
    chunk's draft as came true; -1 where none could be picked, with the reason in `errors` by place.
    `logprobs` by place, for requests that want them.
    `lost` are sequences whose KV the failure took: they have to be removed."""

    status: Status
    tokens: list[int] = field(default_factory=list)
    errors: dict[int, str] = field(default_factory=dict)
    logprobs: dict[int, Logprobs] = field(default_factory=dict)
    lost: list[Sequence] = field(default_factory=list)


class Runner(Protocol):
    """Computes tokens in numbered sequences and moves their KV. Where a sequence id is given, it
    is one below the number of sequences; `n` counts tokens from the start of a sequence."""

    n_cells: int  # KV cells that all sequences share
    ubatch: int  # tokens a step can take
    can_draft: bool  # whether chunks may have drafts; False for recurrent models
    can_cut: bool  # whether a sequence can go on after any of its tokens; see `resumes`
    can_branch: bool  # whether it can at some of them while it goes on; False for recurrent models

    def run(self, chunks: list[Chunk]) -> StepResult:
        """Computes the chunks of a plan in one step and picks a token after each `last` one. Of a
        draft stays in the cells what came true."""

    def interrupt(self) -> None:
        """Ends the running step, and any later one, as ABORTED, until `clear_interrupt`. From any
        thread."""

    def clear_interrupt(self) -> None:
        """Lets steps run again."""

    def set_threads(self, n: int) -> None:
        """Every later step computes with `n` threads."""

    def resumes(self, seq_id: int, n: int) -> bool:
        """Whether a sequence that is cut to its first `n` tokens can go on from there. A recurrent
        state cannot be cut at all; a sliding window may have moved on."""

    def share(self, source: int, target: int, n: int) -> None:
        """Lets an empty sequence begin with the cells of another, which `resumes` there."""

    def save(self, seq_id: int, start: int, stop: int) -> State:
        """The KV of tokens [start, stop) as bytes. `stop` is where the sequence ends, unless it can
        be cut."""

    def restore(self, seq_id: int, state: State, start: int, stop: int) -> bool:
        """Adds tokens [start, stop) of a saved run to a sequence that has those before. False, and
        nothing changed, where the cells do not suffice for all that was saved or the model refuses.
        """

    def remove(self, seq_id: int) -> None:
        """Empties a sequence."""

    def clear(self) -> None:
        """Empties all."""

    def close(self) -> None:
        """Frees everything. No call after it."""


class LlamaRunner:
    """Runs on an open context, whose owner closes its model. The context's last sequence id is not
    for others: runs of tokens are saved and restored through it."""

    def __init__(self, ctx: Context) -> None:
        self.n_cells = ctx.n_ctx
        self.ubatch = ctx.n_batch
        self._has_state = ctx.model.is_recurrent or ctx.model.is_hybrid
        self.can_branch = self.can_draft = not self._has_state
        self.can_cut = self.can_branch and ctx.model.swa_window == 0
        self._spare = ctx.n_seq_max - 1
        self._ctx = ctx
        self._batch = Batch(ctx.n_batch, ctx.n_seq_max)
        self._window = ctx.model.swa_window
        # From where on a sequence's window has no gaps, where restored runs left some.
        self._floor: dict[int, int] = {}
        self.interrupt = ctx.abort
        self.clear_interrupt = ctx.clear_abort
        self.set_threads = ctx.set_threads

    def run(self, chunks: list[Chunk]) -> StepResult:
        batch = self._batch
        batch.clear()
        picking, rows = [], []
        for chunk in chunks:
            seq, start, n_drafted = chunk.seq, chunk.seq.n_computed, len(chunk.draft)
            tokens = seq.tokens[start : start + chunk.n]
            tokens.extend(chunk.draft)
            row = batch.add(tokens, start, seq.seq_id, 1 + n_drafted if chunk.last else 0)
            if chunk.last:
                picking.append(chunk)
                rows.append(row - n_drafted)
        code = self._ctx.decode(batch)
        if code != context.OK:
            return self._failure(code, chunks)
        result = StepResult(Status.DONE)
        for chunk, row, picked in zip(picking, rows, self._pick(picking, rows), strict=True):
            self._add(result, chunk, row, picked)
        return result

    def _pick(self, chunks: list[Chunk], rows: list[int]) -> list[list[_Picked]]:
        """For each chunk what is picked after its own tokens, and so on through its draft up to
        the first token that is another; `rows` are the first ones. No sampler gets to see a row
        behind that, so that its state is as if there was no draft."""
        picked: list[list[_Picked]] = [[] for _ in chunks]
        going, depth = list(range(len(chunks))), 0
        while going:
            samplers = [chunks[i].seq.sampler for i in going]
            tokens = sample(self._ctx, samplers, [rows[i] + depth for i in going]).tolist()
            for i, token in zip(going, tokens, strict=True):
                # The library keeps the first failing row's words; more than one is rare.
                picked[i].append((token, last_error() if token < 0 else ""))
            going = [i for i in going if chunks[i].draft[depth : depth + 1] == [picked[i][-1][0]]]
            depth += 1
        return picked

    def _add(self, result: StepResult, chunk: Chunk, row: int, picked: list[_Picked]) -> None:
        """Adds tokens, the words of those that failed, log-probabilities where a request wants
        them; and frees the cells of what was drafted in vain."""
        seq = chunk.seq
        top = seq.state.request.sampling.logprobs
        for i, (token, words) in enumerate(picked):
            if token < 0:
                result.errors[len(result.tokens)] = words
            elif top is not None:
                found = logprobs(self._ctx.logits(row + i), token, top)
                result.logprobs[len(result.tokens)] = found
            result.tokens.append(token)
        n_accepted = len(picked) - 1
        if n_accepted < len(chunk.draft):
            end = seq.n_computed + chunk.n + n_accepted
            if not self._continues(seq.seq_id, end):
                result.lost.append(seq)

    def _failure(self, code: int, chunks: list[Chunk]) -> StepResult:
        if code == context.NO_CELLS:
            return StepResult(Status.NO_CELLS)
        status = Status.ABORTED if code == context.ABORTED else Status.FAILED
        lost = [c.seq for c in chunks if not self._continues(c.seq.seq_id, c.seq.n_computed)]
        return StepResult(status, lost=lost)

    def resumes(self, seq_id: int, n: int) -> bool:
        last = self._ctx.seq_pos_max(seq_id)
        if self._has_state:
            return n == last + 1
        first = max(self._ctx.seq_pos_min(seq_id), self._floor.get(seq_id, 0))
        return n <= last + 1 and (first <= 0 or 0 < self._window <= n - first)

    def share(self, source: int, target: int, n: int) -> None:
        self._ctx.seq_copy(source, target, 0, n)
        if floor := self._floor.get(source):
            self._floor[target] = floor

    def save(self, seq_id: int, start: int, stop: int) -> State:
        ctx = self._ctx
        ctx.seq_copy(seq_id, self._spare, start, stop)
        try:
            return ctx.save_sequence(self._spare)
        finally:
            ctx.seq_remove(self._spare)

    def restore(self, seq_id: int, state: State, start: int, stop: int) -> bool:
        ctx, spare = self._ctx, self._spare
        try:
            if not (
                ctx.restore_sequence(spare, state)
                and (start == 0 or self._has_state or ctx.seq_remove(spare, 0, start))
                and ctx.seq_remove(spare, stop)
                and ctx.seq_pos_max(spare) == stop - 1
            ):
                return False
            if (first := ctx.seq_pos_min(spare)) > start and self._window:
                self._floor[seq_id] = first
            ctx.seq_copy(spare, seq_id, start, stop)
            return True
        finally:
            ctx.seq_remove(spare)

    def remove(self, seq_id: int) -> None:
        self._ctx.seq_remove(seq_id)
        self._floor.pop(seq_id, None)

    def clear(self) -> None:
        self._ctx.clear()
        self._floor.clear()

    def _continues(self, seq_id: int, n: int) -> bool:
        """Cuts a sequence to `n` tokens. False, and it is empty, where token `n` cannot be computed
        on what is left."""
        ctx = self._ctx
        is_cut = ctx.seq_remove(seq_id, n) and ctx.seq_pos_max(seq_id) == n - 1
        if is_cut and (n == 0 or self.resumes(seq_id, n)):
            return True
        ctx.seq_remove(seq_id)
        return n == 0

    def close(self) -> None:
        self._ctx.close()
