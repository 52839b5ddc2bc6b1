"""The task Quantize: from whatever the source is to one finished GGUF file.

    folder -> convert -\\
                        -> open -> importance matrix -> types -> plan -> check -> write -> rename
    GGUF --------------/

Everything that can be refused is refused before the first byte is written.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from localllm.errors import LocalLLMError
from localllm.jobs import needs
from localllm.jobs.quantize_imatrix import imatrix_for
from localllm.jobs.quantize_plan import Imatrix, Plan, Source, check_target, make_plan, open_source
from localllm.jobs.tasks import Compare, Quantize, Quantized
from localllm.jobs.wire import Report
from localllm.llama import quantize as native
from localllm.models import temporary
from localllm.models.disk import check_disk
from localllm.models.quantization.recipes import find_recipe

STAGE = "quantizing"


def run(task: Quantize, report: Report) -> Quantized:
    """Raises what is wrong with the request, the source or the place for the result."""
    begun = time.monotonic()
    if task.recipe:
        find_recipe(task.recipe)
    target = Path(task.target)
    if not task.dry_run:
        check_target(Path(task.source), target, force=task.force)
    with gguf_of(task, report) as path:
        source = open_source(path)
        imatrix = imatrix_for(task, path, report)
        if not task.recipe:
            return _searched(task, source, imatrix, report, begun)
        plan = make_plan(source, task, imatrix)
        if task.dry_run:
            return result(task, source, plan, imatrix, seconds=time.monotonic() - begun)
        write(source, target, plan, report, replace=task.force)
        done = result(task, source, plan, imatrix, seconds=time.monotonic() - begun)
        return measured(task, source, done, report)


@contextlib.contextmanager
def gguf_of(task: Quantize, report: Report) -> Iterator[Path]:
    """The source as a GGUF: itself, or what is made of a folder and lives as long as the with."""
    source = Path(task.source)
    if not source.is_dir():
        yield source
        return
    from localllm.models.convert.convert import convert

    with temporary.Temporary(Path(task.target)) as made:
        convert(
            source,
            made.path,
            replace=True,
            progress=lambda done, total, tensor: report("converting", done, total, tensor),
        )
        made.relock()
        yield made.path


def write(source: Source, target: Path, plan: Plan, report: Report, *, replace: bool) -> None:
    """The finished target, or an error and the old one."""
    check_disk(target, plan.size_bytes)
    sizes = [math.prod(tensor.shape) for tensor in plan.tensors]
    total, done = sum(sizes), 0

    def begun(step: native.Step) -> None:
        nonlocal done
        report(STAGE, done, total, f"{step.name}, {step.index} of {step.count}")
        done += sizes[step.index - 1]

    options = msgspec.structs.replace(plan.options, buffer_bytes=needs.SLAB_BYTES)
    with temporary.Temporary(target) as half:
        native.quantize(source.path, half.path, options, begun)
        report(STAGE, total, total, "")
        half.finish(replace=replace)


def _searched(
    task: Quantize, source: Source, imatrix: Imatrix, report: Report, begun: float
) -> Quantized:
    """With the types that were found best for this model."""
    from localllm.jobs.search import Searcher

    with Searcher(task, source, imatrix, report) as searcher:
        found = searcher.run()
        if not task.dry_run:
            found.temporary.finish(replace=task.force)
        done = result(task, source, found.plan, imatrix, seconds=time.monotonic() - begun)
        done = msgspec.structs.replace(
            done,
            recipe="",
            evaluated=found.evaluated,
            search=found.search,
            warnings=(*done.warnings, *found.warnings),
        )
    return done if task.dry_run else measured(task, source, done, report)


def result(
    task: Quantize, source: Source, plan: Plan, imatrix: Imatrix, *, seconds: float
) -> Quantized:
    return Quantized(
        path=task.target,
        size_bytes=plan.size_bytes,
        source_bytes=source.size_bytes,
        bits_per_weight=plan.bits_per_weight,
        tensors=plan.tensors,
        warnings=plan.warnings,
        recipe=plan.recipe.name,
        imatrix=imatrix.file,
        seconds=seconds,
        dry_run=task.dry_run,
    )


def measured(task: Quantize, source: Source, done: Quantized, report: Report) -> Quantized:
    """With what was lost, where that was asked for. The file is finished: what goes wrong from here
    on is a warning. More that is to be said of a result belongs here, while its source exists."""
    if task.measure_chunks <= 0:
        return done
    from localllm.jobs import compare

    asked = Compare(
        done.path,
        str(source.path),
        text=task.text,
        chunks=task.measure_chunks,
        threads=task.threads,
    )
    # A folder's GGUF has a temporary name, which says nothing.
    name = Path(task.source).name if Path(task.source).is_dir() else ""
    known = msgspec.structs.replace(done.evaluated, source=done.path) if done.evaluated else None
    try:
        found = compare.compared(asked, report, base_name=name, evaluated=known)
    except LocalLLMError as error:
        words = f"What was lost could not be measured: {error.message}"
        return msgspec.structs.replace(done, warnings=(*done.warnings, words))
    return msgspec.structs.replace(done, evaluated=found.evaluated, compared=found)
