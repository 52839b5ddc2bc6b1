"""/metrics and /v1/stats: what engines tell and what went through the port."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from helpers.fake_runtime import MODEL, FakeRuntime, says
from helpers.port import RawClient, becomes
from prometheus_client.parser import text_string_to_metric_families

from localllm import core
from localllm.core import EngineStats, Histogram
from localllm.runtime import LoadedModel
from localllm.server import numbers
from localllm.server.app import create_app
from localllm.settings import Settings

CHAT = {"messages": [{"role": "user", "content": "Hi"}]}
READY = LoadedModel(
    name=MODEL.name, path=MODEL.path, state="ready", progress=1.0, info=None, pid=1, active=0
)
STATS = EngineStats(
    running=2,
    cells_total=100,
    cells_used=60,
    cells_running=50,
    reused_ram=7,
    aborts={"queued": 3},
    ttft=Histogram((0.5, 1.0), (1, 2, 3), 9.0),
)

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def busy(runtime: FakeRuntime) -> FakeRuntime:
    runtime.loads, runtime.numbers = [READY], {MODEL.name: STATS}
    return runtime


async def scrape(client: httpx.AsyncClient) -> Samples:
    answer = await client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples[(name, frozenset(labels.items()))]


@pytest.mark.usefixtures("busy")
async def test_numbers_of_an_engine_have_its_model_as_label(client: httpx.AsyncClient) -> None:
    found = await scrape(client)
    assert value(found, "localllm_requests_running", model="tiny") == 2
    assert value(found, "localllm_aborts_total", model="tiny", phase="queued") == 3
    source = "localllm_prompt_tokens_by_source_total"
    assert value(found, source, model="tiny", source="ram") == 7
    assert value(found, "localllm_model_state", model="tiny", state="ready") == 1


@pytest.mark.usefixtures("busy")
async def test_states_of_cells_add_up_to_all_cells(client: httpx.AsyncClient) -> None:
    found = await scrape(client)
    states = {s: value(found, "localllm_kv_cells", model="tiny", state=s)
              for s in ("running", "kept", "free")}  # fmt: skip
    assert states == {"running": 50, "kept": 10, "free": 40}


@pytest.mark.usefixtures("busy")
async def test_buckets_add_up_as_prometheus_wants_them(client: httpx.AsyncClient) -> None:
    found, name = await scrape(client), "localllm_ttft_seconds"
    buckets = [value(found, f"{name}_bucket", model="tiny", le=le) for le in ("0.5", "1.0", "+Inf")]
    assert buckets == [1, 3, 6]
    assert value(found, f"{name}_count", model="tiny") == 6
    assert value(found, f"{name}_sum", model="tiny") == 9.0


@pytest.mark.usefixtures("busy")
async def test_names_of_llamacpp_are_there_too(client: httpx.AsyncClient) -> None:
    found = await scrape(client)
    assert value(found, "llamacpp:requests_processing", model="tiny") == 2
    assert value(found, "llamacpp:tokens_predicted_total", model="tiny") == 0


async def test_an_engine_that_went_is_left_out(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.loads = [READY]
    found = await scrape(client)
    assert not [labels for name, labels in found if name == "localllm_requests_running"]


async def test_an_engine_that_stands_still_holds_nobody_up(
    client: httpx.AsyncClient, busy: FakeRuntime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(model: str) -> EngineStats:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(busy, "stats", silent)
    monkeypatch.setattr(numbers, "_ANSWERS_WITHIN_S", 0.01)
    assert (await client.get("/v1/stats")).json()["models"] == {}


@pytest.mark.parametrize("path", ["/metrics", "/v1/stats", "/stats"])
async def test_numbers_are_for_those_who_have_the_key(path: str, runtime: FakeRuntime) -> None:
    app = create_app(runtime, Settings(api_key="secret"))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        assert (await client.get(path)).status_code == 401
        key = {"authorization": "Bearer secret"}
        assert (await client.get(path, headers=key)).status_code == 200


# --- the port's own


async def test_requests_are_counted_by_route_and_status(client: httpx.AsyncClient) -> None:
    for path in ("/v1/models/tiny", "/models/tiny", "/v1/models/none"):
        await client.get(path)
    await client.get("/nowhere/1")
    await client.get("/nowhere/2")
    found, name = await scrape(client), "localllm_http_requests_total"
    route = "/v1/models/{id}"
    assert value(found, name, route=route, method="GET", status="200") == 2
    assert value(found, name, route=route, method="GET", status="404") == 1
    assert value(found, name, route="other", method="GET", status="404") == 2
    assert value(found, "localllm_http_seconds_count", route=route) == 3
    assert value(found, "localllm_http_in_flight") == 1  # the scrape itself


async def test_bodies_are_counted_in_bytes(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/chat/completions", json=CHAT)
    found = await scrape(client)
    assert value(found, "localllm_http_received_bytes_total") == len(answer.request.content)
    assert value(found, "localllm_http_sent_bytes_total") == len(answer.content)


async def test_a_client_that_hangs_up_is_counted(runtime: FakeRuntime, url: str) -> None:
    never = asyncio.Event()
    runtime.script = lambda request: [[core.Prefill(request.id, 1, 2, 0)], never]
    client = await RawClient.post(url, "/v1/chat/completions", stream=True, **CHAT)
    await becomes(lambda: runtime.requests)
    await client.hang_up()
    await becomes(lambda: runtime.closed)
    async with httpx.AsyncClient(base_url=url) as other:
        gateway = (await other.get("/v1/stats")).json()["gateway"]
    assert gateway["hang_ups"] == {"/v1/chat/completions": 1}


# --- JSON


@pytest.mark.usefixtures("busy")
async def test_stats_have_every_field_of_an_engine_and_quantiles(
    client: httpx.AsyncClient,
) -> None:
    engine = (await client.get("/v1/stats")).json()["models"]["tiny"]
    assert engine.keys() == set(EngineStats.__struct_fields__)
    assert (engine["running"], engine["aborts"]) == (2, {"queued": 3})
    assert engine["ttft"]["count"] == 6
    assert engine["ttft"]["p50"] == pytest.approx(1.0)
    assert engine["ttft"]["counts"] == [1, 2, 3]


# --- timings of one request

USAGE = core.Usage(
    prompt_tokens=10,
    cached_tokens=4,
    completion_tokens=8,
    drafted_tokens=6,
    accepted_tokens=5,
    queued_s=0.5,
    prefill_s=0.25,
    decode_s=2.0,
)
TIMINGS = {
    "queued_ms": 500.0,
    "ttft_ms": 750.0,
    "cache_n": 4,
    "prompt_n": 6,
    "prompt_ms": 250.0,
    "prompt_per_second": 24.0,
    "predicted_n": 8,
    "predicted_ms": 2000.0,
    "predicted_per_second": 4.0,
    "draft_n": 6,
    "draft_n_accepted": 5,
}


def with_usage(request: core.Request) -> Any:
    yield [core.Delta(request.id, content="Hi", n_tokens=1, usage=USAGE)]
    yield from says("!", usage=USAGE)(request)


async def chunks(client: httpx.AsyncClient, path: str, **body: Any) -> list[dict[str, Any]]:
    text = (await client.post(path, json={"stream": True, **body})).text
    events = [event.removeprefix("data: ") for event in text.strip().split("\n\n")]
    assert events.pop() == "[DONE]"
    return [httpx.Response(200, text=event).json() for event in events]


@pytest.mark.parametrize(
    ("path", "body"), [("/v1/chat/completions", CHAT), ("/v1/completions", {"prompt": "Hi"})]
)
@pytest.mark.parametrize("include_usage", [False, True])
async def test_a_stream_tells_its_timings_as_it_goes_and_at_its_end(
    client: httpx.AsyncClient,
    runtime: FakeRuntime,
    path: str,
    body: dict[str, Any],
    include_usage: bool,
) -> None:
    runtime.script = with_usage
    options = {"stream_options": {"include_usage": include_usage}}
    found = await chunks(client, path, timings_per_token=True, **options, **body)
    assert runtime.requests[0].timings
    told = [chunk["timings"] for chunk in found if "timings" in chunk]
    assert told == [TIMINGS, TIMINGS]
    assert found[-1]["choices"] == []
    assert ("usage" in found[-1]) == include_usage


async def test_a_stream_that_did_not_ask_has_no_timings(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    found = await chunks(client, "/v1/chat/completions", **CHAT)
    assert not runtime.requests[0].timings
    assert not any("timings" in chunk for chunk in found)
    assert found[-1]["choices"][0]["finish_reason"] == "stop"


async def test_a_whole_answer_always_has_them(
    client: httpx.AsyncClient, runtime: FakeRuntime
) -> None:
    runtime.script = says("Hi", usage=USAGE)
    answer = await client.post("/v1/chat/completions", json=CHAT)
    assert answer.json()["timings"] == TIMINGS
