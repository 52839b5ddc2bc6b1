from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import psutil
import pytest
from supervisor.scripted import ask, model, scripted_launch, settings, until

from localllm.errors import Busy, EngineDied, ModelNotFound, ModelTooLarge, NotAModel
from localllm.supervisor import budget
from localllm.supervisor.host import Host, LoadedModel, Restarts
from localllm.supervisor.supervisor import Supervisor

QUICK = Restarts(limit=3, window_s=60, backoff_s=0.01)


@pytest.fixture
def starts(tmp_path: Path) -> Path:
    return tmp_path / "starts"


@pytest.fixture
async def supervise(starts: Path):
    made: list[Supervisor] = []

    def build(restarts: Restarts = QUICK, changes=lambda _: None, **changed: object) -> Supervisor:
        supervisor = Supervisor(
            settings(**changed), changes, launch=scripted_launch(starts), restarts=restarts
        )
        made.append(supervisor)
        return supervisor

    yield build
    await asyncio.gather(*(supervisor.close() for supervisor in made))
    assert not psutil.Process().children()


def names(supervisor: Supervisor) -> set[str]:
    return {host.model.name for host in supervisor.hosts()}


def n_starts(starts: Path) -> int:
    return len(starts.read_text().splitlines())


async def kill(host: Host) -> None:
    """Until the death is noticed."""
    process = host.process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    await process.ended


async def test_concurrent_needs_share_one_load(supervise, starts) -> None:
    supervisor = supervise()
    hosts = await asyncio.gather(*(supervisor.acquire(model()) for _ in range(5)))
    assert len(set(hosts)) == 1
    assert hosts[0].users == 5
    assert n_starts(starts) == 1


async def test_one_who_stops_waiting_does_not_stop_the_load(supervise, tmp_path) -> None:
    supervisor = supervise()
    held = model("held", tmp_path)
    first, second = (asyncio.create_task(supervisor.acquire(held)) for _ in range(2))
    await until(lambda: any(host.progress for host in supervisor.hosts()))
    first.cancel()
    (tmp_path / "held.go").touch()
    assert (await second).users == 1


async def test_a_failed_load_is_told_to_all_and_tried_again_for_the_next(supervise, starts) -> None:
    supervisor = supervise()
    both = await asyncio.gather(
        *(supervisor.acquire(model("refused")) for _ in range(2)), return_exceptions=True
    )
    assert [type(each) for each in both] == [NotAModel, NotAModel]
    assert [shown.snapshot().state for shown in supervisor.hosts()] == ["failed"]
    with pytest.raises(NotAModel):
        await supervisor.acquire(model("refused"))
    assert n_starts(starts) == 2


async def test_states_are_told_as_they_change(supervise) -> None:
    seen: list[LoadedModel] = []
    supervisor = supervise(changes=seen.append)
    host = await supervisor.acquire(model())
    await kill(host)
    await host.ready()
    states = [(shown.state, shown.progress) for shown in seen]
    assert states == [
        ("loading", 0.0), ("loading", 0.5), ("ready", 1.0),
        ("restarting", 0.0), ("restarting", 0.5), ("ready", 1.0),
    ]  # fmt: skip
    assert seen[2].info is not None
    assert seen[2].pid
    assert seen[3].pid == 0


async def test_a_dead_engine_is_restarted_without_being_asked(supervise) -> None:
    supervisor = supervise()
    host = await supervisor.acquire(model())
    host.leave()
    await kill(host)
    await until(lambda: host.process is not None)
    assert host.snapshot().state == "ready"


async def test_too_many_deaths_are_the_end_and_the_words_say_so(supervise, starts) -> None:
    supervisor = supervise()
    host = await supervisor.acquire(model())
    for _ in range(QUICK.limit):
        await host.ready()
        await kill(host)
    with pytest.raises(EngineDied, match=r"ended 3 times within .*not started again.*SIGKILL"):
        await host.ready()
    with pytest.raises(EngineDied, match="ended 3 times") as caught:
        await supervisor.acquire(model())
    assert 0 < caught.value.detail["retry_after"] <= 60
    assert n_starts(starts) == QUICK.limit


async def test_what_was_given_up_is_tried_again_on_demand(supervise) -> None:
    supervisor = supervise(restarts=Restarts(limit=1, window_s=60))
    host = await supervisor.acquire(model())
    await kill(host)
    with pytest.raises(EngineDied):
        await host.ready()
    assert (await supervisor.acquire(model(), again=True)).process


async def test_what_was_given_up_is_tried_again_after_the_window(supervise) -> None:
    supervisor = supervise(restarts=Restarts(limit=1, window_s=0.05))
    host = await supervisor.acquire(model())
    await kill(host)
    with pytest.raises(EngineDied):
        await host.ready()
    await asyncio.sleep(0.06)
    assert (await supervisor.acquire(model())).process


async def test_one_model_more_unloads_the_longest_unused(supervise) -> None:
    supervisor = supervise(max_models=2)
    for name in ("a", "b", "a", "c"):
        (await supervisor.acquire(model(name))).leave()
    assert names(supervisor) == {"a", "c"}


