"""What is here and how it is: /v1/models, /health, and a page for people who come by."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from localllm import __version__
from localllm.runtime import InstalledModel, LoadedModel, Runtime
from localllm.server import ollama
from localllm.server.errors import json_response

_PAGE = f"""localllm {__version__}

A local port for language models, in the form of OpenAI's API, Anthropic's and Ollama's. Point
a client at

    {{base}}v1        (Anthropic's and Ollama's: {{base}})

    POST /v1/chat/completions
    POST /v1/completions
    POST /v1/responses
    POST /v1/messages
    POST /v1/messages/count_tokens
    POST /api/chat
    POST /api/generate
    GET  /v1/models
    GET  /v1/stats
    GET  /metrics
    GET  /health
"""


async def page(request: Request) -> Response:
    """GET /; on Ollama's port in its words, since clients look for them."""
    if request.scope["server"][1] == ollama.PORT:
        return PlainTextResponse("Ollama is running")
    return PlainTextResponse(_PAGE.format(base=request.base_url))


async def health(request: Request) -> Response:
    """GET /health: 200, or 503 while a model is being loaded and none is ready."""
    loaded = request.app.state.runtime.loaded()
    warming = request.app.state.warming
    loading = [model for model in loaded if model.state in ("loading", "restarting")]
    ready = any(model.state == "ready" for model in loaded)
    if not ready and (loading or (warming is not None and not warming.done())):
        progress = {model.name: model.progress for model in loading}
        content = {"status": "loading", "progress": progress}
        return json_response(content, 503, {"retry-after": "1"})
    return json_response({"status": "ok"})


async def list_models(request: Request) -> Response:
    """GET /v1/models"""
    runtime: Runtime = request.app.state.runtime
    models = await asyncio.to_thread(runtime.models)
    loaded = {model.path: model for model in runtime.loaded()}
    data = [_model_json(model, loaded.get(model.path)) for model in models if not model.problem]
    return json_response({"object": "list", "data": data})


async def get_model(request: Request) -> Response:
    """GET /v1/models/{id}"""
    runtime: Runtime = request.app.state.runtime
    model = await runtime.resolve(request.path_params["id"], paths=False)
    loaded = {model.path: model for model in runtime.loaded()}
    return json_response(_model_json(model, loaded.get(model.path)))


def _model_json(model: InstalledModel, loaded: LoadedModel | None) -> dict[str, Any]:
    """OpenAI's four fields, and in `meta` what llama.cpp's server tells there."""
    info = loaded.info if loaded else None
    return {
        "id": model.name,
        "object": "model",
        "created": _modified(model.path),
        "owned_by": "localllm",
        "meta": {
            "architecture": model.architecture,
            "quantization": model.quantization,
            "n_params": model.parameters,
            "size": model.size_bytes,
            "n_ctx_train": model.context_train,
            "n_ctx": info.context if info else None,
            "n_ctx_reason": info.context_reason if info else None,
            "state": loaded.state if loaded else "unloaded",
        },
    }


def _modified(path: str) -> int:
    """Seconds since the epoch; 0 for a file that is gone."""
    try:
        return int(Path(path).stat().st_mtime)
    except OSError:
        return 0
