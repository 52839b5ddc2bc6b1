"""The real job process on real pipes, with tasks that the tests bring."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from localllm.frames import FrameReader, FrameWriter
from localllm.jobs import tasks, wire

END_SECONDS = 15

# The task's `source` is Python code that runs in the process as the task itself.
_PROGRAM = """
import sys, types
from localllm.jobs import tasks, wire, worker
module = types.ModuleType("scripted_task")
def run(task, report):
    found = {"task": task, "report": report}
    exec(task.source, found)
    return tasks.Converted(task.target, found.get("size", 0), "", 0)
module.run = run
sys.modules["scripted_task"] = module
worker.MODULES[tasks.Convert] = "scripted_task"
sys.exit(worker.main())
"""


class JobChild:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process = process
        self.stdin, self.stdout = process.stdin, process.stdout
        self.writer = FrameWriter(process.stdin.fileno())
        self.reader: FrameReader[wire.Told] = FrameReader(process.stdout.fileno(), wire.Told)

    def start(self, code: str, target: Path | str = "", log: Path | str = "") -> None:
        self.writer.write(wire.Start(tasks.Convert(code, str(target)), str(log)))

    def told(self) -> Iterator[wire.Told]:
        while (told := self.reader.read()) is not None:
            yield told

    def status(self) -> int:
        return self.process.wait(END_SECONDS)


@contextmanager
def job_child() -> Iterator[JobChild]:
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            yield JobChild(process)
        finally:
            process.kill()


def test_a_task_reports_and_gives_its_result() -> None:
    with job_child() as job:
        job.start("report('counting', 1, 2, 'half'); size = 42", "t.gguf")
        told = [*job.told()]
        assert told == [
            wire.Progress("counting", 1, 2, "half"),
            wire.Finished(tasks.Converted("t.gguf", 42, "", 0)),
        ]
        assert job.status() == 0


def test_progress_is_thinned_but_each_stage_shows_its_begin_and_end() -> None:
    code = "\n".join(f"for i in range(1000): report('{stage}', i + 1, 1000)" for stage in "ab")
    with job_child() as job:
        job.start(code)
        progress = [told for told in job.told() if isinstance(told, wire.Progress)]
    assert len(progress) < 100
    assert [(p.stage, p.done) for p in progress if p.done in (1, 1000)] == [
        ("a", 1),
        ("a", 1000),
        ("b", 1),
        ("b", 1000),
    ]


def test_an_error_for_people_crosses_whole() -> None:
    code = "from localllm.errors import DiskFull; raise DiskFull('no room', needs=7)"
    with job_child() as job:
        job.start(code)
        assert [*job.told()] == [wire.Failed("disk_full", "no room", {"needs": 7})]
        assert job.status() == 1


def test_a_bug_is_told_and_its_traceback_logged(tmp_path: Path) -> None:
    log = tmp_path / "job.log"
    with job_child() as job:
        job.start("1 / 0", log=log)
        (failed,) = job.told()
        assert isinstance(failed, wire.Failed)
        assert "ZeroDivisionError" in failed.message
        assert job.status() == 1
    assert "Traceback" in log.read_text()


def test_what_is_printed_goes_to_the_log_and_not_between_the_frames(tmp_path: Path) -> None:
    log = tmp_path / "job.log"
    code = "import os; print('printed', flush=True); os.write(1, b'written'); os.write(2, b'said')"
    with job_child() as job:
        job.start(code, log=log)
        assert [type(told) for told in job.told()] == [wire.Finished]
    assert all(word in log.read_text() for word in ("printed", "written", "said"))


@pytest.mark.parametrize(
    "work",
    ["import time; time.sleep(3600)", "import ctypes; ctypes.CDLL(None).sleep(3600)"],
    ids=["python", "native"],
)
def test_the_end_of_the_pipe_ends_it_and_removes_what_it_had_begun(
    tmp_path: Path, work: str
) -> None:
    begin = (
        "from pathlib import Path\nfrom localllm.models.temporary import Temporary\n"
        "t = Temporary(Path(task.target))\nreport('writing', 0, 1)\n"
    )
    with job_child() as job:
        job.start(begin + work, tmp_path / "t.gguf")
        assert isinstance(next(job.told()), wire.Progress)
        assert len(list(tmp_path.iterdir())) == 1
        job.stdin.close()
        assert job.status() == 3
    assert list(tmp_path.iterdir()) == []


def test_it_ends_when_nobody_hears_its_progress() -> None:
    with job_child() as job:
        job.stdout.close()
        job.start("import time\nwhile True: report('on', 0, 0); time.sleep(0.01)")
        assert job.status() == 3


def test_it_ends_before_it_is_asked() -> None:
    with job_child() as job:
        job.stdin.close()
        assert job.status() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="priority classes there")
def test_a_gentle_job_lets_others_go_first() -> None:
    with job_child() as job:
        job.start("import os; size = os.nice(0)")
        (finished,) = job.told()
    assert isinstance(finished, wire.Finished)
    assert finished.result.size_bytes >= 10
