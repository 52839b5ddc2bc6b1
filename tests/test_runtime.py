from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from helpers.gguf_bytes import gguf
from supervisor.scripted import AnyStore, ask, gone, scripted_launch, settings, until

from localllm import core
from localllm.errors import (
    Busy,
    Cancelled,
    ContextExceeded,
    EngineDied,
    LocalLLMError,
    ModelNotFound,
    ModelTooLarge,
    ModelTruncated,
    NotAModel,
)
from localllm.runtime import FakeStore, LoadedModel, Runtime, Stream, run
from localllm.settings import Settings, engine_options
from localllm.supervisor import budget
from localllm.supervisor.budget import needs_of


@pytest.fixture
def starts(tmp_path: Path) -> Path:
    return tmp_path / "starts"


@pytest.fixture
async def runtime(starts: Path):
    async with Runtime(settings(), store=AnyStore(), launch=scripted_launch(starts)) as runtime:
        yield runtime
    assert not psutil.Process().children()


async def words(stream: Stream) -> str:
    return "".join([event.content async for event in stream if isinstance(event, core.Delta)])


async def aborted(runtime: Runtime) -> str:
    """Ids that the engine was told to abort, one after the other."""
    return await words(await runtime.submit(ask("aborted")))


def none_started(starts: Path) -> bool:
    return not starts.exists()


def pid(runtime: Runtime) -> int:
    (loaded,) = runtime.loaded()
    return loaded.pid


async def test_a_stream_tells_everything_and_ends_with_done(runtime: Runtime) -> None:
    async with await runtime.submit(ask("words 3")) as stream:
        assert stream.info.name == "scripted"
        events = [event async for event in stream]
    kinds = [type(event) for event in events]
    assert kinds == [core.Queued, core.Prefill, *[core.Delta] * 3, core.Finished, core.Done]


async def test_drain_gives_batches_and_then_nothing(runtime: Runtime) -> None:
    stream = await runtime.submit(ask("words 3"))
    events = []
    while batch := await stream.drain():
        events += batch
    assert isinstance(events[-1], core.Done)
    assert len(events) == 7
    assert await stream.drain() == []


async def test_a_failure_is_raised_as_the_error_it_was(runtime: Runtime) -> None:
    with pytest.raises(ContextExceeded, match="too long") as caught:
        await words(await runtime.submit(ask("fail")))
    assert caught.value.detail == {"needed": 9, "context": 4}
    with pytest.raises(ContextExceeded):
        await (await runtime.submit(ask("fail"))).drain()


@pytest.mark.parametrize("way", ["aclose", "with", "garbage"])
async def test_letting_go_of_a_stream_aborts_its_work(runtime: Runtime, way: str) -> None:
    stream = await runtime.submit(ask("forever", id="gone"))
    await anext(stream)
    if way == "aclose":
        await stream.aclose()
        assert [event async for event in stream] == []
    elif way == "with":
        async with stream:
            pass
    else:
        del stream
        gc.collect()
        await asyncio.sleep(0)
    assert await aborted(runtime) == "gone"


async def test_a_stream_read_to_its_end_aborts_nothing(runtime: Runtime) -> None:
    async with await runtime.submit(ask("words 1")) as stream:
        await words(stream)
    assert await aborted(runtime) == ""


async def test_closing_wakes_who_reads(runtime: Runtime) -> None:
    stream = await runtime.submit(ask("silent"))
    reading = asyncio.create_task(stream.drain())
    await asyncio.sleep(0)
    await stream.aclose()
    assert await reading == []


async def test_kill_9_ends_four_streams_and_the_next_request_works(runtime: Runtime) -> None:
    streams = [await runtime.submit(ask("forever")) for _ in range(4)]
    await asyncio.gather(*(anext(stream) for stream in streams))
    killed = pid(runtime)
    os.kill(killed, signal.SIGKILL)
    ends = await asyncio.gather(*(words(stream) for stream in streams), return_exceptions=True)
    assert [type(end) for end in ends] == [EngineDied] * 4
    assert len(set(map(id, ends))) == 4
    assert await words(await runtime.submit(ask("words 2"))) == "w0w1"
    assert pid(runtime) != killed


async def test_load_gives_the_model_and_its_progress(runtime: Runtime) -> None:
    seen: list[LoadedModel] = []
    stop = runtime.on_load_progress(seen.append)
    info = await runtime.load()
    assert info.name == "scripted"
    progress = [0.0, 0.5, 1.0]  # it loads from the moment that its process is started
    assert [(model.name, model.progress) for model in seen] == [("good", at) for at in progress]
    stop()
    await runtime.unload()
    await runtime.load()
    assert len(seen) == 3


async def test_a_model_that_does_not_load_says_why(runtime: Runtime) -> None:
    with pytest.raises(NotAModel, match="no GGUF"):
        await runtime.submit(ask(), "refused")
    (failed,) = runtime.loaded()
    assert (failed.state, failed.error, failed.pid) == ("failed", "no GGUF", 0)


