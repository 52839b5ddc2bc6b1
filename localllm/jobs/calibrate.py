"""Lets a model read a text and writes down what its weights are multiplied with.

Reads as llama-imatrix: chunks of n_ctx tokens, logits of every row, so that the last layer is seen
by all of them too.
"""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

from localllm.errors import BadRequest, Busy, ModelError
from localllm.jobs import reading
from localllm.jobs.figures import Perplexity
from localllm.jobs.tasks import Calibrate, Calibrated, Figure, Unseen
from localllm.jobs.wire import Report
from localllm.llama import scoring
from localllm.llama.chunks import ChunkReader, Shape
from localllm.llama.imatrix import Collector
from localllm.llama.model import Model
from localllm.llama.vocab import Tokens
from localllm.models.quantization import imatrix_file
from localllm.models.quantization.importance import ImportanceMatrix, Sums, merged


def run(task: Calibrate, report: Report) -> Calibrated:
    """Raises Busy where the target exists, BadRequest for what does not go together, ModelError,
    EngineError, DiskFull."""
    started = time.monotonic()
    _check_target(task)
    others = [imatrix_file.read(path) for path in task.merge]
    matrix, chunks, perplexity = collect(task, report)
    if others:
        matrix = merged([*others, matrix], chunk_size=task.n_ctx)
    imatrix_file.write(matrix, task.target, replace=task.force)
    return Calibrated(
        task.target,
        task.n_ctx,
        chunks,
        len(matrix.tensors),
        perplexity,
        _unseen(matrix),
        time.monotonic() - started,
    )


def collect(task: Calibrate, report: Report) -> tuple[ImportanceMatrix, int, Figure]:
    """The matrix, of how many chunks, and the perplexity of the text; nothing is written."""
    with (
        closing(Collector(with_output=task.with_output)) as collector,
        reading.open_model(task.source, task.gpu_layers, report) as model,
    ):
        reading.check_context(task.n_ctx, model)
        chunks = reading.chunks_of(task.text, reading.CALIBRATION, task.n_ctx, task.chunks, model)
        perplexity = _read(task, model, collector, chunks, report)
        tensors = {one.name: Sums(one.values, one.counts) for one in collector.collected()}
    if not tensors:
        raise ModelError(
            f"{Path(task.source).name} has no weights that an importance matrix could be made for",
            path=task.source,
        )
    whole = ImportanceMatrix(tensors, (_dataset(task),), 0, task.n_ctx)
    return merged([whole], chunk_size=task.n_ctx), len(chunks), perplexity


def _read(
    task: Calibrate, model: Model, collector: Collector, chunks: Tokens, report: Report
) -> Figure:
    shape = Shape.of(task.n_ctx, model.vocab.n_tokens, len(chunks), first=0)
    reader = ChunkReader(
        model, shape, threads=reading.threads_for(task.threads), observer=collector
    )
    totals = Perplexity()
    scored = scoring.score(reader, chunks, after_decode=collector.check)
    for done, scores in enumerate(scored, 1):
        totals.add(scores)
        figure = totals.figure()
        note = f"perplexity {figure.value:.4g} \u00b1 {figure.error:.2g}"
        report("calibrating", done, len(chunks), note)
    return totals.figure()


def _dataset(task: Calibrate) -> str:
    """A name without its folder: the file may be shared."""
    return Path(task.text).name if task.text else f"localllm-{reading.CALIBRATION}"


def _unseen(matrix: ImportanceMatrix) -> tuple[Unseen, ...]:
    return tuple(
        Unseen(name, len(sums.counts), sums.unseen)
        for name, sums in sorted(matrix.tensors.items())
        if sums.unseen
    )


def _check_target(task: Calibrate) -> None:
    """Before hours of work, not after them."""
    target = Path(task.target)
    if target.is_dir():
        raise BadRequest(f"{target} is a folder; name a file in it", param="target")
    if target.exists() and not task.force:
        raise Busy(
            f"{target} exists already; name another file, or replace it with --force",
            path=str(target),
        )
    if not target.parent.is_dir():
        raise BadRequest(f"There is no folder {target.parent}", param="target")
