"""How well a model predicts a text, and how far it is from the one it was made from.

    model alone       decode -> -ln p of each token
    with a base       base decodes, model decodes -> both rows of logits side by side

Both models are in this process and read chunk by chunk, so that no file of logits is needed; the
weights are mapped, the two contexts hold a few chunks each.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from localllm.errors import BadRequest
from localllm.jobs import reading
from localllm.jobs.figures import Differences, Perplexity, running
from localllm.jobs.tasks import Evaluate, Evaluated, Running
from localllm.jobs.wire import Report
from localllm.llama import scoring
from localllm.llama.chunks import ChunkReader
from localllm.llama.model import Model
from localllm.llama.vocab import Tokens


def run(task: Evaluate, report: Report) -> Evaluated:
    """Raises BadRequest for what does not go together, ModelError, EngineError."""
    started = time.monotonic()
    with ExitStack() as stack:
        model = stack.enter_context(reading.open_model(task.source, task.gpu_layers, report))
        if not task.base:
            return _alone(task, model, report, started)
        base = stack.enter_context(reading.open_model(task.base, task.gpu_layers, report))
        return _against(task, model, base, report, started)


def _alone(task: Evaluate, model: Model, report: Report, started: float) -> Evaluated:
    reading.check_context(task.n_ctx, model)
    chunks = _chunks(task, model)
    totals, history = Perplexity(), list[Running]()
    for scores in scoring.score(_reader(task, model, chunks), chunks):
        totals.add(scores)
        history.append(running(len(history) + 1, totals))
        _tell(report, history[-1], len(chunks))
    return Evaluated(
        task.source,
        task.text,
        task.n_ctx,
        len(chunks),
        totals.tokens,
        totals.figure(),
        tuple(history),
        seconds=time.monotonic() - started,
    )


def _against(
    task: Evaluate, model: Model, base: Model, report: Report, started: float
) -> Evaluated:
    reading.check_context(task.n_ctx, model, base)
    chunks = _chunks(task, model)
    _require_one_vocabulary(model, base, chunks, _chunks(task, base))
    totals, history = Differences(), list[Running]()
    readers = _reader(task, model, chunks), _reader(task, base, chunks)
    for rows in scoring.compare(*readers, chunks, exact=task.exact):
        totals.add(rows)
        history.append(running(len(history) + 1, totals))
        _tell(report, history[-1], len(chunks))
    return Evaluated(
        task.source,
        task.text,
        task.n_ctx,
        len(chunks),
        totals.tokens,
        totals.perplexity(),
        tuple(history),
        totals.loss(task.base),
        seconds=time.monotonic() - started,
    )


def _chunks(task: Evaluate, model: Model) -> Tokens:
    return reading.chunks_of(task.text, reading.EVALUATION, task.n_ctx, task.chunks, model)


def _reader(task: Evaluate, model: Model, chunks: Tokens) -> ChunkReader:
    shape = scoring.scored_shape(task.n_ctx, model.vocab.n_tokens, len(chunks))
    return ChunkReader(model, shape, threads=reading.threads_for(task.threads))


def _tell(report: Report, now: Running, total: int) -> None:
    note = f"perplexity {now.perplexity.value:.4g} \u00b1 {now.perplexity.error:.2g}"
    if now.divergence is not None:
        note = f"KL divergence {now.divergence.kld.value:.4g}, {note}"
    report("evaluating", now.chunks, total, note)


def _require_one_vocabulary(model: Model, base: Model, ours: Tokens, theirs: Tokens) -> None:
    """The text must become the same tokens, of as many: else their rows say different things."""
    names = Path(model.path).name, Path(base.path).name
    if model.vocab.n_tokens != base.vocab.n_tokens:
        raise BadRequest(
            f"{names[0]} has a vocabulary of {model.vocab.n_tokens:,} tokens, {names[1]} one of "
            f"{base.vocab.n_tokens:,}: only models with the same vocabulary can be compared, such "
            "as a model and its quantizations.",
            param="base",
        )
    if ours.shape != theirs.shape or not np.array_equal(ours, theirs):
        raise BadRequest(
            f"{names[0]} and {names[1]} cut the text into different tokens: only models with the "
            "same vocabulary can be compared, such as a model and its quantizations.",
            param="base",
        )
