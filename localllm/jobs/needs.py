"""What a task needs before it may start. Read by the parent: no numpy, no llama.cpp.

A rough figure is enough here: it is to stop what would bring this computer to a halt, not to
account for every buffer.
"""

from __future__ import annotations

from pathlib import Path

from localllm.jobs import tasks
from localllm.models.header.parts import parts_of

# Python, numpy, the libraries.
BASE_BYTES = 150_000_000
# Rows of one tensor are converted a slab at a time, so that no more than this is held.
SLAB_BYTES = 256_000_000


def memory_bytes(task: tasks.Task) -> int:
    """Bytes of memory that the task takes at least. A file that is not there counts nothing."""
    if isinstance(task, tasks.Quantize) and not _runs_the_model(task):
        return BASE_BYTES + SLAB_BYTES
    if isinstance(task, tasks.Convert):
        return BASE_BYTES + SLAB_BYTES
    if isinstance(task, tasks.Compare | tasks.Evaluate) and task.base:
        return BASE_BYTES + _file_bytes(task.source) + _file_bytes(task.base)
    return BASE_BYTES + _file_bytes(task.source)


def folder_of(task: tasks.Task) -> Path | None:
    """Where the task writes, None where it writes nothing."""
    target = getattr(task, "target", "")
    return Path(target).parent if target else None


def _runs_the_model(task: tasks.Quantize) -> bool:
    return bool(task.calibrate or task.target_bytes or task.max_loss)


def _file_bytes(source: str) -> int:
    path = Path(source)
    files = path.glob("*.safetensors") if path.is_dir() else iter(parts_of(path))
    total = 0
    for file in files:
        try:
            total += file.stat().st_size
        except OSError:
            continue
    return total
