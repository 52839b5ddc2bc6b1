"""Whether a newer version is there: when it is asked, what is believed, what goes out."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from helpers.releases import Releases, says

from localllm import updates
from localllm.errors import BadRequest, DownloadError, Offline
from localllm.settings import Settings

DAY = 24 * 3600


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Releases]:
    monkeypatch.setattr(updates, "__version__", "1.4.0")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with Releases() as server:
        yield server


def settings(server: Releases | None = None, **given: object) -> Settings:
    return Settings(**{"update_address": server.url if server else "", **given})  # type: ignore[arg-type]


async def test_both_forms_of_an_answer_are_read(server: Releases) -> None:
    server.answer = says({"version": "1.5.0", "page": "http://127.0.0.1/new"})
    assert await updates.newest(settings(server)) == updates.Release(
        "1.5.0", "http://127.0.0.1/new", newer=True
    )
    server.answer = says(
        {"tag_name": "v1.5.1", "html_url": "https://example.test/v1.5.1", "assets": [{"id": 1}]}
    )
    assert await updates.newest(settings(server)) == updates.Release(
        "1.5.1", "https://example.test/v1.5.1", newer=True
    )


@pytest.mark.parametrize(
    ("there", "newer"),
    [
        ("1.4.0", False),
        ("1.3.9", False),
        ("1.4.1", True),
        ("1.10.0", True),  # not by the alphabet
        ("2.0.0", True),
        ("1.4.0.post1", True),
        ("1.5.0rc1", False),  # a trial version is for those who have one
    ],
)
async def test_what_counts_as_newer(server: Releases, there: str, newer: bool) -> None:
    server.answer = says({"version": there})
    assert (await updates.newest(settings(server))).newer is newer


async def test_who_has_a_trial_version_hears_of_the_next(
    server: Releases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(updates, "__version__", "1.5.0rc1")
    server.answer = says({"version": "1.5.0rc2"})
    assert (await updates.newest(settings(server))).newer


@pytest.mark.parametrize(
    "answer",
    [
        says(b"<html>sign in to this network</html>"),
        says(b""),
        says(b"\xff\xfe\x00"),
        says([1, 2, 3]),
        says({}),
        says({"version": 5}),
        says({"version": None, "tag_name": "v9.9.9"}),
        says({"version": "newest"}),
        says({"version": "9" * 100_000}),
        says({"tag_name": "v1.5.0<script>"}),
        says(b"[" * 300_000),
        says(b'{"x":' + b"[" * 300_000 + b"]" * 300_000 + b"}"),
        says(gzip.compress(b'{"version": "9.9.9"}'), **{"Content-Encoding": "gzip"}),
        says({"version": "9.9.9"}, status=404),
        says({"version": "9.9.9"}, status=500),
        says({"version": "9.9.9"}, status=302, Location="file:///etc/passwd"),
        says({"version": "9.9.9"}, status=302, Location="http://[broken"),
        says({"version": "9.9.9"}, status=302),
    ],
)
async def test_what_is_no_answer_is_said_in_words(server: Releases, answer: object) -> None:
    server.answer = answer  # type: ignore[assignment]
    with pytest.raises(DownloadError, match="does not tell which version is the newest"):
        await updates.newest(settings(server))


async def test_an_endless_answer_is_read_no_further_than_its_limit(server: Releases) -> None:
    sent = 0

    def endless(request: BaseHTTPRequestHandler) -> None:
        nonlocal sent
        request.send_response(200)
        request.end_headers()
        try:
            while sent < 64 * updates.LONGEST_ANSWER:
                sent += request.wfile.write(b" " * 65536)
        except OSError:
            pass

    server.answer = endless
    with pytest.raises(DownloadError, match="longer than 1 MiB"):
        await updates.newest(settings(server))
    assert sent < 32 * updates.LONGEST_ANSWER


async def test_one_who_never_answers_is_given_up(server: Releases) -> None:
    server.answer = lambda request: server.let_go.wait(60) and None  # type: ignore[return-value]
    with pytest.raises(DownloadError, match="did not answer within"):
        await updates.newest(settings(server), allowed_s=0.2)


async def test_one_who_answers_a_byte_at_a_time_is_given_up(server: Releases) -> None:
    def drips(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()
        try:
            while not server.let_go.wait(0.02):
                request.wfile.write(b" ")
        except OSError:
            pass

    server.answer = drips
    with pytest.raises(DownloadError, match="did not answer within"):
        await updates.newest(settings(server), allowed_s=0.3)


async def test_redirects_have_an_end(server: Releases) -> None:
    server.answer = says(b"", status=302, Location="/latest")
    with pytest.raises(DownloadError):
        await updates.newest(settings(server))
    assert len(server.asked) <= 7


async def test_nobody_there_is_said_in_words() -> None:
    with Releases() as server:
        url = server.url
    with pytest.raises(DownloadError, match="does not tell"):
        await updates.newest(Settings(update_address=url))


@pytest.mark.parametrize(
    "page",
    [
        "",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://",
        "https://name:word@example.test/",
        "https://exam\u0440le.test/",
        "https://example.test/a b",
        "https://example.test/" + "a" * 1000,
        "http://[broken",
    ],
)
async def test_a_page_that_is_none_is_left_out(server: Releases, page: str) -> None:
    server.answer = says({"version": "1.5.0", "page": page})
    assert (await updates.newest(settings(server))).page == ""


async def test_no_more_than_name_and_version_go_out(server: Releases) -> None:
    server.answer = says({"version": "1.5.0"})
    await updates.newest(settings(server))
    (headers,) = server.asked
    assert headers.pop("Host")
    assert headers.pop("Connection")
    assert headers == {
        "User-Agent": "localllm/1.4.0",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
    }


async def test_offline_asks_nobody(server: Releases) -> None:
    with pytest.raises(Offline):
        await updates.newest(settings(server, offline=True))
    on = settings(server, offline=True, update_check=True)
    assert await updates.news_of_the_day(on) is None
    assert not server.asked


async def test_it_is_off_unless_it_is_switched_on(server: Releases) -> None:
    server.answer = says({"version": "1.5.0"})
    assert Settings().update_check is False
    assert await updates.news_of_the_day(settings(server)) is None
    assert not server.asked


async def test_once_a_day(server: Releases) -> None:
    server.answer = says({"version": "1.5.0"})
    on = settings(server, update_check=True)
    now = 1_800_000_000.0
    news = await updates.news_of_the_day(on, lambda: now)
    assert news is not None
    assert news.version == "1.5.0"
    assert await updates.news_of_the_day(on, lambda: now + DAY - 1) is None
    assert len(server.asked) == 1
    assert await updates.news_of_the_day(on, lambda: now + DAY) is not None
    # A clock that was a year ahead must not silence it for a year.
    assert await updates.news_of_the_day(on, lambda: now - 365 * DAY) is not None
    assert len(server.asked) == 3


async def test_what_fails_is_quiet_and_is_tried_again_the_next_day(server: Releases) -> None:
    server.answer = says(b"oops", status=500)
    on = settings(server, update_check=True)
    assert await updates.news_of_the_day(on, lambda: 1e9) is None
    assert await updates.news_of_the_day(on, lambda: 1e9 + 60) is None
    assert len(server.asked) == 1
    server.answer = says({"version": "1.5.0"})
    assert await updates.news_of_the_day(on, lambda: 1e9 + DAY) is not None


async def test_the_same_version_is_no_news(server: Releases) -> None:
    server.answer = says({"version": "1.4.0"})
    assert await updates.news_of_the_day(settings(server, update_check=True)) is None


async def test_an_address_that_is_none_is_refused_and_no_reason_to_disturb() -> None:
    with pytest.raises(BadRequest, match="update_address"):
        await updates.newest(Settings(update_address="ftp://example.test/x"))
    on = Settings(update_address="nonsense", update_check=True)
    assert await updates.news_of_the_day(on) is None


async def test_the_address_of_the_build(
    server: Releases, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stamp = tmp_path / "build.json"
    monkeypatch.setattr(updates, "_STAMP", stamp)
    with pytest.raises(BadRequest, match="names no address"):
        await updates.newest(Settings())
    stamp.write_text("no JSON")
    assert updates.stamped() == ""
    stamp.write_text(json.dumps({"update_address": server.url, "more": 1}))
    server.answer = says({"version": "1.5.0"})
    assert (await updates.newest(Settings())).newer
