from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import psutil
import pytest
from supervisor.scripted import ask, scripted_launch, until

from localllm import core
from localllm.errors import EngineDied, EngineError, NotAModel, UnsupportedFeature
from localllm.supervisor import process as process_module
from localllm.supervisor.launch import Launch
from localllm.supervisor.mailbox import Mailbox
from localllm.supervisor.process import EngineProcess


@pytest.fixture
def options(tmp_path: Path):
    def build(name: str = "good") -> core.EngineOptions:
        return core.EngineOptions(
            model_path=str(tmp_path / f"{name}.gguf"), log_path=str(tmp_path / "engine.log")
        )

    return build


@pytest.fixture
async def start(options):
    """Starts engines, and ends those that a test leaves running."""
    started: list[EngineProcess] = []

    async def build(name: str = "good", progress=lambda _: None) -> EngineProcess:
        engine = await EngineProcess.start(scripted_launch(), name, options(name), progress)
        started.append(engine)
        return engine

    yield build
    await asyncio.gather(*(engine.kill() for engine in started))


async def everything(mailbox: Mailbox) -> list[core.Event]:
    while not isinstance(mailbox.last, core.Done | core.Failed):
        await mailbox.wait()
        await asyncio.sleep(0)
    return list(mailbox.events)


def nothing() -> None:
    pass


async def test_loading_reports_progress_and_the_model(start) -> None:
    seen: list[float] = []
    engine = await start(progress=seen.append)
    assert seen == [0.5]
    assert engine.info.name == "scripted"
    assert psutil.pid_exists(engine.pid)


async def test_a_refused_model_raises_the_engines_words_and_leaves_no_process(start) -> None:
    with pytest.raises(NotAModel, match="no GGUF") as caught:
        await start("refused")
    assert caught.value.detail["path"].endswith("refused.gguf")
    assert not psutil.Process().children()


async def test_dying_while_loading_says_so_with_the_native_line(start) -> None:
    with pytest.raises(EngineDied, match=r"aborted, SIGABRT while it loaded.*GGML_ASSERT\(n_dims"):
        await start("dies-loading")


async def test_a_load_that_does_not_move_is_given_up(start, monkeypatch) -> None:
    monkeypatch.setattr(process_module, "STALL_SECONDS", 0.3)
    with pytest.raises(EngineError, match="has not moved"):
        await start("mute")
    assert not psutil.Process().children()


async def test_cancelling_a_start_leaves_no_process(start) -> None:
    loading = asyncio.create_task(start("mute"))
    await until(lambda: bool(psutil.Process().children()))
    loading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await loading
    assert not psutil.Process().children()


async def test_a_command_that_cannot_run_is_an_engine_error(options) -> None:
    with pytest.raises(EngineError, match="cannot be started"):
        await EngineProcess.start(Launch(("/nowhere/x",)), "good", options(), lambda _: None)


async def test_events_come_in_order_and_end_once(start) -> None:
    engine = await start()
    ends: list[bool] = []
    request = ask("words 3")
    mailbox = engine.submit(request, lambda: ends.append(True))
    events = await everything(mailbox)
    kinds = [type(event) for event in events]
    assert kinds == [core.Queued, core.Prefill, *[core.Delta] * 3, core.Finished, core.Done]
    assert ends == [True]
    assert not engine.requests


async def test_an_id_in_use_is_refused(start) -> None:
    engine = await start()
    engine.submit(ask("forever", id="same"), nothing)
    with pytest.raises(ValueError, match="same"):
        engine.submit(ask(id="same"), nothing)


async def test_abort_reaches_the_engine_and_silences_the_request(start) -> None:
    engine = await start()
    mailbox = engine.submit(ask("forever", id="long"), nothing)
    await mailbox.wait()
    engine.abort(mailbox)
    mailbox.close()
    events = await everything(engine.submit(ask("aborted"), nothing))
    assert [event.content for event in events if isinstance(event, core.Delta)] == ["long"]
    assert not mailbox.events


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("die", r"aborted, SIGABRT: .*GGML_ASSERT\(cells\) failed"),
        ("exit 7", "ended with status 7"),
    ],
)
async def test_death_ends_every_request_with_its_reason(start, prompt: str, words: str) -> None:
    engine = await start()
    mailboxes = [engine.submit(ask("forever"), nothing) for _ in range(4)]
    engine.submit(ask(prompt), nothing)
    for mailbox in mailboxes:
        failed = (await everything(mailbox))[-1]
        assert isinstance(failed, core.Failed)
        assert failed.code == "engine_died"
    await_death = await engine.ended
    with pytest.raises(EngineDied, match=words):
        raise await_death


async def test_sigkill_is_told_as_memory_without_a_line_that_is_no_reason(start, tmp_path) -> None:
    engine = await start()
    (tmp_path / "engine.log").write_text("an error of long ago\n")
    os.kill(engine.pid, signal.SIGKILL)
    message = (await engine.ended).message
    assert "out of memory?" in message
    assert "long ago" not in message


async def test_questions_to_an_engine_that_dies_raise(start) -> None:
    engine = await start()
    os.kill(engine.pid, signal.SIGSTOP)
    asked = asyncio.create_task(engine.stats())
    await asyncio.sleep(0)
    os.kill(engine.pid, signal.SIGKILL)  # ends a stopped process too
    with pytest.raises(EngineDied):
        await asked
    with pytest.raises(EngineDied):
        await engine.stats()
    with pytest.raises(EngineDied):
        engine.submit(ask(), nothing)


@pytest.mark.expects_error_log
async def test_bytes_that_are_no_frames_end_the_engine(start) -> None:
    engine = await start()
    events = await everything(engine.submit(ask("garbage"), nothing))
    assert isinstance(events[-1], core.Failed)
    assert not psutil.pid_exists(engine.pid)


async def test_count_and_stats_are_answered(start) -> None:
    engine = await start()
    assert await engine.count_tokens(core.TextPrompt("one two")) == 2
    assert (await engine.stats()).steps == 5
    with pytest.raises(UnsupportedFeature):
        await engine.count_tokens(core.TextPrompt("fail"))


async def test_close_ends_an_idle_engine_by_asking(start) -> None:
    engine = await start()
    await engine.close()
    assert (await engine.ended).message.endswith("before the answer was complete")
    assert not psutil.pid_exists(engine.pid)


async def test_close_kills_what_does_not_listen(start, monkeypatch) -> None:
    monkeypatch.setattr(process_module, "CLOSE_SECONDS", 0.2)
    engine = await start("stubborn")
    await engine.close()
    assert not psutil.pid_exists(engine.pid)


async def test_the_engine_is_out_of_reach_of_the_terminals_ctrl_c(start) -> None:
    engine = await start()
    assert os.getpgid(engine.pid) != os.getpgid(0)