async def test_an_unknown_model_is_not_found(runtime: Runtime) -> None:
    with pytest.raises(ModelNotFound):
        await runtime.submit(ask(), "missing")


async def test_active_shows_who_asks_what(runtime: Runtime) -> None:
    assert runtime.active() == []
    stream = await runtime.submit(ask("forever", id="a", client="editor"))
    async for event in stream:
        if isinstance(event, core.Delta):
            break
    (active,) = runtime.active()
    assert (active.id, active.client, active.model) == ("a", "editor", "good")
    assert active.state == "generating"
    assert runtime.loaded()[0].active == 1
    await stream.aclose()
    assert runtime.active() == []
    assert runtime.loaded()[0].active == 0


async def test_cancel_ends_somebody_elses_request(runtime: Runtime) -> None:
    stream = await runtime.submit(ask("forever", id="a"))
    assert runtime.cancel("a")
    with pytest.raises(Cancelled):
        await words(stream)
    assert not runtime.cancel("a")
    assert await aborted(runtime) == "a"


async def test_cancel_ends_the_wait_for_a_model_and_the_load_goes_on(starts, tmp_path) -> None:
    class Held(AnyStore):
        def resolve(self, spec: str | None):
            model = super().resolve("held")
            return core.msgspec.structs.replace(model, path=str(tmp_path / "held.gguf"))

    async with Runtime(settings(), store=Held(), launch=scripted_launch(starts)) as runtime:
        asking = asyncio.create_task(runtime.submit(ask("words 1", id="a")))
        await until(lambda: bool(runtime.loaded()))
        assert [(active.id, active.state) for active in runtime.active()] == [("a", "loading")]
        assert runtime.cancel("a")
        with pytest.raises(Cancelled):
            await asking
        (tmp_path / "held.go").touch()
        await until(lambda: runtime.loaded()[0].state == "ready")
        assert runtime.active() == []
        assert runtime.loaded()[0].active == 0


async def test_count_and_stats(runtime: Runtime) -> None:
    with pytest.raises(ModelNotFound, match="not loaded"):
        await runtime.stats()
    assert await runtime.count_tokens(core.TextPrompt("one two three")) == 3
    assert (await runtime.stats()).steps == 5
    assert runtime.loaded()[0].active == 0


async def test_the_first_token_of_each_answer_is_timed_once(runtime: Runtime) -> None:
    assert runtime.first_tokens() == []
    before = time.time()
    for _ in range(2):
        assert await words(await runtime.submit(ask("words 3")))
    moments = runtime.first_tokens()
    assert len(moments) == 2
    assert all(before <= when <= time.time() and 0 <= took < 60 for when, took in moments)
    assert moments == sorted(moments)


async def test_unload_frees_the_process(runtime: Runtime) -> None:
    stream = await runtime.submit(ask("forever"))
    with pytest.raises(Busy):
        await runtime.unload()
    await stream.aclose()
    await runtime.unload()
    assert runtime.loaded() == []
    assert not psutil.Process().children()


async def test_closing_ends_streams_with_an_error(starts: Path) -> None:
    async with Runtime(settings(), store=AnyStore(), launch=scripted_launch(starts)) as runtime:
        stream = await runtime.submit(ask("forever"))
    with pytest.raises(EngineDied):
        await words(stream)


def test_it_runs_on_another_thread_with_the_loop_of_run(starts: Path) -> None:
    """As in the app: the loop beside Qt, where child processes are watched all the same."""
    results: list[object] = []

    async def main() -> None:
        async with Runtime(settings(), store=AnyStore(), launch=scripted_launch(starts)) as runtime:
            stream = await runtime.submit(ask("forever"))
            os.kill(pid(runtime), signal.SIGKILL)
            try:
                await words(stream)
            except LocalLLMError as error:
                results.append(error.code)
            results.append(await words(await runtime.submit(ask("words 1"))))

    thread = threading.Thread(target=lambda: run(main()))
    thread.start()
    thread.join(30)
    assert results == ["engine_died", "w0"]


@pytest.mark.parametrize(
    ("content", "error"),
    [(b"no model at all", NotAModel), (gguf()[:-100], ModelTruncated), (None, ModelNotFound)],
)
async def test_a_file_that_is_no_whole_model_is_refused_before_an_engine_starts(
    tmp_path: Path, starts: Path, content: bytes | None, error: type[LocalLLMError]
) -> None:
    file = tmp_path / "some.gguf"
    if content is not None:
        file.write_bytes(content)
    async with Runtime(Settings(), launch=scripted_launch(starts)) as runtime:
        with pytest.raises(error):
            await runtime.submit(ask(), str(file))
    assert none_started(starts)


