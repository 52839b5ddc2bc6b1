"""A file arrives whole, or not under its name; what has come is never fetched twice."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.hub import Answer, Cut, Hub, Swap

from localllm.errors import Busy, DiskFull, DownloadError
from localllm.models.fetch.download import TRIES, TRIES_UNANSWERED, download
from localllm.models.fetch.partial import Partial, kept
from localllm.models.fetch.ranges import Pace

DATA = bytes(range(256)) * 4096  # 1 MiB
SHA = hashlib.sha256(DATA).hexdigest()


@pytest.fixture
def hub() -> Iterator[Hub]:
    with Hub() as hub:
        hub.put("m.gguf", DATA)
        yield hub


class Fetching:
    """Downloads m.gguf into a folder; remembers the waits instead of waiting."""

    def __init__(self, hub: Hub, folder: Path) -> None:
        self.hub = hub
        self.target = folder / "m.gguf"
        self.part = folder / "m.gguf.part"
        self.waits: list[float] = []

    def __call__(self, **kwargs: Any) -> bytes:
        pace = kwargs.pop("pace", Pace(connections=1, chunk=1 << 16))
        url = self.hub.url("m.gguf")
        download(url, self.target, pace=pace, sleep=self.waits.append, **kwargs)
        return self.target.read_bytes()

    def fails(self, **kwargs: Any) -> DownloadError:
        with pytest.raises(DownloadError) as caught:
            self(**kwargs)
        assert not self.target.exists()
        return caught.value

    def stop_after(self, size: int) -> None:
        """As a person who presses Ctrl-C once `size` bytes are there."""

        def progress(done: int, total: int | None) -> None:
            if done >= size:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            self(progress=progress)


@pytest.fixture
def fetch(hub: Hub, tmp_path: Path) -> Fetching:
    return Fetching(hub, tmp_path)


def test_a_file_arrives_through_a_redirect(fetch: Fetching) -> None:
    assert fetch(sha256=SHA) == DATA
    assert not list(fetch.target.parent.glob("*.part*"))


def test_progress_tells_what_is_there_and_the_whole(fetch: Fetching) -> None:
    seen: list[tuple[int, int | None]] = []
    fetch(progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(DATA), len(DATA))
    assert seen == sorted(seen)


def test_an_empty_file_arrives(fetch: Fetching) -> None:
    fetch.hub.put("m.gguf", b"")
    assert fetch() == b""


def test_a_size_that_is_not_told_is_no_matter(tmp_path: Path) -> None:
    with Hub(lengths=False) as hub:
        hub.put("m.gguf", DATA)
        assert Fetching(hub, tmp_path)(sha256=SHA) == DATA


def test_headers_reach_the_hub(fetch: Fetching) -> None:
    fetch.hub.tokens["t"] = set()
    fetch(headers={"Authorization": "Bearer t"})
    assert fetch.hub.requests[0].authorization == "Bearer t"


@pytest.mark.parametrize("after", [1, 8191, 8192, 300_000, len(DATA) - 1])
def test_a_broken_connection_is_gone_on_with(fetch: Fetching, after: int) -> None:
    fetch.hub.faults = [Cut(after)]
    assert fetch(sha256=SHA) == DATA
    assert len(fetch.hub.transfers()) == 2


def test_going_on_asks_for_the_rest_of_the_same_file(fetch: Fetching) -> None:
    fetch.hub.faults = [Cut(600_000)]
    fetch()
    again = fetch.hub.transfers()[1]
    assert again.range is not None
    assert int(again.range.removeprefix("bytes=").rstrip("-")) > 0
    assert again.if_range is not None


def test_many_breaks_are_no_matter_as_long_as_more_comes(fetch: Fetching) -> None:
    fetch.hub.faults = [Cut(270_000 if number else 300_000) for number in range(3)]
    assert fetch(sha256=SHA) == DATA


def test_without_progress_it_is_given_up_and_says_so(fetch: Fetching) -> None:
    fetch.hub.faults = [Cut(0)] * TRIES
    error = fetch.fails()
    assert "127.0.0.1" in error.message
    assert len(fetch.waits) == TRIES - 1
    assert fetch.waits == sorted(fetch.waits)


def test_what_a_stopped_download_has_is_kept_for_the_next(fetch: Fetching) -> None:
    fetch.stop_after(500_000)
    there = kept(fetch.target)
    assert there >= 500_000
    assert fetch(sha256=SHA) == DATA
    assert fetch.hub.transfers()[-1].range == f"bytes={there}-"


def test_a_part_that_is_whole_already_is_only_asked_about(fetch: Fetching) -> None:
    fetch.stop_after(len(DATA))
    assert fetch(sha256=SHA) == DATA


def test_a_file_that_changed_meanwhile_is_fetched_anew(fetch: Fetching) -> None:
    fetch.stop_after(500_000)
    other = DATA[::-1]
    fetch.hub.put("m.gguf", other)
    assert fetch() == other


def test_a_file_that_changes_during_the_download_is_fetched_anew(fetch: Fetching) -> None:
    other = bytes(reversed(DATA))
    fetch.hub.faults = [Cut(600_000), Swap(other)]
    assert fetch() == other


def test_a_part_longer_than_the_file_is_thrown_away(fetch: Fetching) -> None:
    fetch.stop_after(500_000)
    small = b"x" * 1000
    fetch.hub.put("m.gguf", small)
    fetch.hub.etags = False
    assert fetch(sha256=hashlib.sha256(small).hexdigest()) == small


def test_a_server_without_ranges_sends_all_of_it_again(tmp_path: Path) -> None:
    with Hub(ranges=False) as hub:
        hub.put("m.gguf", DATA)
        hub.faults = [Cut(600_000)]
        assert Fetching(hub, tmp_path)(sha256=SHA) == DATA


def test_without_an_etag_only_a_checksum_allows_to_go_on(tmp_path: Path) -> None:
    with Hub(etags=False) as hub:
        hub.put("m.gguf", DATA)
        fetch = Fetching(hub, tmp_path)
        fetch.stop_after(500_000)
        fetch()
        assert hub.transfers()[-1].range is None
        fetch.stop_after(500_000)
        fetch(sha256=SHA)
        assert hub.transfers()[-1].range is not None


def test_a_part_of_another_url_is_not_gone_on_with(fetch: Fetching) -> None:
    fetch.stop_after(500_000)
    fetch.hub.put("other.gguf", DATA)
    download(fetch.hub.url("other.gguf"), fetch.target)
    assert fetch.hub.transfers()[-1].range is None
    assert fetch.target.read_bytes() == DATA


def test_a_part_that_does_not_fit_the_checksum_is_fetched_anew(fetch: Fetching) -> None:
    fetch.stop_after(500_000)
    with fetch.part.open("r+b") as file:
        file.write(b"flipped")
    assert fetch(sha256=SHA) == DATA


def test_a_wrong_checksum_leaves_nothing(fetch: Fetching) -> None:
    error = fetch.fails(sha256="0" * 64)
    assert SHA in error.message
    assert list(fetch.target.parent.iterdir()) == []


@pytest.mark.parametrize(
    ("status", "word"), [(401, "token"), (403, "licence"), (404, "no such file"), (418, "418")]
)
def test_a_refusal_ends_it_at_once_with_words(fetch: Fetching, status: int, word: str) -> None:
    fetch.hub.faults = [Answer(status)]
    error = fetch.fails()
    assert word in error.message
    assert error.detail["http"] == status
    assert fetch.waits == []


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_a_busy_server_is_asked_again(fetch: Fetching, status: int) -> None:
    fetch.hub.faults = [Answer(status)]
    assert fetch(sha256=SHA) == DATA


def test_retry_after_is_obeyed_within_reason(fetch: Fetching) -> None:
    fetch.hub.faults = [
        Answer(429, {"Retry-After": "7"}),
        Answer(503, {"Retry-After": "86400"}),
        Answer(503, {"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}),
    ]
    fetch()
    assert fetch.waits == [7, 60, 4]


def test_no_server_at_all_is_an_error_with_words(tmp_path: Path) -> None:
    with Hub() as hub:
        fetch = Fetching(hub, tmp_path)
    assert "no connection" in fetch.fails().message
    assert len(fetch.waits) == TRIES_UNANSWERED - 1


def test_a_full_disk_is_told_before_anything_is_written(
    fetch: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9 - 1000, 1000))
    with pytest.raises(DiskFull, match=r"1\.0 MB more; 1\.0 kB are free") as caught:
        fetch()
    assert caught.value.detail["needs"] == len(DATA)
    assert list(fetch.target.parent.iterdir()) == []


def test_a_disk_that_fills_meanwhile_keeps_what_came(
    fetch: Fetching, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")

    def no_space(self: Partial, begin: int, at: int, data: bytes) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9, 10**9, 0))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Partial, "write", no_space)
    with pytest.raises(DiskFull):
        fetch()


def test_two_downloads_of_one_file_do_not_mix(fetch: Fetching, tmp_path: Path) -> None:
    with Partial(fetch.target), pytest.raises(Busy, match="another process"):
        fetch()


def test_an_older_file_is_replaced_only_by_a_whole_one(fetch: Fetching) -> None:
    fetch.target.write_bytes(b"old")
    fetch.hub.faults = [Answer(404)]
    with contextlib.suppress(DownloadError):
        fetch()
    assert fetch.target.read_bytes() == b"old"
    assert fetch() == DATA
