"""The only crossing between the Qt thread and the asyncio thread.

    Qt thread                               asyncio thread (one loop)
    ----------------------------------      ------------------------------------------------
    view-models, QML                        runtime, port, chat store
    bridge.call(coroutine) -> Call   ---->  runs as a task
    callbacks, at most one turn a frame <-- bridge.post(callback, *args), from any thread

Nothing else may cross: a view-model never touches what the loop owns, a coroutine never touches a
QObject. The Qt thread never waits. What arrives within one frame is handed over in one turn, so
that a stream of tokens costs one wake-up a frame and not one a token.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, Signal

log = logging.getLogger(__name__)

T = TypeVar("T")
_FRAME_S = 0.016


class Call(Generic[T]):
    """A coroutine that runs on the loop. Its callbacks run on the Qt thread, never before `call`
    returned. An error that nobody takes goes to `Bridge.failed`.

    Where a callback is a method of a QObject (or a partial of one) that was deleted meanwhile,
    nothing is called.
    """

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._task: asyncio.Task[T] | None = None
        self._cancelled = False
        self._then: Callable[[T], object] | None = None
        self._catch: Callable[[Exception], object] | None = None

    def then(self, callback: Callable[[T], object]) -> Call[T]:
        self._then = callback
        return self

    def catch(self, callback: Callable[[Exception], object]) -> Call[T]:
        self._catch = callback
        return self

    def cancel(self) -> None:
        """Stops the coroutine; no callback runs afterwards."""
        self._cancelled = True
        self._bridge.on_loop(self._cancel)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _ended(self, task: asyncio.Task[T]) -> None:
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, Exception):
            self._bridge.post(self._failed, error)
        elif error is None:
            self._bridge.post(self._succeeded, task.result())

    def _succeeded(self, result: T) -> None:
        if self._then is not None and not self._cancelled and _alive(self._then):
            self._then(result)

    def _failed(self, error: Exception) -> None:
        if self._cancelled or (self._then is not None and not _alive(self._then)):
            return
        if self._catch is not None:
            self._catch(error)
        else:
            self._bridge.failed.emit(error)


def _alive(callback: Callable[..., object]) -> bool:
    method = callback.func if isinstance(callback, functools.partial) else callback
    owner = getattr(method, "__self__", None)
    return not isinstance(owner, QObject) or shiboken6.isValid(owner)


class Bridge(QObject):
    """Made and used on the Qt thread; `post` and `on_loop` may be called from any."""

    failed = Signal(object)  # an Exception that no Call took
    _wake = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inbox: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._woken = False
        self._over = False
        self._last_turn = 0.0
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._turn)
        self._wake.connect(self._schedule, Qt.ConnectionType.QueuedConnection)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="localllm-loop", daemon=True)
        self._thread.start()

    def call(self, work: Coroutine[Any, Any, T]) -> Call[T]:
        """Starts `work` on the loop; after `stop` it is dropped."""
        call: Call[T] = Call(self)
        if self._over:
            work.close()
            return call

        def start() -> None:
            call._task = self._loop.create_task(work)
            call._task.add_done_callback(call._ended)
            if call._cancelled:
                call._task.cancel()

        self.on_loop(start)
        return call

    def on_loop(self, callback: Callable[[], object]) -> None:
        self._loop.call_soon_threadsafe(callback)

    def post(self, callback: Callable[..., object], *args: object) -> None:
        """Runs `callback(*args)` on the Qt thread, within a frame, in the order of posting."""
        self._inbox.append((callback, args))
        if not self._woken:
            self._woken = True
            self._wake.emit()

    def stop(self, last: Coroutine[Any, Any, None], seconds: float = 10.0) -> None:
        """Runs `last` (closing what the loop owns), ends every task and the thread.

        The one call that waits: the window is gone by then.
        """
        self._over = True
        future = asyncio.run_coroutine_threadsafe(self._wind_down(last), self._loop)
        try:
            future.result(seconds)
        except TimeoutError:
            log.warning("What runs in the background did not end within %.0f s", seconds)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(seconds)

    async def _wind_down(self, last: Coroutine[Any, Any, None]) -> None:
        await last
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def _schedule(self) -> None:
        rest = self._last_turn + _FRAME_S - time.monotonic()
        self._timer.start(max(0, round(rest * 1000)))

    def _turn(self) -> None:
        self._last_turn = time.monotonic()
        # Before the inbox is emptied: what is posted from here on wakes again.
        self._woken = False
        for _ in range(len(self._inbox)):
            callback, args = self._inbox.popleft()
            callback(*args)
