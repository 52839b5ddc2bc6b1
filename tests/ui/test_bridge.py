"""The crossing between Qt's thread and the loop's."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator

import pytest
import shiboken6
from localllm_ui.bridge import Bridge
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot


async def nothing() -> None:
    return None


@pytest.fixture
def bridge(qapp: QObject) -> Iterator[Bridge]:
    made = Bridge()
    yield made
    made.stop(nothing())


async def thread_of() -> int:
    return threading.get_ident()


async def fails() -> None:
    raise ValueError("on purpose")


def test_work_runs_on_another_thread_and_its_callback_on_qts(bridge: Bridge, qtbot: QtBot) -> None:
    seen: list[tuple[int, int]] = []
    bridge.call(thread_of()).then(lambda there: seen.append((there, threading.get_ident())))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0][0] != threading.get_ident()
    assert seen[0][1] == threading.get_ident()


def test_an_error_goes_to_who_takes_it(bridge: Bridge, qtbot: QtBot) -> None:
    caught: list[Exception] = []
    bridge.call(fails()).catch(caught.append)
    qtbot.waitUntil(lambda: bool(caught))
    assert str(caught[0]) == "on purpose"


def test_an_error_that_nobody_takes_is_told(bridge: Bridge, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bridge.failed) as told:
        bridge.call(fails())
    assert isinstance(told.args[0], ValueError)


def test_a_cancelled_call_ends_without_a_callback(bridge: Bridge, qtbot: QtBot) -> None:
    began, ended = threading.Event(), threading.Event()
    called: list[object] = []

    async def sleeps() -> None:
        try:
            began.set()
            await asyncio.sleep(60)
        finally:
            ended.set()

    call = bridge.call(sleeps()).then(called.append)
    qtbot.waitUntil(began.is_set)
    call.cancel()
    qtbot.waitUntil(ended.is_set)
    assert not called


def test_a_call_that_is_cancelled_at_once_never_starts(bridge: Bridge, qtbot: QtBot) -> None:
    called: list[object] = []
    bridge.call(nothing()).then(called.append).cancel()
    bridge.call(nothing()).then(lambda _: called.append("after"))
    qtbot.waitUntil(lambda: bool(called))
    assert called == ["after"]


def test_posts_keep_their_order_and_share_a_turn(bridge: Bridge, qtbot: QtBot) -> None:
    seen: list[int] = []
    turns: list[int] = []
    bridge._timer.timeout.connect(lambda: turns.append(1))
    bridge.on_loop(lambda: [bridge.post(seen.append, n) for n in range(1000)])
    qtbot.waitUntil(lambda: len(seen) == 1000)
    assert seen == list(range(1000))
    assert len(turns) < 50


def test_a_deleted_owner_is_not_called(bridge: Bridge, qtbot: QtBot) -> None:
    called: list[object] = []

    class Owner(QObject):
        def take(self, value: object) -> None:
            called.append(value)

    owner = Owner()
    go = threading.Event()

    async def waits() -> None:
        await asyncio.to_thread(go.wait)

    bridge.call(waits()).then(owner.take)
    shiboken6.delete(owner)
    go.set()
    bridge.call(nothing()).then(lambda _: called.append("after"))
    qtbot.waitUntil(lambda: "after" in called)
    assert called == ["after"]


def test_what_is_called_after_the_end_is_dropped_in_silence(qtbot: QtBot) -> None:
    bridge = Bridge()
    bridge.stop(nothing())
    bridge.call(nothing())  # a warning about a coroutine that nobody awaited would fail the test
    gc.collect()
