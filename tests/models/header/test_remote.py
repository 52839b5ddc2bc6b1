"""A model's header over HTTP: little of the file, nobody else's secrets, every fault in words."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from helpers.gguf_bytes import DEFAULT_METADATA, gguf, part
from helpers.hub import Answer, Cut, Hub, Length, OtherRange, Swap, Whole

from localllm.errors import (
    AccessDenied,
    DownloadError,
    HubUnreachable,
    ModelError,
    ModelTruncated,
    NotAModel,
    RateLimited,
    RepoNotFound,
)
from localllm.models.header import remote
from localllm.models.header.gguf import GGUFHeader, parse
from localllm.models.header.remote import FIRST_BLOCK, RangeSource, read_remote

NAME = "m.gguf"
LARGE = ("token_embd.weight", (32, 1 << 18), 0, 32 << 20)  # 32 MiB that nobody should fetch


@pytest.fixture
def hub() -> Iterator[Hub]:
    with Hub() as found:
        yield found


def vocabulary(count: int) -> dict[str, Any]:
    words = struct.pack("<IIQ", 9, 8, count)
    words += b"".join(struct.pack("<Q", 8) + b"%08d" % n for n in range(count))
    return DEFAULT_METADATA | {"tokenizer.ggml.tokens": words, "after": 7}


def in_memory(data: bytes) -> GGUFHeader:
    class Bytes:
        name, size = NAME, len(data)

        def read(self, offset: int, n: int) -> bytes:
            return data[offset : offset + n]

    return parse(Bytes())


def received(hub: Hub) -> int:
    spans = [asked.range for asked in hub.transfers()]
    return sum(int(s[6:].split("-")[1]) - int(s[6:].split("-")[0]) + 1 for s in spans if s)


def test_a_small_header_is_one_request(hub: Hub) -> None:
    data = gguf(DEFAULT_METADATA, [("t", (32, 1 << 17), 0, 16 << 20)])
    hub.put(NAME, data)
    assert read_remote(hub.url(NAME)) == (in_memory(data),)
    assert len(hub.transfers()) == 1
    assert received(hub) == FIRST_BLOCK


def test_a_large_vocabulary_is_few_requests_and_little_of_the_file(hub: Hub) -> None:
    data = gguf(vocabulary(400_000), [LARGE])
    hub.put(NAME, data)
    (header,) = read_remote(hub.url(NAME))
    assert header == in_memory(data)
    assert header.metadata["after"] == 7
    assert len(hub.transfers()) == 3  # 1, 4 and 16 MiB hold the 6.4 MB of it
    assert received(hub) < 22 << 20


def test_long_arrays_are_stepped_over_without_fetching_them(hub: Hub) -> None:
    numbers = struct.pack("<IIQ", 9, 6, 10_000_000) + bytes(40_000_000)
    data = gguf(DEFAULT_METADATA | {"scores": numbers, "after": 7}, [LARGE])
    hub.put(NAME, data)
    assert read_remote(hub.url(NAME))[0].metadata["after"] == 7
    assert received(hub) <= 5 << 20


def test_all_parts_are_read_and_checked(hub: Hub) -> None:
    urls = []
    for number in range(2):
        hub.put(f"big-{number + 1:05}-of-00002.gguf", part(number, 2))
        urls.append(hub.url(f"big-{number + 1:05}-of-00002.gguf"))
    assert [len(header.tensors) for header in read_remote(urls)] == [2, 2]
    with pytest.raises(ModelError, match="not part 1"):
        read_remote(urls[::-1])


# --- secrets ---------------------------------------------------------------------------------


def test_secrets_go_to_their_own_host_and_not_where_it_redirects(hub: Hub) -> None:
    hub.repo(gated="auto")
    hub.tokens["hf_x"] = {"test/model"}
    hub.put(NAME, gguf())
    asked: list[str] = []

    def secrets(url: str) -> dict[str, str]:
        asked.append(url)
        return {"Authorization": "Bearer hf_x"}

    assert read_remote(hub.url(NAME), secrets=secrets)[0].version == 3
    assert set(asked) == {hub.url(NAME)}
    assert all(a.authorization is None for a in hub.requests if a.server == "cdn")


def test_without_a_token_the_way_to_one_is_told(hub: Hub) -> None:
    hub.repo(gated="auto")
    hub.put(NAME, gguf())
    with pytest.raises(AccessDenied, match="token"):
        read_remote(hub.url(NAME))


def test_a_secret_that_is_no_header_is_not_shown(hub: Hub) -> None:
    hub.put(NAME, gguf())
    with pytest.raises(DownloadError) as caught:
        read_remote(hub.url(NAME), secrets=lambda url: {"Authorization": "Bearer hf_s\necret"})
    assert "hf_s" not in caught.value.message


def redirecting(status: int = 302, to: str = "http://127.0.0.1/x") -> httpx.Client:
    answer = httpx.Response(status, headers={"Location": to})
    return httpx.Client(transport=httpx.MockTransport(lambda request: answer))


def test_a_redirect_to_less_safety_is_refused() -> None:
    with pytest.raises(DownloadError, match="not safe"):
        read_remote("https://hub.test/m.gguf", client=redirecting(to="http://hub.test/m.gguf"))


def test_endless_redirects_end() -> None:
    with pytest.raises(DownloadError, match="without end"):
        read_remote("http://hub.test/m.gguf", client=redirecting())


@pytest.mark.parametrize("url", ["", "http://", "file:///etc/passwd", "no address", "http://[::1"])
def test_what_is_no_address_is_said_so(url: str) -> None:
    with pytest.raises(DownloadError):
        read_remote(url)


# --- servers that do not do as they should ---------------------------------------------------


@pytest.mark.parametrize(
    ("status", "kind"),
    [(401, AccessDenied), (403, AccessDenied), (404, RepoNotFound), (429, RateLimited),
     (418, DownloadError)],
)  # fmt: skip
def test_a_refusal_is_told_by_its_kind(hub: Hub, status: int, kind: type[DownloadError]) -> None:
    hub.put(NAME, gguf())
    hub.fail(Answer(status))
    with pytest.raises(kind, match=r"127\.0\.0\.1|m\.gguf"):
        read_remote(hub.url(NAME))


def read_with(hub: Hub, *faults: Any, **settings: Any) -> GGUFHeader:
    """The header of a file of several blocks, read without waiting between tries."""
    for name, value in settings.items():
        setattr(hub, name, value)
    hub.put(NAME, gguf(vocabulary(200_000), [LARGE]))
    hub.faults = list(faults)
    with RangeSource(hub.url(NAME), sleep=lambda seconds: None) as source:
        return parse(source)


@pytest.mark.parametrize("fault", [Answer(503), Answer(500), OtherRange(7), Cut(0), Answer(403)])
@pytest.mark.parametrize("at", [0, 1])
def test_what_may_pass_is_tried_again(hub: Hub, fault: Any, at: int) -> None:
    faults = [None] * at + [fault]
    if at == 0 and fault == Answer(403):  # the first time no link can have expired
        with pytest.raises(AccessDenied):
            read_with(hub, *faults)
    else:
        assert read_with(hub, *faults).metadata["after"] == 7


@pytest.mark.parametrize("after", [1, 1000, 1 << 19])
def test_a_broken_connection_is_gone_on_with(hub: Hub, after: int) -> None:
    assert read_with(hub, Cut(after), Cut(after)).metadata["after"] == 7


def test_a_server_that_stays_down_is_given_up(hub: Hub) -> None:
    with pytest.raises(HubUnreachable, match="503"):
        read_with(hub, *[Answer(503)] * 3)


def test_a_server_without_ranges_is_read_from_its_begin(hub: Hub) -> None:
    assert read_with(hub, ranges=False).metadata["after"] == 7


def test_ranges_that_are_ignored_for_once_do_no_harm(hub: Hub) -> None:
    assert read_with(hub, None, Whole()).metadata["after"] == 7


def test_a_file_of_unknown_length_without_ranges_is_said_so(hub: Hub) -> None:
    with pytest.raises(DownloadError, match="without its length"):
        read_with(hub, ranges=False, lengths=False)


def test_a_file_that_changes_meanwhile_is_told(hub: Hub) -> None:
    with pytest.raises(DownloadError, match="changed while"):
        read_with(hub, None, Swap(gguf(vocabulary(1000), [LARGE])))


@pytest.mark.parametrize("more", [-100, 100])
def test_a_length_that_lies_does_no_harm(hub: Hub, more: int) -> None:
    assert read_with(hub, Length(more)).metadata["after"] == 7


def test_nobody_there_is_told() -> None:
    with (
        pytest.raises(HubUnreachable),
        RangeSource("http://127.0.0.1:9/m.gguf", sleep=lambda seconds: None) as source,
    ):
        parse(source)


def test_a_web_page_is_no_model(hub: Hub) -> None:
    hub.put(NAME, b"<!DOCTYPE html>" + bytes(200))
    with pytest.raises(NotAModel, match="<!DO"):
        read_remote(hub.url(NAME))


def test_a_file_that_ends_inside_its_header_is_truncated(hub: Hub) -> None:
    hub.put(NAME, gguf()[:100])
    with pytest.raises(ModelTruncated):
        read_remote(hub.url(NAME))


def test_an_empty_file_is_told(hub: Hub) -> None:
    hub.put(NAME, b"")
    with pytest.raises((DownloadError, NotAModel), match=r"empty|shorter"):
        read_remote(hub.url(NAME))


def endless(size: int = 1 << 40) -> httpx.Client:
    """A header of one string after the other, without an end."""
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1) + b"k"
    head += struct.pack("<IIQ", 9, 8, 1 << 22)
    one = struct.pack("<Q", 64) + bytes(64)

    def answer(request: httpx.Request) -> httpx.Response:
        first, last = map(int, request.headers["Range"][6:].split("-"))
        body = (head if first == 0 else b"") + one * ((last - first) // len(one) + 2)
        shift = 0 if first == 0 else (first - len(head)) % len(one)
        content = body[shift : shift + last - first + 1]
        said = {"Content-Range": f"bytes {first}-{last}/{size}"}
        return httpx.Response(206, headers=said, content=content)

    return httpx.Client(transport=httpx.MockTransport(answer))


def test_a_header_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "MAX_BYTES", 8 << 20)
    with pytest.raises(DownloadError, match="does not end"):
        read_remote("http://hub.test/m.gguf", client=endless())


def test_a_server_that_drips_is_given_up() -> None:
    now = iter(range(0, 10_000, 50))
    with (
        pytest.raises(HubUnreachable, match="too slow"),
        RangeSource(
            "http://hub.test/m.gguf", client=endless(), clock=lambda: float(next(now))
        ) as source,
    ):
        parse(source)
