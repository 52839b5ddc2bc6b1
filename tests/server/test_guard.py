"""Who may come in: Host, Origin, key."""

from __future__ import annotations

import httpx
import pytest
from helpers.fake_runtime import FakeRuntime

from localllm.server.app import create_app
from localllm.settings import Settings

KEY = "s3cret-é"
BEARER = {"authorization": "Bearer s3cret-é".encode()}


def port(**settings: object) -> httpx.AsyncClient:
    app = create_app(FakeRuntime(), Settings(**settings))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")


async def status(headers: dict[str, str] | dict[str, bytes], path: str = "/v1/models",
                 **settings: object) -> int:  # fmt: skip
    async with port(**settings) as client:
        answer = await client.get(path, headers=headers)
    if answer.status_code >= 400:
        assert answer.json()["error"]["message"]
    return answer.status_code


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8642", "LOCALHOST", "127.0.0.1:1", "127.8.8.8", "[::1]:8642",
     "llm.localhost", "host.docker.internal:8642"],
)  # fmt: skip
async def test_names_of_this_computer_are_served(host: str) -> None:
    assert await status({"host": host}) == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8642", "192.168.1.5", "localhost.evil.example", "", "[::1",
     "127.0.0.1.nip.io", "0.0.0.0"],
)  # fmt: skip
async def test_other_names_are_refused_on_loopback(host: str) -> None:
    assert await status({"host": host}) == 403


async def test_any_name_is_served_where_the_port_is_open_to_others() -> None:
    headers = {"host": b"llm.lan:8642", **BEARER}
    assert await status(headers, host="0.0.0.0", api_key=KEY) == 200


@pytest.mark.parametrize(
    "origin", ["http://localhost:3000", "http://127.0.0.1", "https://[::1]:8642"]
)
async def test_pages_of_this_computer_may_read_answers(origin: str) -> None:
    async with port() as client:
        answer = await client.get("/v1/models", headers={"origin": origin})
    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == origin
    assert "Origin" in answer.headers["vary"]


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://localhost.evil.example", "file://", "http://[",
     "app://obsidian.md"],
)  # fmt: skip
async def test_pages_of_others_are_refused(origin: str) -> None:
    assert await status({"origin": origin}) == 403


async def test_origins_of_the_settings_are_allowed() -> None:
    allowed = ("app://obsidian.md", "https://chat.example/")
    for origin in ("app://obsidian.md", "https://chat.example"):
        assert await status({"origin": origin}, cors_origins=allowed) == 200
    assert await status({"origin": "https://other.example"}, cors_origins=allowed) == 403


async def test_a_star_allows_every_origin() -> None:
    assert await status({"origin": "https://any.example"}, cors_origins=("*",)) == 200


async def test_a_preflight_is_answered_without_a_key() -> None:
    headers = {
        "origin": "http://localhost:3000",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
        "access-control-request-private-network": "true",
    }
    async with port(api_key=KEY) as client:
        answer = await client.options("/v1/chat/completions", headers=headers)
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "http://localhost:3000"
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert answer.headers["access-control-allow-headers"] == "authorization,content-type"
    assert answer.headers["access-control-allow-private-network"] == "true"


async def test_a_preflight_of_a_foreign_page_is_refused() -> None:
    headers = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    async with port() as client:
        answer = await client.options("/v1/chat/completions", headers=headers)
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


async def test_an_error_can_be_read_by_an_allowed_page() -> None:
    async with port() as client:
        answer = await client.get("/nothing", headers={"origin": "http://localhost:3000"})
    assert answer.status_code == 404
    assert answer.headers["access-control-allow-origin"] == "http://localhost:3000"


@pytest.mark.parametrize("scheme", ["Bearer", "bearer"])
async def test_the_right_key_comes_in(scheme: str) -> None:
    headers = {"authorization": f"{scheme} {KEY}".encode()}
    assert await status(headers, api_key=KEY) == 200


@pytest.mark.parametrize("sent", ["", "Bearer", "Bearer wrong", KEY, f"Basic {KEY}", "Bearer s3"])
async def test_a_missing_or_wrong_key_is_refused(sent: str) -> None:
    assert await status({"authorization": sent.encode()}, api_key=KEY) == 401


@pytest.mark.parametrize("path", ["/", "/health"])
async def test_health_and_the_front_page_need_no_key(path: str) -> None:
    assert await status({}, path, api_key=KEY) == 200
