"""Plans: on several connections, whole or not there, whatever the server and the disk do."""

from __future__ import annotations

import itertools
import shutil
import threading
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.hub import Answer, Asked, Cut, Hub, Length, OtherRange, Swap, Whole, Wrong
from helpers.plans import CHUNK, PACE, PIECE, lies_in, plan, some_bytes, split

from localllm.errors import AccessDenied, BadRequest, Busy, DiskFull, DownloadError
from localllm.models.fetch import diskfile, staging, transfer
from localllm.models.fetch.download import fetch
from localllm.models.fetch.fetching import Fetch, RemoteFile, check_path, manifest_of
from localllm.models.fetch.ranges import Pace
from localllm.models.finding import files_in

SIZE = 20 * PIECE + 123
DATA = some_bytes(SIZE)


@pytest.fixture
def hub() -> Iterator[Hub]:
    with Hub() as hub:
        yield hub


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "LONGEST_WAIT", 0.0)


class Fetching:
    """Fetches one file (or what is put into `files`), with small pieces."""

    def __init__(self, hub: Hub, folder: Path) -> None:
        self.hub = hub
        self.folder = folder
        self.files = {"m.gguf": DATA}
        self.told: list[str] = []

    def plan(self, *, checked: bool = True) -> Fetch:
        return plan(self.hub, self.folder, self.files, checked=checked)

    def __call__(self, plan: Fetch | None = None, **kwargs: Any) -> dict[str, bytes]:
        plan = plan or self.plan()
        fetch(plan, **{"pace": PACE, "tell": self.told.append, **kwargs})
        assert not list(self.folder.glob(f"{staging.PREFIX}*"))
        return lies_in(self.folder)

    def fails(self, plan: Fetch | None = None, **kwargs: Any) -> DownloadError:
        before = lies_in(self.folder)
        with pytest.raises(DownloadError) as caught:
            self(plan, **kwargs)
        assert lies_in(self.folder) == before
        return caught.value

    def stop_after(self, size: int) -> None:
        def progress(done: int, total: int | None) -> None:
            if done >= size:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            self(progress=progress)


@pytest.fixture
def fetching(hub: Hub, tmp_path: Path) -> Fetching:
    return Fetching(hub, tmp_path / "models")


def spans(hub: Hub) -> list[tuple[int, int]]:
    found = []
    for asked in hub.transfers():
        begin, _, last = (asked.range or "bytes=0-").removeprefix("bytes=").partition("-")
        found.append((int(begin), int(last) + 1 if last else SIZE))
    return found


# --- how bytes come


def test_a_file_comes_in_ranges_on_several_connections(fetching: Fetching) -> None:
    assert fetching() == fetching.files
    ranges = sorted(spans(fetching.hub))
    assert ranges[0][0] == 0
    assert ranges[-1][1] == SIZE
    assert all(a[1] == b[0] for a, b in itertools.pairwise(ranges))
    assert len({asked.port for asked in fetching.hub.transfers()}) == PACE.connections


def test_one_connection_asks_once(fetching: Fetching) -> None:
    assert fetching(pace=Pace(connections=1, chunk=CHUNK)) == fetching.files
    assert [asked.range for asked in fetching.hub.transfers()] == [None]


def test_the_redirect_is_asked_for_once_for_all_ranges(fetching: Fetching) -> None:
    fetching()
    resolved = [asked for asked in fetching.hub.requests if asked.server == "hub"]
    assert len(resolved) == 1


def test_without_ranges_one_stream_brings_it(tmp_path: Path) -> None:
    with Hub(ranges=False) as hub:
        fetching = Fetching(hub, tmp_path / "models")
        assert fetching() == fetching.files
        assert len(hub.transfers()) == 1


def test_a_stream_without_ranges_that_breaks_begins_anew_with_words(tmp_path: Path) -> None:
    with Hub(ranges=False) as hub:
        hub.faults = [Cut(5 * PIECE)]
        fetching = Fetching(hub, tmp_path / "models")
        assert fetching() == fetching.files
        assert ["Begun anew" in words for words in fetching.told] == [True]


