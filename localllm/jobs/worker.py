"""The job process: one task from Start to its last word.

    main thread      the task
    reader thread    waits for the end of the pipe, which ends the process

The parent's end, or its wish to cancel, is seen as the end of stdin. The process then ends at once,
also in the middle of native code, which cannot be asked to stop: what it was writing lies under a
temporary name.
"""

from __future__ import annotations

import importlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from localllm import child
from localllm.errors import LocalLLMError
from localllm.frames import FrameReader, FrameWriter
from localllm.jobs import tasks, wire
from localllm.llama import lib
from localllm.models import temporary

log = logging.getLogger(__name__)

CANCELLED_STATUS = 3
_PROGRESS_SECONDS = 0.1
_NICENESS = 10

# Task -> the module that does it: `run(task, report) -> result`. Loaded when needed.
MODULES: dict[type, str] = {
    tasks.Convert: "localllm.jobs.convert",
    tasks.Quantize: "localllm.jobs.quantize",
    tasks.Calibrate: "localllm.jobs.calibrate",
    tasks.Evaluate: "localllm.jobs.evaluate",
    tasks.Compare: "localllm.jobs.compare",
}


def main() -> int:
    """Runs one task. The exit status: 0 when it was done, 1 when it failed."""
    reader, writer = child.claim_pipes(wire.Start)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to deal with
    start = reader.read()
    if start is None:
        return 0
    child.log_to(start.log_path)
    lib.set_log_file(2)
    if start.gentle:
        _be_gentle()
    threading.Thread(target=_end_with, args=(reader,), name="reader", daemon=True).start()
    return _work(start.task, writer)


def _work(task: tasks.Task, writer: FrameWriter) -> int:
    try:
        last: wire.Told = wire.Finished(runner(task)(task, Reporter(writer.write)))
    except LocalLLMError as error:
        last = wire.Failed(error.code, error.message, error.detail)
    except MemoryError:
        log.exception("%s ran out of memory", type(task).__name__)
        last = wire.Failed("model_too_large", "There is not enough memory for this; close programs")
    except Exception as error:
        log.exception("%s failed", type(task).__name__)
        last = wire.Failed("internal_error", f"This is a bug in localllm: {error!r}")
    try:
        writer.write(last)
    except OSError:  # nobody listens any more
        return CANCELLED_STATUS
    return 0 if isinstance(last, wire.Finished) else 1


def runner(task: tasks.Task) -> Callable[[Any, wire.Report], tasks.Result]:
    run: Callable[[Any, wire.Report], tasks.Result]
    run = importlib.import_module(MODULES[type(task)]).run
    return run


class Reporter:
    """A wire.Report that sends what is worth a look: ten times a second, each stage's begin and
    its end. For any thread."""

    def __init__(self, send: Callable[[wire.Progress], None]) -> None:
        self._send = send
        self._sent_at = float("-inf")
        self._stage = ""

    def __call__(self, stage: str, done: float, total: float, note: str = "") -> None:
        now = time.monotonic()
        due = now - self._sent_at >= _PROGRESS_SECONDS
        if not (due or stage != self._stage or (total and done >= total)):
            return
        self._sent_at, self._stage = now, stage
        try:
            self._send(wire.Progress(stage, done, total, note))
        except OSError:  # the parent is gone
            _end()


def _end_with(reader: FrameReader[wire.Start]) -> None:
    try:
        while reader.read() is not None:
            log.warning("a job was told something after its start")
    except Exception:
        log.exception("the pipe of a job cannot be read any more")
    _end()


def _end() -> None:
    """At once, without a word to whoever holds a lock or computes."""
    temporary.discard_all()
    os._exit(CANCELLED_STATUS)


def _be_gentle() -> None:
    """Behind all else that runs here; a system that does not let us leaves it as it is.

    OpenMP's threads sleep where they wait instead of spinning: beside other programs that halves
    the time of a measurement. It is read when the native libraries are loaded, which is later.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        if sys.platform == "win32":
            import psutil

            psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
        else:
            os.nice(_NICENESS)
    except OSError as error:
        log.info("the job runs at normal priority: %s", error)