async def test_a_busy_model_is_not_unloaded_and_the_number_is_kept_when_it_is_idle(
    supervise,
) -> None:
    supervisor = supervise(max_models=1)
    busy = await supervisor.acquire(model("busy"))
    beside = await supervisor.acquire(model("beside"))
    assert names(supervisor) == {"busy", "beside"}
    busy.leave()
    await until(lambda: names(supervisor) == {"beside"})
    beside.leave()
    await asyncio.sleep(0.05)
    assert names(supervisor) == {"beside"}


async def test_an_unused_model_is_unloaded_after_its_time(supervise) -> None:
    supervisor = supervise(idle_unload=1)
    (await supervisor.acquire(model())).leave()
    assert names(supervisor) == {"good"}
    await until(lambda: not supervisor.hosts())


async def test_use_puts_off_the_unloading(supervise) -> None:
    supervisor = supervise(idle_unload=1)
    (await supervisor.acquire(model())).leave()
    await asyncio.sleep(0.6)
    (await supervisor.acquire(model())).leave()
    await asyncio.sleep(0.6)
    assert names(supervisor) == {"good"}


async def test_unload_refuses_a_busy_model_unless_forced(supervise) -> None:
    supervisor = supervise()
    host = await supervisor.acquire(model())
    process = await host.ready()
    mailbox = process.submit(ask("forever"), host.leave)
    with pytest.raises(Busy, match="1 requests"):
        await supervisor.unload(model())
    await supervisor.unload(model(), force=True)
    assert mailbox.last.code == "engine_died"  # type: ignore[union-attr]
    with pytest.raises(ModelNotFound, match="not loaded"):
        supervisor.process(model())


async def test_closing_while_a_model_loads_tells_who_waits(supervise, tmp_path) -> None:
    supervisor = supervise()
    waiting = asyncio.create_task(supervisor.acquire(model("held", tmp_path)))
    await until(lambda: any(host.progress for host in supervisor.hosts()))
    await supervisor.close()
    with pytest.raises(EngineDied, match="unloaded"):
        await waiting
    with pytest.raises(EngineDied, match="closing"):
        await supervisor.acquire(model())


class Memory:
    """Room for engines of 10 bytes each: `size` bytes, less 10 for each engine that runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
        self.size = size
        monkeypatch.setattr(budget, "available_bytes", self.available)
        monkeypatch.setattr(budget, "freed_by", lambda pid: 10)

    def available(self) -> int:
        return self.size - 10 * len(psutil.Process().children())


@pytest.fixture
def needs_10(monkeypatch: pytest.MonkeyPatch) -> None:
    async def needs(self: Supervisor, wanted: object) -> budget.Needs:
        return budget.Needs(weights=6, kv=3, context=1, rest=1)

    monkeypatch.setattr(Supervisor, "_needs", needs)


@pytest.mark.usefixtures("needs_10")
async def test_what_never_fits_is_refused_with_numbers_and_nothing_is_unloaded(
    supervise, monkeypatch
) -> None:
    Memory(monkeypatch, size=10)
    supervisor = supervise(max_models=1)
    (await supervisor.acquire(model("a"))).leave()
    monkeypatch.setattr(budget, "freed_by", lambda pid: 9)
    with pytest.raises(ModelTooLarge, match="memory_check off") as caught:
        await supervisor.acquire(model("b"))
    assert caught.value.detail | {"needs": 10, "free": 0, "freeable": 9} == caught.value.detail
    assert names(supervisor) == {"a"}


@pytest.mark.usefixtures("needs_10")
async def test_idle_models_make_room_even_below_the_number(supervise, monkeypatch) -> None:
    Memory(monkeypatch, size=20)
    supervisor = supervise(max_models=5)
    for name in ("a", "b", "c"):
        (await supervisor.acquire(model(name))).leave()
    assert names(supervisor) == {"b", "c"}


@pytest.mark.usefixtures("needs_10")
async def test_without_room_a_model_waits_for_a_busy_one_and_later_requests_for_that_wait_behind(
    supervise, monkeypatch
) -> None:
    Memory(monkeypatch, size=10)
    supervisor = supervise(max_models=1)
    order: list[str] = []

    async def use(name: str) -> None:
        host = await supervisor.acquire(model(name))
        order.append(name)
        host.leave()

    busy = await supervisor.acquire(model("a"))
    waiting = asyncio.create_task(use("b"))
    await until(lambda: supervisor.serving(model("a")) is None)
    later = asyncio.create_task(use("a"))
    await asyncio.sleep(0.05)
    assert order == []
    busy.leave()
    await asyncio.gather(waiting, later)
    assert order == ["b", "a"]


@pytest.mark.usefixtures("needs_10")
async def test_who_gives_up_waiting_for_room_lets_others_in_again(supervise, monkeypatch) -> None:
    Memory(monkeypatch, size=10)
    supervisor = supervise(max_models=1)
    await supervisor.acquire(model("a"))
    waiting = asyncio.create_task(supervisor.acquire(model("b")))
    await until(lambda: supervisor.serving(model("a")) is None)
    waiting.cancel()
    await asyncio.wait([waiting])
    assert (await supervisor.acquire(model("a"))).users == 2
