"""The importance matrix of a quantization: from a file, or collected now from a text."""

from __future__ import annotations

from pathlib import Path

from localllm.errors import BadRequest
from localllm.jobs.quantize_plan import Imatrix
from localllm.jobs.tasks import BUILTIN, Calibrate, Quantize
from localllm.jobs.wire import Report
from localllm.models.quantization import imatrix_file
from localllm.models.quantization.importance import ImportanceMatrix

_COLLECTED = "collected while quantizing"


def imatrix_for(task: Quantize, model: Path, report: Report) -> Imatrix:
    """An empty one where neither was given. Raises what is wrong with the file or the text."""
    if task.imatrix and task.calibrate:
        raise BadRequest(
            "Either an importance matrix (--imatrix) or a text to collect one from (--calibrate), "
            "not both",
            param="imatrix",
        )
    if task.imatrix:
        return _named(imatrix_file.read(task.imatrix), Path(task.imatrix).name)
    if task.calibrate:
        return _collected(task, model, report)
    return Imatrix()


def _collected(task: Quantize, model: Path, report: Report) -> Imatrix:
    from localllm.jobs import calibrate

    text = "" if task.calibrate == BUILTIN else task.calibrate
    asked = Calibrate(str(model), task.target, text=text, threads=task.threads)
    return _named(calibrate.collect(asked, report)[0], _COLLECTED)


def _named(found: ImportanceMatrix, name: str) -> Imatrix:
    return Imatrix(
        entries=found.weights(),
        file=name,
        dataset=found.datasets[0] if found.datasets else "",
        chunks=found.chunk_count,
    )
