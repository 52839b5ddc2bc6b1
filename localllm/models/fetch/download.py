"""Downloads for those who wait for them: a thread that is no event loop's.

    download(url, target, sha256=..., progress=...)     one file
    fetch(plan, progress=...)                           what belongs together

Both resume after anything, check what came and never leave half of it under its name. The app's
queue (downloads.py) runs the same engine on its own loop. Whether the network may be used at all
(`settings.offline`) is the caller's question.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

from localllm.models.disk import check_disk, writing
from localllm.models.fetch.bandwidth import Bandwidth
from localllm.models.fetch.fetching import Fetch, Headers, RemoteFile
from localllm.models.fetch.file import FileFetch
from localllm.models.fetch.http import Web
from localllm.models.fetch.offloop import off_loop, open_off_loop
from localllm.models.fetch.partial import Partial
from localllm.models.fetch.plan import PlanFetch
from localllm.models.fetch.ranges import Pace
from localllm.models.fetch.transfer import TRIES, TRIES_UNANSWERED

__all__ = ["TRIES", "TRIES_UNANSWERED", "Progress", "check_disk", "download", "fetch"]

log = logging.getLogger(__name__)

T = TypeVar("T")
ONE, SEVERAL = Pace(connections=1), Pace()

Progress = Callable[[int, int | None], None]  # bytes there are, bytes in all if known


def download(
    url: str,
    target: Path,
    *,
    sha256: str | None = None,
    progress: Progress | None = None,
    headers: Mapping[str, str] | None = None,
    pace: Pace = ONE,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Puts the file at `url` to `target`; returns when it is whole, checked and durable.

    DownloadError says why it is given up, DiskFull with numbers, Busy where another process
    fetches the same. An exception out of `progress` (somebody stops it) keeps what has come.
    """
    file = RemoteFile(url, target.name, -1, sha256)
    report = _Report(progress)
    report.run(_download(file, target, report, headers or {}, pace, _sleeping(sleep)))


def fetch(
    plan: Fetch,
    *,
    headers: Headers | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] = log.info,
    pace: Pace = SEVERAL,
    limit: int = 0,
    proxy: str = "",
) -> tuple[Path, ...]:
    """Carries out a plan; where its files are then. Raises as `download`.

    `headers` gives those for a URL of the plan (a token), `tell` gets words about what was not
    expected, `limit` is in bytes a second (0: none).
    """
    report = _Report(progress)
    return report.run(_fetch(plan, Web(headers, proxy), report, tell, pace, limit))


class _Stop(Exception):
    """`progress` has raised: a Ctrl-C itself must not cross an event loop."""


class _Report:
    """Calls `progress`, and raises out of `run` what comes out of it."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._error: BaseException | None = None

    def __call__(self, done: int, total: int | None) -> None:
        if self._progress is None:
            return
        try:
            self._progress(done, total)
        except BaseException as error:
            self._error = error
            raise _Stop from None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            return asyncio.run(work)
        except _Stop:
            assert self._error is not None
            raise self._error from None


async def _download(
    file: RemoteFile,
    target: Path,
    report: _Report,
    headers: Mapping[str, str],
    pace: Pace,
    sleep: Callable[[float], Awaitable[None]],
) -> None:
    with writing(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        partial = await open_off_loop(Partial, Partial.close, target)
    async with contextlib.aclosing(Web(lambda url: headers)) as web:
        with partial:
            one = FileFetch(
                file,
                partial,
                web,
                Bandwidth(),
                pace=pace,
                tell=log.warning,
                grown=lambda: report(partial.done, partial.origin.size),
                sleep=sleep,
            )
            await one.run()
            with writing(target):
                await off_loop(partial.finish)


async def _fetch(
    plan: Fetch,
    web: Web,
    report: _Report,
    tell: Callable[[str], None],
    pace: Pace,
    limit: int,
) -> tuple[Path, ...]:
    async with contextlib.aclosing(web):
        run = PlanFetch(
            plan,
            web,
            Bandwidth(limit),
            pace=pace,
            tell=tell,
            grown=lambda: report(run.done, run.total),
        )
        return await run.run()


def _sleeping(sleep: Callable[[float], None]) -> Callable[[float], Awaitable[None]]:
    if sleep is time.sleep:
        return asyncio.sleep

    async def slept(seconds: float) -> None:
        sleep(seconds)

    return slept
