"""kill -9 at any moment leaves the old state or the finished files, and little to fetch again."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.fetch_child import Ended, How, Killable
from helpers.hub import Hub
from helpers.plans import lies_in, plan, some_bytes, split

from localllm.models.fetch import staging
from localllm.models.fetch.fetching import Fetch
from localllm.models.fetch.ranges import Pace
from localllm.models.finding import files_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL")

CHUNK = 1 << 16  # of what the network gives in one piece at most, so that the bound is exact
PACE = Pace(connections=4, least=CHUNK, chunk=CHUNK)
POINTS = 50


@pytest.fixture(scope="module")
def hub() -> Iterator[Hub]:
    with Hub() as hub:
        yield hub


@pytest.fixture(scope="module")
def killable() -> Iterator[Killable]:
    with Killable() as killable:
        yield killable


def visible(folder: Path) -> dict[str, bytes]:
    """As the store sees it."""
    return {path.name: path.read_bytes() for path in files_in(folder)}


def asked_for(hub: Hub, fetch: Fetch) -> int:
    """Bytes that the ranges of all requests so far make together."""
    sizes = {file.path_in_repo: file.size for file in fetch.files}
    total = 0
    for asked in hub.transfers():
        size = next(size for name, size in sizes.items() if name in asked.path)
        begin, _, last = (asked.range or "bytes=0-").removeprefix("bytes=").partition("-")
        total += (int(last) + 1 if last else size) - int(begin)
    return total


def test_fifty_random_deaths_leave_the_old_or_the_new_and_lose_a_chunk_at_most(
    hub: Hub, killable: Killable, tmp_path: Path
) -> None:
    chance = random.Random(20)
    files = split([250_000, 100_001])
    size = sum(map(len, files.values()))
    events = killable.fetch(plan(hub, tmp_path / "whole", files), PACE).events
    killed = 0
    for point in range(POINTS):
        folder = tmp_path / str(point)
        old = {name: b"old" + name.encode() for name in files} if point % 2 else {}
        folder.mkdir()
        for name, content in old.items():
            (folder / name).write_bytes(content)
        fetch = plan(hub, folder, files)
        how: How = chance.choice(["before", "half", "after"])
        first = killable.fetch(fetch, PACE, die_at=chance.randint(1, events), how=how)
        killed += first.killed
        _old_or_new(folder, old, files)

        hub.requests.clear()
        second = killable.fetch(fetch, PACE)
        assert second.error == "", (point, how)
        assert visible(folder) == files, (point, how)
        assert not list(folder.glob(f"{staging.PREFIX}*")), (point, how)
        again = first.received + asked_for(hub, fetch) - size
        assert again <= PACE.connections * CHUNK, (point, how, first)
    assert killed >= 0.9 * POINTS  # the others were done before the event that was to end them


def _old_or_new(folder: Path, old: dict[str, bytes], new: dict[str, bytes]) -> None:
    """What has begun to move is seen by nobody until all of it has; `recover` brings it to its end.

    (Several renames cannot be one; but each moment is followed by the finished state.)
    """
    seen = visible(folder)
    if list(folder.glob(f"{staging.PREFIX}*/moving")):
        assert seen in ({}, new)
        staging.recover(folder)
        assert visible(folder) == new
    else:
        assert seen in (old, new)


def test_every_step_of_a_small_fetch_may_be_the_last(
    hub: Hub, killable: Killable, tmp_path: Path
) -> None:
    """Each sync, truncation, rename and removal not done, each write (the map's too) half done."""
    data = {"a.gguf": some_bytes(100_000, 3)}
    pace = Pace(connections=1, chunk=CHUNK)
    die_at = 0
    ended = Ended(killed=True, events=0, received=0, error="")
    while ended.killed:
        die_at += 1
        folder = tmp_path / str(die_at)
        fetch = plan(hub, folder, data)
        ended = killable.fetch(fetch, pace, die_at=die_at, how="half")
        assert visible(folder) in ({}, data), die_at
        assert killable.fetch(fetch, pace).error == "", die_at
        assert lies_in(folder) == data, die_at
        assert [path.name for path in folder.iterdir() if path.is_dir()] == [], die_at
    assert die_at > 15
