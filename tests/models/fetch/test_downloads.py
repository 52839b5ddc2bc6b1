"""The queue: who runs, who waits, what is told, and what another start of the app finds."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.hub import Answer, Hub, Stall
from helpers.plans import PACE, lies_in, plan, some_bytes, split

from localllm import paths
from localllm.errors import BadRequest, DownloadError
from localllm.models.fetch.downloads import Download, Downloads
from localllm.models.fetch.fetching import Fetch
from localllm.models.fetch.watchers import INTERVAL_S

DATA = some_bytes(300_000)


@pytest.fixture
def hub() -> Iterator[Hub]:
    with Hub() as hub:
        yield hub


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "downloads.json"


@pytest.fixture
async def downloads(file: Path) -> AsyncIterator[Downloads]:
    downloads = Downloads(file, pace=PACE)
    yield downloads
    await downloads.aclose()


def model(hub: Hub, name: str = "a", data: bytes = DATA) -> Fetch:
    return plan(hub, paths.models_dir() / name, {f"{name}.gguf": data})


class Hold:
    """Nothing comes of files with this in their name from `begin` on, until its `end`."""

    def __init__(self, hub: Hub, name: str = "", begin: int = 150_000) -> None:
        self._on = True
        hub.fail(
            Stall(0), server="cdn", times=999, when=lambda asked: self._on
            and name in asked.path and begin_of(asked.range) >= begin,
        )  # fmt: skip

    def end(self) -> None:
        self._on = False


def begin_of(range: str | None) -> int:
    return int((range or "bytes=0-").removeprefix("bytes=").partition("-")[0])


async def running(downloads: Downloads, id: str, at_least: int = 1) -> Download:
    """Once so many bytes of it have come."""
    async with asyncio.timeout(20):
        while downloads.get(id).state in ("queued", "running"):
            if downloads.get(id).done >= at_least:
                break
            await asyncio.sleep(0.005)
    return downloads.get(id)


async def ended(downloads: Downloads, id: str) -> Download:
    async with asyncio.timeout(20):
        return await downloads.wait(id)


def content_of(path: str | Path) -> bytes:
    return Path(path).read_bytes()


def put(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def states(downloads: Downloads) -> list[str]:
    return [download.state for download in downloads.list()]


async def test_what_is_added_is_fetched(hub: Hub, downloads: Downloads) -> None:
    done = await ended(downloads, downloads.add(model(hub)))
    assert (done.state, done.done, done.total) == ("done", len(DATA), len(DATA))
    assert [content_of(file) for file in done.files] == [DATA]


async def test_one_runs_and_the_others_wait_in_order(hub: Hub, downloads: Downloads) -> None:
    Hold(hub)
    first, second, third = [downloads.add(model(hub, name)) for name in "abc"]
    await running(downloads, first)
    assert states(downloads) == ["running", "queued", "queued"]
    downloads.move_up(third)
    assert [download.id for download in downloads.list()] == [first, third, second]
    assert [download.position for download in downloads.list()] == [0, 1, 2]
    await downloads.pause(first)
    assert states(downloads) == ["paused", "running", "queued"]


async def test_more_run_at_once_when_that_is_set(hub: Hub, downloads: Downloads) -> None:
    Hold(hub)
    for name in "abc":
        downloads.add(model(hub, name))
    downloads.at_once = 2
    assert states(downloads) == ["running", "running", "queued"]


async def test_a_paused_one_goes_on_where_it_was(hub: Hub, downloads: Downloads) -> None:
    hold = Hold(hub)
    id = downloads.add(model(hub))
    await running(downloads, id, 100_000)
    await downloads.pause(id)
    paused = downloads.get(id)
    assert (paused.state, paused.speed, paused.left_s) == ("paused", 0, None)
    assert 100_000 <= paused.done < len(DATA)
    hold.end()
    before = len(hub.transfers())
    downloads.resume(id)
    assert (await ended(downloads, id)).state == "done"
    again = [asked.range for asked in hub.transfers()[before:]]
    assert sum(length_of(each, len(DATA)) for each in again) == len(DATA) - paused.done


def length_of(range: str | None, size: int) -> int:
    assert range is not None
    begin, _, last = range.removeprefix("bytes=").partition("-")
    return (int(last) + 1 if last else size) - int(begin)


async def test_a_waiting_one_can_be_paused_and_resumed(hub: Hub, downloads: Downloads) -> None:
    downloads.at_once = 0
    id = downloads.add(model(hub))
    await downloads.pause(id)
    assert states(downloads) == ["paused"]
    downloads.resume(id)
    assert states(downloads) == ["queued"]


async def test_a_cancelled_one_leaves_nothing(hub: Hub, downloads: Downloads) -> None:
    Hold(hub)
    id = downloads.add(model(hub))
    await running(downloads, id, 50_000)
    await downloads.cancel(id)
    assert downloads.list() == ()
    assert list(paths.models_dir().iterdir()) == []


async def test_a_cancelled_one_can_leave_what_has_come(hub: Hub, downloads: Downloads) -> None:
    hold = Hold(hub)
    fetch = model(hub)
    id = downloads.add(fetch)
    await running(downloads, id, 100_000)
    await downloads.cancel(id, keep_partial=True)
    hold.end()
    before = len(hub.transfers())
    await ended(downloads, downloads.add(fetch))
    again = [length_of(asked.range, len(DATA)) for asked in hub.transfers()[before:]]
    assert sum(again) <= len(DATA) - 100_000


async def test_a_failed_one_says_why_and_can_be_tried_again(hub: Hub, downloads: Downloads) -> None:
    hub.fail(Answer(404), server="cdn", times=1)
    id = downloads.add(model(hub))
    failed = await ended(downloads, id)
    assert failed.state == "failed"
    assert "no such file" in failed.problem
    downloads.resume(id)
    done = await ended(downloads, id)
    assert (done.state, done.problem) == ("done", "")


async def test_a_failed_one_does_not_hold_up_the_next(hub: Hub, downloads: Downloads) -> None:
    hub.fail(Answer(404), path="*a.gguf*")
    ids = [downloads.add(model(hub, name)) for name in "ab"]
    assert [(await ended(downloads, id)).state for id in ids] == ["failed", "done"]


async def test_the_same_files_are_one_download(hub: Hub, downloads: Downloads) -> None:
    downloads.at_once = 0
    first = downloads.add(model(hub))
    assert downloads.add(model(hub)) == first
    assert len(downloads.list()) == 1


async def test_offline_nothing_begins_and_what_runs_stops(hub: Hub, downloads: Downloads) -> None:
    hold = Hold(hub)
    id = downloads.add(model(hub))
    await running(downloads, id, 50_000)
    downloads.offline = True
    assert states(downloads) == ["queued"]
    with pytest.raises(DownloadError, match="offline"):
        downloads.add(model(hub, "b"))
    hold.end()
    downloads.offline = False
    assert (await ended(downloads, id)).state == "done"


async def test_words_about_the_unexpected_are_kept(hub: Hub, downloads: Downloads) -> None:
    fetch = model(hub)
    hold = Hold(hub)
    id = downloads.add(fetch)
    await running(downloads, id, 50_000)
    await downloads.pause(id)
    hold.end()
    other = some_bytes(len(DATA), 9)
    changed = plan(hub, Path(fetch.folder), {"a.gguf": other})
    assert downloads.add(changed) == id
    done = await ended(downloads, id)
    assert content_of(done.files[0]) == other
    assert "is of another file" in done.notes[0]


async def test_an_unknown_id_is_an_error_with_words(downloads: Downloads) -> None:
    with pytest.raises(BadRequest, match="nothing"):
        downloads.resume("nothing")


async def test_subscribers_are_told_of_the_end_and_not_too_often(
    hub: Hub, downloads: Downloads
) -> None:
    loop, told = asyncio.get_running_loop(), []
    hub.rate = 600_000
    stop = downloads.subscribe(lambda all: told.append((loop.time(), [d.state for d in all])))
    await ended(downloads, downloads.add(model(hub)))
    stop()
    assert told[-1][1] == ["done"]
    gaps = [later[0] - sooner[0] for sooner, later in itertools.pairwise(told)]
    assert all(gap > INTERVAL_S * 0.9 for gap in gaps)


@pytest.mark.expects_error_log
async def test_a_subscriber_that_fails_harms_nobody(hub: Hub, downloads: Downloads) -> None:
    def broken(all: tuple[Download, ...]) -> None:
        raise RuntimeError("a bug of a face")

    downloads.subscribe(broken)
    assert (await ended(downloads, downloads.add(model(hub)))).state == "done"


# --- another start


async def test_another_start_goes_on_with_what_ran_and_leaves_what_was_paused(
    hub: Hub, file: Path
) -> None:
    hold = Hold(hub)
    first = Downloads(file, pace=PACE)
    ran, paused = first.add(model(hub, "a")), first.add(model(hub, "b"))
    await running(first, ran, 100_000)
    await first.pause(paused)
    await first.aclose()
    hold.end()
    before = len(hub.transfers())

    second = Downloads(file, pace=PACE)
    assert second.list() == ()  # nothing is asked of disk or network before its start
    second.start()
    assert [download.id for download in second.list()] == [ran, paused]
    assert (await ended(second, ran)).state == "done"
    assert second.get(paused).state == "paused"
    await second.aclose()
    again = [length_of(asked.range, len(DATA)) for asked in hub.transfers()[before:]]
    assert sum(again) <= len(DATA) - 100_000


async def test_a_second_process_has_a_queue_of_its_own(hub: Hub, file: Path) -> None:
    first, second = Downloads(file, pace=PACE), Downloads(file, pace=PACE)
    first.at_once = 0
    mine = first.add(model(hub, "a"))
    assert (await ended(second, second.add(model(hub, "b")))).state == "done"
    await second.aclose()
    await first.aclose()
    third = Downloads(file, pace=PACE, at_once=0)
    third.start()
    assert [download.id for download in third.list()] == [mine]
    await third.aclose()


@pytest.mark.parametrize("content", [b"", b"{", b'{"downloads":[{}]}', b"\xff" * 100])
async def test_a_list_that_cannot_be_read_is_put_aside(file: Path, content: bytes) -> None:
    put(file, content)
    downloads = Downloads(file)
    downloads.start()
    assert downloads.list() == ()
    await downloads.aclose()
    assert content_of(file.with_name("downloads.json.damaged")) == content


async def test_no_secret_is_in_the_list_on_disk(hub: Hub, file: Path) -> None:
    asked: list[str] = []
    hub.tokens["hf_secret"] = set()

    def headers(url: str) -> dict[str, str]:
        asked.append(url)
        return {"Authorization": "Bearer hf_secret"}

    downloads = Downloads(file, pace=PACE, headers=headers)
    await ended(downloads, downloads.add(model(hub)))
    await downloads.aclose()
    assert asked
    assert b"hf_secret" not in content_of(file)
    kept: Any = msgspec.json.decode(content_of(file))
    assert kept["downloads"][0]["state"] == "done"


async def test_the_loop_stays_free_while_much_comes(hub: Hub, downloads: Downloads) -> None:
    """Hashing and writing are threads' work: what the loop does in between is never asked for
    more than a chunk of the network's."""
    import threading

    from localllm.models.fetch import diskfile
    from localllm.models.fetch.checksum import Checksum

    loop_thread, seen = threading.get_ident(), set()
    with pytest.MonkeyPatch.context() as patch:
        for owner, name in [
            (diskfile, "write_at"), (diskfile, "sync"), (diskfile, "append"), (diskfile, "replace"),
            (Checksum, "_advance"),
        ]:  # fmt: skip
            whole = getattr(owner, name)

            def noted(*args: Any, whole: Any = whole, name: str = name) -> Any:
                seen.add((name, threading.get_ident() == loop_thread))
                return whole(*args)

            patch.setattr(owner, name, noted)
        await ended(downloads, downloads.add(model(hub)))
    assert {name for name, _ in seen} == {"write_at", "sync", "append", "replace", "_advance"}
    assert not any(on_loop for _, on_loop in seen)


async def test_parts_and_projector_appear_together(hub: Hub, downloads: Downloads) -> None:
    files = {**split([100_000, 50_000, 70_000]), "mmproj-m.gguf": some_bytes(40_000, 7)}
    fetch = plan(hub, paths.models_dir() / "m", files)
    hold = Hold(hub, "mmproj", 0)
    id = downloads.add(fetch)
    await running(downloads, id, 220_000)
    assert lies_in(paths.models_dir()) == {}
    await downloads.pause(id)
    hold.end()
    downloads.resume(id)
    done = await ended(downloads, id)
    assert done.state == "done", done.problem
    assert lies_in(Path(fetch.folder)) == files
