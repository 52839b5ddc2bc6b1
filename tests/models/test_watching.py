"""Model files that come and go are noticed; one that is being written is not told all the time."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from helpers.gguf_bytes import gguf

from localllm.models import watching
from localllm.models.watching import Watch, watch_folders

SOON_S = 20.0  # a guard: what is waited for comes within a second
NEVER_S = 1.0


class Told:
    """Counts what is told, and waits for it."""

    def __init__(self) -> None:
        self.times = 0
        self._event = asyncio.Event()

    def __call__(self) -> None:
        self.times += 1
        self._event.set()

    async def once_more(self) -> None:
        async with asyncio.timeout(SOON_S):
            await self._event.wait()
        self._event.clear()

    async def never(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(NEVER_S):
                await self._event.wait()
                pytest.fail("told of nothing")


@contextlib.asynccontextmanager
async def watched(*folders: Path, callback: Callable[[], None]) -> AsyncIterator[Watch]:
    watch = watch_folders(folders, callback)
    await asyncio.sleep(0.4)  # until it listens
    try:
        yield watch
    finally:
        await watch.aclose()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "QUIET_S", 0.1)
    monkeypatch.setattr(watching, "_LOOK_MS", 300)


async def test_a_model_that_comes_changes_and_goes_is_told(tmp_path: Path) -> None:
    told = Told()
    async with watched(tmp_path, callback=told):
        path = tmp_path / "m.gguf"
        path.write_bytes(gguf())
        await told.once_more()
        path.write_bytes(gguf() + bytes(100))
        await told.once_more()
        path.unlink()
        await told.once_more()


async def test_a_model_that_is_moved_into_place_is_told(tmp_path: Path) -> None:
    told = Told()
    hidden = tmp_path / ".fetch-1"
    hidden.mkdir()
    async with watched(tmp_path, callback=told):
        (hidden / "m.gguf").write_bytes(gguf())
        await told.never()
        (hidden / "m.gguf").rename(tmp_path / "m.gguf")
        await told.once_more()


@pytest.mark.parametrize("name", ["m.gguf.part", ".localllm-m.gguf-1.tmp", "notes.txt", "m.json"])
async def test_other_files_are_not_told(tmp_path: Path, name: str) -> None:
    told = Told()
    async with watched(tmp_path, callback=told):
        (tmp_path / name).write_bytes(b"x")
        await told.never()


async def test_deep_folders_and_those_with_models_in_them_are_told(tmp_path: Path) -> None:
    told = Told()
    (tmp_path / "a" / "b").mkdir(parents=True)
    async with watched(tmp_path, callback=told):
        (tmp_path / "a" / "b" / "m.gguf").write_bytes(gguf())
        await told.once_more()
        (tmp_path / "a").rename(tmp_path / "c")
        await told.once_more()


async def test_a_folder_that_comes_later_is_watched_then(tmp_path: Path) -> None:
    told = Told()
    late = tmp_path / "late"
    async with watched(late, callback=told):
        late.mkdir()
        await told.once_more()
        await asyncio.sleep(0.6)
        (late / "m.gguf").write_bytes(gguf())
        await told.once_more()


async def test_many_changes_are_told_once(tmp_path: Path) -> None:
    told = Told()
    async with watched(tmp_path, callback=told):
        for number in range(50):
            (tmp_path / f"{number}.gguf").write_bytes(gguf())
        await told.once_more()
        await told.never()
    assert told.times == 1


async def test_nothing_is_told_after_the_end(tmp_path: Path) -> None:
    told = Told()
    async with watched(tmp_path, callback=told) as watch:
        await watch.aclose()
        (tmp_path / "m.gguf").write_bytes(gguf())
        await told.never()


@pytest.mark.expects_error_log
async def test_a_callback_that_fails_is_called_again(tmp_path: Path) -> None:
    told = Told()

    def fails() -> None:
        told()
        raise ZeroDivisionError

    async with watched(tmp_path, callback=fails):
        (tmp_path / "a.gguf").write_bytes(gguf())
        await told.once_more()
        (tmp_path / "b.gguf").write_bytes(gguf())
        await told.once_more()


async def test_where_the_system_does_not_tell_folders_are_looked_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import watchfiles

    real = watchfiles.awatch

    def awatch(*paths: Path, force_polling: bool | None, **options: object) -> object:
        if not force_polling:
            raise OSError("no more watches")
        return real(*paths, force_polling=True, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(watchfiles, "awatch", awatch)
    told = Told()
    async with watched(tmp_path, callback=told):
        (tmp_path / "m.gguf").write_bytes(gguf())
        await told.once_more()
