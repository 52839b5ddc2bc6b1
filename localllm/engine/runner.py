"""What executes a step plan: the only caller of llama_decode.

A `Runner` belongs to the loop thread, except for `interrupt`, which any thread may call.
`LlamaRunner` runs llama.cpp; `fake_runner` plays at it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from localllm.engine.kv_ram import State
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


Logprobs = tuple[
    float, list[tuple[int, float]]
]  # the chosen token's, (token, its) of the likeliest


@dataclass(slots=True)
class StepResult:
    """`tokens` holds one for each chunk that is `last`, in order; -1 where none could be picked,
    with the reason in `errors` by place. `logprobs` by place, for requests that want them.
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
    can_trim: bool  # whether a sequence can be cut anywhere; False for recurrent models

    def run(self, chunks: list[Chunk]) -> StepResult:
        """Computes the chunks of a plan in one step and picks a token after each `last` one."""

    def interrupt(self) -> None:
        """Ends the running step, and any later one, as ABORTED, until `clear_interrupt`. From any
        thread."""

    def clear_interrupt(self) -> None:
        """Lets steps run again."""

    def set_threads(self, n: int) -> None:
        """Every later step computes with `n` threads."""

    def share(self, source: int, target: int, n: int) -> bool:
        """Lets an empty sequence begin with the cells of another. False, and it is empty, where
        the model cannot go on from there."""

    def save(self, seq_id: int) -> State:
        """A sequence's KV as bytes."""

    def restore(self, seq_id: int, state: State, n: int) -> bool:
        """Fills an empty sequence with the first `n` tokens of a saved one. False, and it is
        empty, where the cells do not suffice or the model cannot go on from there."""

    def remove(self, seq_id: int) -> None:
        """Empties a sequence."""

    def clear(self) -> None:
        """Empties all."""

    def close(self) -> None:
        """Frees everything. No call after it."""


class LlamaRunner:
    """Runs on an open context, whose owner closes its model."""

    def __init__(self, ctx: Context) -> None:
        self.n_cells = ctx.n_ctx
        self.ubatch = ctx.n_batch
        self.can_trim = not (ctx.model.is_recurrent or ctx.model.is_hybrid)
        self._ctx = ctx
        self._batch = Batch(ctx.n_batch, ctx.n_seq_max)
        self._window = ctx.model.swa_window
        self.interrupt = ctx.abort
        self.clear_interrupt = ctx.clear_abort
        self.set_threads = ctx.set_threads
        self.clear = ctx.clear
        self.save = ctx.save_sequence

    def run(self, chunks: list[Chunk]) -> StepResult:
        batch = self._batch
        batch.clear()
        samplers, rows = [], []
        for chunk in chunks:
            seq, start = chunk.seq, chunk.seq.n_computed
            row = batch.add(seq.tokens[start : start + chunk.n], start, seq.seq_id, chunk.last)
            if chunk.last:
                rows.append(row)
                samplers.append(seq.sampler)
        code = self._ctx.decode(batch)
        if code != context.OK:
            return self._failure(code, chunks)
        if not rows:
            return StepResult(Status.DONE)
        result = StepResult(Status.DONE, sample(self._ctx, samplers, rows).tolist())
        self._annotate(result, [chunk.seq for chunk in chunks if chunk.last], rows)
        return result

    def _failure(self, code: int, chunks: list[Chunk]) -> StepResult:
        if code == context.NO_CELLS:
            return StepResult(Status.NO_CELLS)
        status = Status.ABORTED if code == context.ABORTED else Status.FAILED
        lost = [c.seq for c in chunks if not self._continues(c.seq.seq_id, c.seq.n_computed)]
        return StepResult(status, lost=lost)

    def _annotate(self, result: StepResult, seqs: list[Sequence], rows: list[int]) -> None:
        """Adds the words of failed rows, and log-probabilities where a request wants them."""
        for place, (seq, token) in enumerate(zip(seqs, result.tokens, strict=True)):
            if token < 0:
                # The library keeps the first failing row's words; more than one is rare.
                result.errors[place] = last_error()
            elif (top := seq.state.request.sampling.logprobs) is not None:
                result.logprobs[place] = logprobs(self._ctx.logits(rows[place]), token, top)

    def share(self, source: int, target: int, n: int) -> bool:
        self._ctx.seq_copy(source, target, 0, n)
        return self._continues(target, n)

    def restore(self, seq_id: int, state: State, n: int) -> bool:
        return self._ctx.restore_sequence(seq_id, state) and self._continues(seq_id, n)

    def remove(self, seq_id: int) -> None:
        self._ctx.seq_remove(seq_id)

    def _continues(self, seq_id: int, n: int) -> bool:
        """Cuts a sequence to `n` tokens. False, and it is empty, where token `n` cannot be computed
        on what is left: a recurrent state cannot be cut, a window may have moved past."""
        ctx = self._ctx
        if ctx.seq_remove(seq_id, n) and ctx.seq_pos_max(seq_id) == n - 1 and self._reaches(seq_id):
            return True
        ctx.seq_remove(seq_id)
        return n == 0

    def _reaches(self, seq_id: int) -> bool:
        """Whether the cells go back as far as the next token looks."""
        if not self.can_trim:
            return True
        first, last = self._ctx.seq_pos_min(seq_id), self._ctx.seq_pos_max(seq_id)
        return first <= 0 or (self._window > 0 and first <= last + 1 - self._window)

    def close(self) -> None:
        self._ctx.close()