def test_no_size_no_checksum_no_validator_is_no_matter(tmp_path: Path) -> None:
    with Hub(etags=False, lengths=False) as hub:
        fetching = Fetching(hub, tmp_path / "models")
        assert fetching(fetching.plan(checked=False)) == fetching.files


def test_progress_only_grows_and_ends_at_the_whole(fetching: Fetching) -> None:
    seen: list[tuple[int, int | None]] = []
    fetching.files = {**split([5 * PIECE, 3 * PIECE]), "mmproj-m.gguf": some_bytes(PIECE, 3)}
    fetching(progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1] == (9 * PIECE, 9 * PIECE)


def test_an_empty_file_is_a_file(fetching: Fetching) -> None:
    fetching.files = {"m.gguf": DATA, "empty.txt": b""}
    assert fetching() == fetching.files


# --- each byte where something may break

EDGES = sorted(
    {
        edge + near
        for edge in (0, CHUNK, PIECE, 2 * PIECE, 1 << 16, SIZE)
        for near in (-1, 0, 1)
        if 0 <= edge + near <= SIZE
    }
)


@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize("after", EDGES)
def test_a_cut_at_any_edge_of_the_first_answer(
    fetching: Fetching, after: int, checked: bool
) -> None:
    """Before the first byte, around chunk, piece and network block, before and after the last."""
    fetching.hub.faults = [Cut(after)]
    pace = PACE if checked else Pace(connections=1, chunk=CHUNK)
    assert fetching(fetching.plan(checked=checked), pace=pace) == fetching.files
    if checked:
        assert sum(end - begin for begin, end in spans(fetching.hub)) <= SIZE + PIECE * 4


@pytest.mark.parametrize("after", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, PIECE - 1])
def test_cuts_on_every_connection(fetching: Fetching, after: int) -> None:
    fetching.hub.fail(Cut(after), server="cdn", times=9, when=each_second())
    assert fetching() == fetching.files


def each_second() -> Callable[[Asked], bool]:
    """Hits every other request, so that each piece has its cut and its progress."""
    lock, seen = threading.Lock(), [0]

    def when(asked: Asked) -> bool:
        with lock:
            seen[0] += 1
            return seen[0] % 2 == 0

    return when


@pytest.mark.parametrize("at", [0, 1, PIECE - 1, PIECE, SIZE - 1])
@pytest.mark.parametrize("more", [1, -1])
def test_a_wrong_length_is_noticed(fetching: Fetching, at: int, more: int) -> None:
    fetching.hub.fail(Length(more), server="cdn", when=lambda asked: begins(asked) <= at)
    assert fetching() == fetching.files


def begins(asked: Asked) -> int:
    return int((asked.range or "bytes=0-").removeprefix("bytes=").partition("-")[0])


@pytest.mark.parametrize("by", [-1, 1, PIECE])
def test_another_range_than_asked_for_is_not_taken(fetching: Fetching, by: int) -> None:
    fetching.hub.fail(OtherRange(by), server="cdn", when=lambda asked: begins(asked) > 0, times=3)
    assert fetching() == fetching.files


def test_a_whole_file_instead_of_a_range_is_not_taken_for_it(fetching: Fetching) -> None:
    fetching.hub.fail(Whole(), server="cdn", when=lambda asked: begins(asked) > 0, times=2)
    assert fetching() == fetching.files
    assert fetching.told == []


@pytest.mark.parametrize("at", [0, 1, CHUNK, PIECE - 1, PIECE, SIZE - 1])
def test_a_wrong_byte_is_found_and_all_fetched_again_once(fetching: Fetching, at: int) -> None:
    def first(asked: Asked) -> bool:
        begin, end = next(iter(spans_of(asked)))
        return begin <= at < end

    fetching.hub.fail(Wrong(at), server="cdn", when=first)
    assert fetching() == fetching.files
    assert ["its checksum is wrong" in words for words in fetching.told] == [True]


