"""The endpoints for numbers: /metrics in Prometheus' form, /v1/stats as JSON.

Both ask every engine that is ready; an engine answers between two steps, from a thread of its own.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from localllm.core import EngineStats, Histogram
from localllm.errors import LocalLLMError
from localllm.histograms import summary
from localllm.runtime import Runtime
from localllm.server.errors import json_response
from localllm.server.gateway import Gateway

_ANSWERS_WITHIN_S = 2.0  # a stopped engine must not stop the watch over the others


async def metrics(request: Request) -> Response:
    """GET /metrics"""
    from localllm.server import exposition

    state = request.app.state
    body = exposition.text(state.gateway, await _engines(state.runtime), _states(state.runtime))
    return Response(body, media_type=exposition.CONTENT_TYPE)


async def stats(request: Request) -> Response:
    """GET /v1/stats"""
    state = request.app.state
    engines = await _engines(state.runtime)
    models = {name: _engine_json(engine) for name, engine in engines.items()}
    return json_response({"gateway": _gateway_json(state.gateway), "models": models})


async def _engines(runtime: Runtime) -> dict[str, EngineStats]:
    """Numbers by model, of those that are ready and answer."""
    names = [model.name for model in runtime.loaded() if model.state == "ready"]
    found = await asyncio.gather(*(_ask(runtime, name) for name in names))
    return {name: stats for name, stats in zip(names, found, strict=True) if stats is not None}


async def _ask(runtime: Runtime, name: str) -> EngineStats | None:
    try:
        async with asyncio.timeout(_ANSWERS_WITHIN_S):
            return await runtime.stats(name)
    except (LocalLLMError, TimeoutError):
        return None  # it went just now, or stands still


def _states(runtime: Runtime) -> dict[str, str]:
    return {model.name: model.state for model in runtime.loaded()}


def _engine_json(stats: EngineStats) -> dict[str, Any]:
    """Every field of EngineStats by its name; docs/metrics.md has their meaning."""
    return {
        name: _histogram_json(value) if isinstance(value, Histogram) else value
        for name, value in msgspec.structs.asdict(stats).items()
    }


def _histogram_json(histogram: Histogram) -> dict[str, Any]:
    return {**summary(histogram), "bounds": histogram.bounds, "counts": histogram.counts}


def _gateway_json(gateway: Gateway) -> dict[str, Any]:
    requests = [
        {**answered._asdict(), "count": count} for answered, count in gateway.requests.items()
    ]
    return {
        "in_flight": gateway.in_flight,
        "requests": requests,
        "hang_ups": +gateway.hang_ups,
        "bytes_received": gateway.bytes_received,
        "bytes_sent": gateway.bytes_sent,
        "seconds": {
            route: _histogram_json(counter.snapshot()) for route, counter in gateway.seconds.items()
        },
    }
