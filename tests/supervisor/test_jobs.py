from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest
from supervisor.scripted import gone, until

from localllm import errors
from localllm.jobs import tasks, wire
from localllm.settings import Settings
from localllm.supervisor import budget, job_process
from localllm.supervisor.jobs import Job, Jobs, JobState
from localllm.supervisor.launch import Launch, job_launch

LAUNCH = Launch((sys.executable, "-P", str(Path(__file__).with_name("scripted_job.py"))))


@pytest.fixture
async def jobs() -> AsyncIterator[Jobs]:
    owner = Jobs(Settings(), launch=LAUNCH)
    yield owner
    await owner.close()
    assert all(job.state.ended for job in owner.list())


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out.gguf"


def do(words: str, target: Path = Path("/nowhere/out.gguf")) -> tasks.Convert:
    return tasks.Convert(words, str(target))


async def running(job: Job) -> None:
    await until(lambda: job.latest is not None)


async def test_a_job_tells_its_progress_and_gives_its_result(jobs: Jobs) -> None:
    job = jobs.start(do("done"), title="Convert it")
    assert job.state is JobState.WAITING
    seen = [progress async for progress in job.progress()]
    assert [p.done for p in seen][-1] == 3
    assert await job.result() == tasks.Converted("/nowhere/out.gguf", 5, "llama", 1)
    view = job.view()
    assert (view.title, view.state, view.error) == ("Convert it", JobState.DONE, "")
    assert view.elapsed_s > 0


async def test_what_the_task_says_is_wrong_is_raised_to_each_who_waits(jobs: Jobs) -> None:
    job = jobs.start(do("fail"))
    for _ in range(2):
        with pytest.raises(errors.NotAModel, match="no safetensors here") as caught:
            await job.result()
        assert caught.value.detail == {"path": "fail"}
    assert job.view().error == "no safetensors here"


async def test_a_process_that_dies_says_how(jobs: Jobs) -> None:
    with pytest.raises(errors.JobDied, match=r"aborted, SIGABRT: .*GGML_ASSERT\(n_dims > 0\)"):
        await jobs.start(do("die")).result()
    with pytest.raises(errors.JobDied, match="ended with status 7"):
        await jobs.start(do("exit 7")).result()


async def test_the_out_of_memory_killer_is_named(jobs: Jobs) -> None:
    job = jobs.start(do("child"))
    await running(job)
    assert job.latest is not None
    parent = psutil.Process(int(job.latest.note)).parent()
    os.kill(parent.pid, signal.SIGKILL)
    with pytest.raises(errors.JobDied, match="out of memory") as caught:
        await job.result()
    assert "Close other programs" in caught.value.message
    await until(lambda: gone(int(job.latest.note)) if job.latest else False)


async def test_one_runs_and_the_others_wait_in_their_order(jobs: Jobs) -> None:
    first, second, third = (jobs.start(do(word)) for word in ("forever", "done", "done"))
    await running(first)
    assert [job.state for job in jobs.list()] == [
        JobState.RUNNING,
        JobState.WAITING,
        JobState.WAITING,
    ]
    ended: list[str] = []
    jobs.on_change(lambda job: ended.append(job.id) if job.state is JobState.DONE else None)
    await first.cancel()
    await third.result()
    assert ended == [second.id, third.id]


async def test_cancelling_ends_the_process_with_its_children_and_its_files(
    jobs: Jobs, target: Path
) -> None:
    target.write_text("old")  # noqa: ASYNC240 - a test's own small file
    job = jobs.start(do("write", target))
    await running(job)
    assert len(list(target.parent.iterdir())) == 2
    await job.cancel()
    assert list(target.parent.iterdir()) == [target]
    assert target.read_text() == "old"  # noqa: ASYNC240
    with pytest.raises(errors.Cancelled):
        await job.result()

    with_child = jobs.start(do("child"))
    await running(with_child)
    await with_child.cancel()
    assert with_child.latest is not None
    child = int(with_child.latest.note)
    await until(lambda: gone(child))  # killed; the kernel ends each of a group in its own moment


async def test_a_waiting_job_is_cancelled_without_ever_starting(jobs: Jobs) -> None:
    first, second = jobs.start(do("forever")), jobs.start(do("done"))
    await running(first)
    await second.cancel()
    assert second.state is JobState.CANCELLED
    assert second.latest is None
    assert first.state is JobState.RUNNING


async def test_a_job_that_died_leaves_no_file_behind(jobs: Jobs, target: Path) -> None:
    job = jobs.start(do("write", target))
    await running(job)
    (child,) = [p for p in psutil.Process().children() if "scripted_job.py" in p.cmdline()[-1]]
    child.kill()
    with pytest.raises(errors.JobDied):
        await job.result()
    assert list(target.parent.iterdir()) == []


async def test_a_process_that_said_its_last_word_need_not_end_by_itself(
    jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_process, "_LINGER_SECONDS", 0.05)
    result = await asyncio.wait_for(jobs.start(do("linger")).result(), 20)
    assert isinstance(result, tasks.Converted)


async def test_closing_cancels_all_and_starts_no_more() -> None:
    jobs = Jobs(Settings(), launch=LAUNCH)
    first, second = jobs.start(do("forever")), jobs.start(do("done"))
    await running(first)
    await jobs.close()
    assert {first.state, second.state} == {JobState.CANCELLED}
    with pytest.raises(errors.Cancelled):
        jobs.start(do("done"))


async def test_a_job_is_refused_where_memory_is_short(
    jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(budget, "available_bytes", lambda: 1_000_000)
    with pytest.raises(errors.ModelTooLarge, match=r"1\.0 MB are free"):
        await jobs.start(do("done")).result()
    unchecked = Jobs(Settings(memory_check=False), launch=LAUNCH)
    assert await unchecked.start(do("done")).result()
    await unchecked.close()


async def test_a_program_that_cannot_be_started_is_an_error(tmp_path: Path) -> None:
    jobs = Jobs(Settings(), launch=Launch((str(tmp_path / "missing"),)))
    with pytest.raises(errors.EngineError, match="cannot be started"):
        await jobs.start(do("done")).result()


async def test_the_time_left_follows_from_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    job = Job("j", "t", do("done"))
    job.begin()
    job.progressed(wire.Progress("reading", 10, 110))
    assert job.left_s is None
    now = 105.0
    job.progressed(wire.Progress("reading", 35, 110))  # 25 in 5 s, 75 to go
    assert job.left_s == pytest.approx(15.0)
    job.progressed(wire.Progress("writing", 0, 10))  # another stage, another pace
    assert job.left_s is None
    assert job.elapsed_s == pytest.approx(5.0)


async def test_those_that_ended_can_be_forgotten(jobs: Jobs) -> None:
    job, other = jobs.start(do("done")), jobs.start(do("forever"))
    await job.result()
    jobs.forget(job.id)
    jobs.forget(other.id)
    assert jobs.list() == [other]
    assert jobs.get(other.id) is other
    assert jobs.get(job.id) is None


def test_the_command_is_this_program_with_its_hidden_verb() -> None:
    assert job_launch(Settings()).command[-3:] == ("-m", "localllm", "job")