def spans_of(asked: Asked) -> list[tuple[int, int]]:
    begin, _, last = (asked.range or "bytes=0-").removeprefix("bytes=").partition("-")
    return [(int(begin), int(last) + 1 if last else SIZE)]


def test_a_byte_that_stays_wrong_is_an_error_with_both_checksums(fetching: Fetching) -> None:
    fetching.hub.fail(Wrong(7), server="cdn", times=99)
    planned = fetching.plan()
    error = fetching.fails(planned)
    assert planned.files[0].sha256 in error.message
    assert "in a second try" in error.message
    assert not list(fetching.folder.rglob("*.part"))


def test_what_the_disk_changed_is_fetched_again_alone(fetching: Fetching) -> None:
    fetching.stop_after(SIZE // 2)
    (part,) = fetching.folder.rglob("*.part")
    with part.open("r+b") as file:
        file.seek(10)
        file.write(bytes([DATA[10] ^ 1]))
    before = len(fetching.hub.transfers())
    assert fetching() == fetching.files
    again = spans(fetching.hub)[before:]
    assert sum(end - begin for begin, end in again) < SIZE
    assert ["changed on the disk" in words for words in fetching.told] == [True]


# --- servers that are busy, closed, or have another file


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
@pytest.mark.parametrize("server", ["hub", "cdn"])
def test_a_busy_server_is_asked_again(fetching: Fetching, status: int, server: Any) -> None:
    fetching.hub.fail(Answer(status), server=server, path="*m.gguf*", times=2)
    assert fetching() == fetching.files


def test_fewer_connections_do_where_the_server_allows_no_more(fetching: Fetching) -> None:
    def too_many(asked: Asked) -> bool:
        return asked.port != fetching.hub.transfers()[0].port

    fetching.hub.fail(Answer(429), server="cdn", times=99, when=too_many)
    assert fetching() == fetching.files


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_a_link_that_expires_is_asked_for_anew(fetching: Fetching, status: int) -> None:
    fetching.hub.fail(Answer(status), server="cdn", when=lambda asked: begins(asked) > 4 * PIECE)
    assert fetching() == fetching.files
    resolved = [asked for asked in fetching.hub.requests if asked.server == "hub"]
    assert 2 <= len(resolved) <= 1 + PACE.connections  # some may be on their way at once


@pytest.mark.parametrize(("status", "kind"), [(401, AccessDenied), (403, AccessDenied)])
def test_a_refusal_of_the_hub_ends_it_at_once(
    fetching: Fetching, status: int, kind: type[DownloadError]
) -> None:
    fetching.hub.fail(Answer(status, {"X-Error-Message": "Access is restricted"}), path="*m.gguf*")
    error = fetching.fails()
    assert isinstance(error, kind)
    assert "Access is restricted" in error.message
    assert len(fetching.hub.requests) == 1


def test_a_secret_is_shown_to_the_hub_alone(fetching: Fetching) -> None:
    fetching.hub.tokens["hf_x"] = set()
    fetching(headers=lambda url: {"Authorization": "Bearer hf_x"})
    shown = {asked.server: asked.authorization for asked in fetching.hub.requests}
    assert shown == {"hub": "Bearer hf_x", "cdn": None}


def test_another_file_under_the_pinned_name_is_told_before_it_comes(fetching: Fetching) -> None:
    planned = fetching.plan()
    fetching.hub.put("m.gguf", some_bytes(SIZE, 9))
    assert "has another file" in fetching.fails(planned).message
    assert fetching.hub.transfers() == []


def test_another_size_than_planned_is_told_with_both(fetching: Fetching) -> None:
    planned = fetching.plan()
    fetching.hub.fail(Swap(DATA[:-1]), server="cdn")
    message = fetching.fails(planned).message
    assert f"{SIZE:,}" in message
    assert f"{SIZE - 1:,}" in message


def test_a_file_that_changes_meanwhile_is_begun_anew_with_words(fetching: Fetching) -> None:
    other = some_bytes(SIZE, 9)
    fetching.hub.faults = [Cut(4 * PIECE), Swap(other)]
    single = Pace(connections=1, chunk=CHUNK)
    assert fetching(fetching.plan(checked=False), pace=single) == {"m.gguf": other}
    assert ["another file now" in words for words in fetching.told] == [True]


def test_a_server_that_never_stops_changing_is_given_up(fetching: Fetching) -> None:
    fetching.hub.faults = [
        fault for n in range(1, 12) for fault in (Cut(PIECE), Swap(some_bytes(SIZE, n)))
    ]
    single = Pace(connections=1, chunk=CHUNK)
    assert "another file" in fetching.fails(fetching.plan(checked=False), pace=single).message


def test_redirects_without_end_are_an_error(fetching: Fetching) -> None:
    location = {"Location": fetching.hub.url("m.gguf")}
    fetching.hub.fail(Answer(302, location), path="*m.gguf*", times=99)
    assert "without end" in fetching.fails().message


def test_a_redirect_to_another_scheme_is_refused(fetching: Fetching) -> None:
    fetching.hub.fail(Answer(302, {"Location": "file:///etc/passwd"}), path="*m.gguf*")
    assert "not safe" in fetching.fails().message


def test_a_restarted_server_is_gone_on_with(fetching: Fetching) -> None:
    fetching.stop_after(SIZE // 2)
    with Hub() as other:  # another port: the same content by its checksum
        fetching.hub = other
        assert fetching() == fetching.files
        assert sum(end - begin for begin, end in spans(other)) <= SIZE // 2


# --- the disk


def full(free: int) -> Any:
    usage = namedtuple("usage", "total used free")
    return lambda path: usage(10**12, 10**12 - free, free)


def test_room_for_the_whole_plan_is_asked_for_first(
    fetching: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetching.files = split([SIZE, SIZE, SIZE])
    monkeypatch.setattr(shutil, "disk_usage", full((64 << 20) + 2 * SIZE))
    error = fetching.fails()
    assert isinstance(error, DiskFull)
    assert error.detail["needs"] == 3 * SIZE
    assert fetching.hub.requests == []


def test_what_has_come_already_needs_no_room(
    fetching: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetching.stop_after(SIZE // 2)
    monkeypatch.setattr(shutil, "disk_usage", full((64 << 20) + SIZE // 2))
    assert fetching() == fetching.files


@pytest.mark.parametrize("name", ["write_at", "append", "sync", "replace"])
@pytest.mark.parametrize("nth", [1, 2, 3, 5])
def test_a_disk_that_fills_at_any_write_keeps_what_came(
    fetching: Fetching, monkeypatch: pytest.MonkeyPatch, name: str, nth: int
) -> None:
    """The n-th time; where it never comes to that, it is fetched."""
    whole, calls = getattr(diskfile, name), [0]

    def fails_once(*args: Any) -> Any:
        calls[0] += 1
        if calls[0] == nth:
            raise OSError(28, "No space left on device")
        return whole(*args)

    with monkeypatch.context() as patch:
        patch.setattr(diskfile, name, fails_once)
        assert isinstance(fetching.fails(pace=PACE), DiskFull)
    assert fetching() == fetching.files


# --- all or nothing


def test_parts_and_projector_appear_together_and_are_in_one_manifest(fetching: Fetching) -> None:
    fetching.files = {**split([PIECE, 2 * PIECE]), "mmproj-m.gguf": some_bytes(PIECE, 3)}
    planned = fetching.plan()
    fetching.hub.fail(Answer(404), server="cdn", path="*mmproj*")
    fetching.fails(planned)
    assert files_in(fetching.folder) == []
    assert fetching(planned) == fetching.files
    found = manifest_of(fetching.folder / "mmproj-m.gguf")
    assert found
    assert [(file.path, file.sha256) for file in found[1].files] == [
        (file.path_in_repo, file.sha256) for file in planned.files
    ]


def test_folders_of_the_repository_are_kept(fetching: Fetching) -> None:
    fetching.files = {"config.json": b"{}", "1_Pooling/config.json": b"{ }"}
    assert fetching() == fetching.files


def test_what_is_there_is_not_fetched_again(fetching: Fetching) -> None:
    planned = fetching.plan()
    fetching(planned)
    fetching.hub.requests.clear()
    fetching(planned)
    assert fetching.hub.requests == []


def test_what_is_there_but_changed_is_fetched_again(fetching: Fetching) -> None:
    planned = fetching.plan()
    fetching(planned)
    (fetching.folder / "m.gguf").write_bytes(b"?" + DATA[1:])
    later = manifest_of(fetching.folder / "m.gguf")[1].fetched + 10  # type: ignore[index]
    import os

    os.utime(fetching.folder / "m.gguf", (later, later))
    assert fetching(planned) == fetching.files


def test_a_projector_that_came_with_another_quantization_is_not_fetched_again(
    fetching: Fetching,
) -> None:
    projector = some_bytes(PIECE, 3)
    fetching.files = {"m-Q4.gguf": DATA, "mmproj-m.gguf": projector}
    fetching()
    fetching.hub.requests.clear()
    fetching.files = {"m-Q8.gguf": DATA[::-1], "mmproj-m.gguf": projector}
    assert set(fetching()) == {"m-Q4.gguf", "m-Q8.gguf", "mmproj-m.gguf"}
    assert not any("mmproj" in asked.path for asked in fetching.hub.requests)


def test_while_files_move_the_store_sees_none_of_them(
    fetching: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetching.files = split([PIECE, PIECE, PIECE])
    seen, replace = [], Path.replace

    def watched(path: Path, target: Path) -> Path:
        moved = replace(path, target)
        if path.suffix == ".part":
            seen.append((len(lies_in(fetching.folder)), len(files_in(fetching.folder))))
        return moved

    monkeypatch.setattr(Path, "replace", watched)
    fetching()
    assert seen == [(1, 0), (2, 0), (3, 0)]
    assert len(files_in(fetching.folder)) == 3


def test_two_processes_do_not_fetch_the_same(fetching: Fetching) -> None:
    planned = fetching.plan()
    held = staging.lock(planned.staging)
    assert held
    with pytest.raises(Busy, match="another process"):
        fetching(planned)
    diskfile.close(held)
    assert fetching(planned) == fetching.files


# --- plans that are none


@pytest.mark.parametrize(
    "path",
    ["", "/a", "../a", "a/../b", "a//b", "a/", ".hidden", "a/.git/b", "C:/a", "a\\b", "a\0b", "nul",
     "con.gguf", "a.", "a ", "a:b", "x" * 300, "a/./b", "a\nb"],
)  # fmt: skip
def test_paths_that_lead_out_or_hide_are_refused(path: str) -> None:
    with pytest.raises(BadRequest):
        check_path(path)


def test_a_plan_needs_files_and_names_none_twice(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="no files"):
        Fetch((), str(tmp_path), "nothing")
    file = RemoteFile("http://hub/a", "a", 1)
    with pytest.raises(BadRequest, match="twice"):
        Fetch((file, msgspec.structs.replace(file, path_in_repo="A")), str(tmp_path), "twice")


def test_a_plan_survives_the_way_to_disk_and_is_checked_there(tmp_path: Path) -> None:
    planned = Fetch((RemoteFile("http://hub/a", "a", 1, "0" * 64),), str(tmp_path), "a")
    assert msgspec.json.decode(msgspec.json.encode(planned), type=Fetch) == planned
    hostile = msgspec.json.encode(planned).replace(b'"a"', b'"../a"', 1)
    with pytest.raises((msgspec.ValidationError, BadRequest)):
        msgspec.json.decode(hostile, type=Fetch)
