"""The task Convert: a folder of safetensors to one finished GGUF file."""

from __future__ import annotations

from pathlib import Path

from localllm.jobs.tasks import Convert, Converted
from localllm.jobs.wire import Report
from localllm.models.convert.convert import convert

STAGE = "converting"


def run(task: Convert, report: Report) -> Converted:
    """Raises what is wrong with the model or with the place for the result."""
    report(STAGE, 0, 0, "reading the model's headers")
    done = convert(
        Path(task.source),
        Path(task.target),
        out_type=task.out_type,
        name=task.name,
        pre=task.pre or None,
        replace=task.force,
        progress=lambda done, total, tensor: report(STAGE, done, total, tensor),
    )
    return Converted(
        path=str(done.path),
        size_bytes=done.size_bytes,
        architecture=done.architecture,
        n_tensors=done.n_tensors,
        out_type=done.out_type,
    )
