"""What is here and how it is."""

from __future__ import annotations

import asyncio

import httpx
import msgspec
import pytest
from helpers.fake_runtime import MODEL, FakeRuntime

from localllm.runtime import LoadedModel
from localllm.server.app import create_app
from localllm.settings import Settings

LOADING = LoadedModel(
    name=MODEL.name, path=MODEL.path, state="loading", progress=0.25, info=None, pid=1, active=0
)


@pytest.mark.parametrize("path", ["/v1/models", "/models"])
async def test_models_that_can_be_used_are_listed(client: httpx.AsyncClient, path: str) -> None:
    answer = (await client.get(path)).json()
    assert answer["object"] == "list"
    assert [model["id"] for model in answer["data"]] == ["tiny"]
    assert answer["data"][0].keys() >= {"id", "object", "created", "owned_by"}


async def test_one_model_is_found_by_name(client: httpx.AsyncClient) -> None:
    model = (await client.get("/v1/models/tiny")).json()
    assert (model["id"], model["object"], model["meta"]["state"]) == ("tiny", "model", "unloaded")


async def test_an_unknown_model_is_a_404(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/models/org/name")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "model_not_found")


async def test_healthy_with_nothing_loaded(client: httpx.AsyncClient) -> None:
    answer = await client.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


async def test_loading_is_told_with_its_progress(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.loads = [LOADING]
    answer = await client.get("/health")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert answer.json() == {"status": "loading", "progress": {"tiny": 0.25}}


async def test_not_healthy_before_the_first_model_begins_to_load(runtime: FakeRuntime) -> None:
    warming: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    transport = httpx.ASGITransport(create_app(runtime, Settings(), warming=warming))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.get("/health")).status_code == 503
        warming.set_result(None)
        assert (await client.get("/health")).status_code == 200


async def test_healthy_while_another_model_loads(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.loads = [msgspec.structs.replace(LOADING, state="ready"), LOADING]
    assert (await client.get("/health")).status_code == 200


async def test_the_front_page_says_what_this_is(client: httpx.AsyncClient) -> None:
    page = (await client.get("/")).text
    assert page.startswith("localllm")
    assert "http://localhost/v1" in page
