"""What a job process and its parent say to each other, in the frames of `frames.py`.

    parent                      job
    Start(task)          ->
                         <-     Progress ...
                         <-     Finished(result) | Failed     the last word

The end of the pipe cancels: the job process ends at once, and what it had half written is under a
temporary name (models.temporary), which it removes, or the parent where it was killed.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from localllm.jobs.tasks import Result, Task


class Start(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """First and only command. `gentle`: at low priority, behind whatever else runs here."""

    task: Task
    log_path: str
    gentle: bool = True


class Progress(msgspec.Struct, frozen=True, tag=True):
    """`done` of `total` (bytes, tensors, chunks: whatever the stage counts; total 0: not known).

    `stage` is a short word for people's eyes ("converting", "quantizing"); `note` says what is at
    work now, as a tensor's name or a running figure.
    """

    stage: str
    done: float
    total: float
    note: str = ""


class Finished(msgspec.Struct, frozen=True, tag=True):
    result: Result


class Failed(msgspec.Struct, frozen=True, tag=True):
    """A LocalLLMError on its way; see errors.revive."""

    code: str
    message: str
    detail: dict[str, Any] = {}


Told = Progress | Finished | Failed


class Report(Protocol):
    """How a task says how far it is. Cheap: call it as often as there is something to say."""

    def __call__(self, stage: str, done: float, total: float, note: str = "") -> None: ...
