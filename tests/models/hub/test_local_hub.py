"""The local hub itself: the hub's own client must be content with it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from helpers.hub import Answer, Cut, Hub, Length, OtherRange, Stall, Swap, Whole, Wrong
from helpers.keyrings import no_tokens

from localllm.models.hub import session as hub_session

DATA = bytes(range(256)) * 400
SIZE = len(DATA)
REPO = "maker/Tiny-GGUF"
NAME = "Tiny-Q4_0.gguf"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    hub_session.use("")
    with no_tokens(monkeypatch, tmp_path), Hub() as hub:
        hub.put(NAME, DATA, REPO)
        hub.put("README.md", b"# Tiny", REPO)
        yield hub


def get(hub: Hub, **headers: str) -> httpx.Response:
    return httpx.get(hub.url(NAME, REPO), headers=headers, follow_redirects=True)


@pytest.mark.parametrize(("name", "data"), [(NAME, DATA), ("README.md", b"# Tiny")])
def test_the_hubs_own_client_downloads_from_it(
    hub: Hub, tmp_path: Path, name: str, data: bytes
) -> None:
    from huggingface_hub import hf_hub_download

    found = hf_hub_download(REPO, name, endpoint=hub.endpoint, cache_dir=tmp_path, token=False)
    assert Path(found).read_bytes() == data
    assert hub.repos[REPO].sha in found


def test_the_hubs_own_client_reads_what_is_behind_a_link(hub: Hub) -> None:
    from huggingface_hub import get_hf_file_metadata

    found = get_hf_file_metadata(hub.url(NAME, REPO), token=False)
    assert found.etag == hashlib.sha256(DATA).hexdigest()
    assert (found.size, found.commit_hash) == (len(DATA), hub.repos[REPO].sha)
    assert found.location.startswith(hub.cdn)


@pytest.mark.parametrize(
    ("asked", "begin", "end"),
    [
        ("0-9", 0, 10),
        ("10-", 10, len(DATA)),
        ("-7", len(DATA) - 7, len(DATA)),
        ("0-", 0, len(DATA)),
    ],
)
def test_ranges_are_given_as_asked_for(hub: Hub, asked: str, begin: int, end: int) -> None:
    answer = get(hub, Range=f"bytes={asked}")
    assert answer.status_code == 206
    assert answer.content == DATA[begin:end]
    assert answer.headers["Content-Range"] == f"bytes {begin}-{end - 1}/{len(DATA)}"


def test_a_range_behind_the_end_is_refused(hub: Hub) -> None:
    answer = get(hub, Range=f"bytes={len(DATA)}-")
    assert answer.status_code == 416
    assert answer.headers["Content-Range"] == f"bytes */{len(DATA)}"


def test_if_range_gives_the_whole_of_another_content(hub: Hub) -> None:
    etag = get(hub).headers["ETag"]
    ranged = {"Range": "bytes=5-", "If-Range": etag}
    assert get(hub, **ranged).status_code == 206
    hub.put(NAME, DATA[::-1], REPO)
    answer = get(hub, **ranged)
    assert (answer.status_code, answer.content) == (200, DATA[::-1])


def test_a_link_leads_to_what_was_there_when_it_was_given(hub: Hub) -> None:
    link = httpx.get(hub.url(NAME, REPO)).headers["Location"]
    hub.put(NAME, b"other", REPO)
    assert httpx.get(link).content == DATA


def test_the_cdn_refuses_whoever_shows_it_a_token(hub: Hub) -> None:
    link = httpx.get(hub.url(NAME, REPO)).headers["Location"]
    assert httpx.get(link, headers={"Authorization": "Bearer x"}).status_code == 400


def test_faults_hit_the_requests_that_they_choose_and_no_other(hub: Hub) -> None:
    hub.fail(Answer(503), path="*/resolve/*", method="GET", times=2)
    hub.fail(Whole(), server="cdn", when=lambda asked: asked.range == "bytes=1-2")
    statuses = [get(hub, Range=f"bytes={n}-2").status_code for n in (0, 0, 0, 1, 1)]
    assert statuses == [503, 503, 206, 200, 206]


def test_bytes_and_lengths_go_wrong_as_told(hub: Hub) -> None:
    hub.faults = [Wrong(3), OtherRange(4), Swap(b"other")]
    assert [a != b for a, b in zip(get(hub).content[:5], DATA, strict=False)] == [
        False, False, False, True, False,
    ]  # fmt: skip
    assert get(hub, Range="bytes=0-9").content == DATA[4:14]
    assert get(hub).content == b"other"


@pytest.mark.parametrize("fault", [Cut(1000), Length(7), Stall(1000, seconds=0)])
def test_a_connection_that_breaks_off_is_one(hub: Hub, fault: Cut | Length | Stall) -> None:
    hub.faults = [fault]
    with pytest.raises(httpx.RemoteProtocolError):
        get(hub)
    assert get(hub).content == DATA