async def test_a_model_larger_than_the_memory_is_refused_unless_that_is_not_checked(
    tmp_path: Path, starts: Path, monkeypatch
) -> None:
    (tmp_path / "some.gguf").write_bytes(gguf())
    monkeypatch.setattr(budget, "available_bytes", lambda: 1_000_000)
    async with Runtime(Settings(), launch=scripted_launch(starts)) as runtime:
        with pytest.raises(ModelTooLarge, match=r"some needs about .* 1.0 MB are free"):
            await runtime.submit(ask(), str(tmp_path))
    assert none_started(starts)
    unchecked = Settings(memory_check=False)
    async with Runtime(unchecked, launch=scripted_launch(starts)) as runtime:
        assert await words(await runtime.submit(ask("words 1"), str(tmp_path))) == "w0"


def test_the_fake_store_has_a_model_that_needs_no_file() -> None:
    runtime_store = FakeStore(AnyStore())  # type: ignore[arg-type]
    assert runtime_store.resolve("").name == "fake"
    assert runtime_store.find("good").name == "good"
    assert [model.name for model in runtime_store.list()] == ["fake", "good"]


_PARENT = """
import asyncio, sys
sys.path[:0] = {path!r}
from supervisor.scripted import AnyStore, ask, scripted_launch, settings
from localllm.runtime import Runtime

async def main():
    async with Runtime(settings(), store=AnyStore(), launch=scripted_launch()) as runtime:
        await runtime.load()
        print(runtime.loaded()[0].pid, flush=True)
        await asyncio.sleep(3600)

asyncio.run(main())
"""


async def test_an_engine_dies_with_its_parent() -> None:
    script = _PARENT.format(path=[str(Path(__file__).parent)])
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script), stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    engine = int(await parent.stdout.readline())
    assert psutil.pid_exists(engine)
    parent.kill()
    await parent.wait()
    await until(lambda: gone(engine))


def test_settings_choose_the_store() -> None:
    async def main() -> None:
        async with Runtime(Settings(engine="fake")) as runtime:
            assert (await runtime.resolve()).name == "fake"

    run(main())


_ROUND_TRIP = """
import sys
from localllm import core
from localllm.runtime import Runtime, run
from localllm.settings import Settings, engine_options
from localllm.supervisor import budget
from localllm.supervisor.budget import needs_of

async def main():
    async with Runtime(Settings(engine="fake")) as runtime:
        sampling = core.SamplingParams(max_tokens=3)
        request = core.Request("r", core.TextPrompt("Once upon a time"), sampling)
        async for event in await runtime.submit(request):
            last = event
    assert last.usage.completion_tokens == 3, last

run(main())
native = ("llama_cpp", "localllm_native", "localllm.llama", "localllm.engine")
print([name for name in sys.modules if name.startswith(native)])
"""


async def test_a_round_trip_through_the_fake_engine_loads_nothing_native_in_the_parent() -> None:
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _ROUND_TRIP), stdout=asyncio.subprocess.PIPE
    )
    told, _ = await parent.communicate()
    assert parent.returncode == 0
    assert told.strip() == b"[]"


@pytest.mark.model
async def test_a_real_engine_killed_in_the_middle_of_four_streams() -> None:
    sampling = core.SamplingParams(max_tokens=2000, ignore_eos=True)
    async with Runtime(Settings(context=8192)) as runtime:
        requests = [ask("Once", sampling=sampling) for _ in range(4)]
        streams = [await runtime.submit(request, "starter") for request in requests]
        for stream in streams:
            while not any(isinstance(event, core.Delta) for event in await stream.drain()):
                pass
        os.kill(pid(runtime), signal.SIGKILL)
        async with asyncio.timeout(1):
            ends = await asyncio.gather(*map(words, streams), return_exceptions=True)
        assert [type(end) for end in ends] == [EngineDied] * 4
        short = ask("Once", sampling=core.SamplingParams(max_tokens=4, ignore_eos=True))
        assert await words(await runtime.submit(short, "starter"))


@pytest.mark.model
async def test_what_a_model_takes_is_what_was_said_before() -> None:
    settings = Settings(context=1024, ram_cache=0)
    async with Runtime(settings) as runtime:
        model = await runtime.resolve("starter")
        said = needs_of(model, engine_options(settings, model.path)).total
        prompt = ask("word " * 900, sampling=core.SamplingParams(max_tokens=1))
        await words(await runtime.submit(prompt, model))
        taken = psutil.Process(pid(runtime)).memory_info().rss
    assert taken < said < 1.5 * taken


async def test_model_files_that_come_are_told_to_all_who_want_to_know(tmp_path: Path) -> None:
    told, gone = asyncio.Event(), asyncio.Event()
    async with Runtime(Settings(engine="fake", models_dirs=(str(tmp_path),))) as runtime:
        runtime.on_models_change(told.set)
        runtime.on_models_change(gone.set)()
        await asyncio.sleep(0.5)
        (tmp_path / "new.gguf").write_bytes(gguf())
        async with asyncio.timeout(20):
            await told.wait()
        assert "new" in {model.name for model in runtime.models()}
    assert not gone.is_set()
