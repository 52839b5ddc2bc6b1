"""The map of what is on the disk never says more than is."""

from __future__ import annotations

import random
import zlib
from pathlib import Path
from typing import Any

import pytest

from localllm.errors import Busy
from localllm.models.fetch import diskfile
from localllm.models.fetch.partial import Origin, Partial, kept

DATA = random.Random(1).randbytes(10_000)
ORIGIN = Origin("http://hub/m", '"tag"', None, len(DATA))


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "m.gguf"


def put(partial: Partial, begin: int, end: int, step: int = 500) -> None:
    for at in range(begin, end, step):
        partial.write(begin, at, DATA[at : min(at + step, end)])


def begun(target: Path, *ranges: tuple[int, int]) -> Partial:
    partial = Partial(target)
    partial.restart(ORIGIN)
    for begin, end in ranges:
        put(partial, begin, end)
    return partial


def abandon(partial: Partial) -> None:
    """As a killed process: nothing more is written, and its lock is gone."""
    partial._close_files()


def test_a_killed_process_leaves_all_that_it_wrote(target: Path) -> None:
    abandon(begun(target, (0, 3000), (6000, 8000)))
    assert kept(target) == 5000
    with Partial(target) as again:
        assert (again.done, again.prefix, again.origin) == (5000, 3000, ORIGIN)
        assert again.gaps(len(DATA)) == [(3000, 6000), (8000, 10_000)]


def test_after_another_boot_only_what_was_synced_counts(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    partial = begun(target, (0, 3000))
    partial.sync()
    put(partial, 6000, 8000)
    abandon(partial)
    monkeypatch.setattr(diskfile, "boot", lambda: "another")
    assert kept(target) == 3000
    with Partial(target) as again:
        assert again.gaps(len(DATA)) == [(3000, 10_000)]
        put(again, 3000, 4000)
        abandon(again)
    assert kept(target) == 4000


def test_the_file_is_synced_before_the_snapshot_that_counts_it(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    partial = begun(target, (0, 3000))
    order: list[str] = []
    sync, replace = diskfile.sync, diskfile.replace
    monkeypatch.setattr(diskfile, "sync", lambda f: (order.append("sync"), sync(f))[1])
    monkeypatch.setattr(diskfile, "replace", lambda *a: (order.append("map"), replace(*a))[1])
    partial.sync()
    partial.close()
    assert order == ["sync", "map", "sync"]  # the last is of the map, within its replacement


def test_every_cut_of_the_map_leaves_a_true_one(target: Path) -> None:
    """Whatever of it reached the disk: what it says is there, is there."""
    partial = begun(target, (0, 1500))
    partial.sync()
    put(partial, 1500, 3000)
    put(partial, 6000, 8000)
    abandon(partial)
    path = target.with_name("m.gguf.part.map")
    whole = path.read_bytes()
    before = 0
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        there = kept(target)
        assert there >= before
        before = there
    assert before == 5000


@pytest.mark.parametrize("seed", range(200))
def test_a_map_with_flipped_bytes_never_says_more(target: Path, seed: int) -> None:
    chance = random.Random(seed)
    partial = begun(target, (0, 1500), (4000, 5000))
    partial.sync()
    put(partial, 6000, 8000)
    abandon(partial)
    path = target.with_name("m.gguf.part.map")
    content = bytearray(path.read_bytes())
    for _ in range(chance.randint(1, 4)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content)
    with Partial(target) as again:
        missing = {b for begin, end in again.gaps(10_000) for b in range(begin, end)}
        there = set(range(10_000)) - missing
        assert there <= {*range(1500), *range(4000, 5000), *range(6000, 8000)}


def test_a_file_shorter_than_its_map_counts_as_far_as_it_goes(target: Path) -> None:
    abandon(begun(target, (0, 3000), (6000, 8000)))
    with target.with_name("m.gguf.part").open("r+b") as file:
        file.truncate(7000)
    with Partial(target) as again:
        assert again.gaps(len(DATA)) == [(3000, 6000), (7000, 10_000)]


def test_without_a_map_nothing_counts(target: Path) -> None:
    abandon(begun(target, (0, 3000)))
    target.with_name("m.gguf.part.map").unlink()
    with Partial(target) as again:
        assert again.done == 0


def test_bytes_that_the_disk_changed_are_told_by_run(target: Path) -> None:
    with begun(target, (0, 3000), (3000, 6000), (6000, 10_000)) as partial:
        with target.with_name("m.gguf.part").open("r+b") as file:
            file.seek(4000)
            file.write(bytes([DATA[4000] ^ 1]))
        (damaged,) = partial.damaged()
        assert (damaged.begin, damaged.end, damaged.crc) == (
            3000,
            6000,
            zlib.crc32(DATA[3000:6000]),
        )
        partial.drop([damaged])
        assert partial.gaps(10_000) == [(3000, 6000)]
        put(partial, 3000, 6000)
        assert partial.damaged() == []


def test_a_write_that_fails_is_not_counted(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    partial = begun(target, (0, 3000))

    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    for name in ("write_at", "append"):
        with monkeypatch.context() as patch:
            patch.setattr(diskfile, name, full)
            with pytest.raises(OSError, match="No space"):
                put(partial, 3000, 3500)
        assert partial.done == 3000
    put(partial, 3000, 3500)
    abandon(partial)
    assert kept(target) == 3500


def test_two_never_have_it_at_once(target: Path) -> None:
    with begun(target, (0, 500)), pytest.raises(Busy, match="another process"):
        Partial(target)


def test_where_nothing_came_nothing_is_left(target: Path) -> None:
    begun(target).close()
    assert list(target.parent.iterdir()) == []


def test_a_lock_on_a_file_that_was_renamed_meanwhile_is_none_on_its_successor(
    target: Path,
) -> None:
    partial = begun(target, (0, 10_000))
    partial.mark_verified("0" * 64)
    partial.finish()
    with Partial(target) as again:
        again.restart(ORIGIN)
        put(again, 0, 500)
    assert target.read_bytes() == DATA
