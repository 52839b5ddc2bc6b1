"""The endpoints of Ollama's API: chat, generate, and what there is."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from localllm import core
from localllm.runtime import InstalledModel, LoadedModel, Runtime
from localllm.server.answer import WholeAnswer
from localllm.server.errors import json_response
from localllm.server.generate import new_id, submitting
from localllm.server.incoming import asker, read_json
from localllm.server.ollama_answer import Lines, Said, Whole, as_message, as_response, now
from localllm.server.ollama_requests import (
    ChatRequest,
    Common,
    GenerateRequest,
    chat_of,
    generate_of,
)
from localllm.server.sse import EventStreamAnswer

PORT = 11434  # where programs look for Ollama

# The version of Ollama whose API this is: clients ask for a least one.
_VERSION = "0.12.6"

# What we say a model can, in Ollama's words.
_CAPABILITIES = {"tools": "tools", "vision": "vision", "thinking": "thinking", "fim": "insert"}
_FOREVER = "2318-01-01T00:00:00Z"  # a loaded model stays until its memory is wanted


class ShowRequest(msgspec.Struct):
    """`name` is the older word for `model`."""

    model: str = ""
    name: str = ""


_CHAT = msgspec.json.Decoder(ChatRequest)
_GENERATE = msgspec.json.Decoder(GenerateRequest)
_SHOW = msgspec.json.Decoder(ShowRequest)


class LinesAnswer(EventStreamAnswer):
    """Nothing stands between the lines, as clients read each of them as JSON."""

    media_type = b"application/x-ndjson"

    def comment(self, latest: core.Event | None) -> bytes:
        return b""


async def chat(request: Request) -> ASGIApp:
    """POST /api/chat"""
    body = await read_json(request, _CHAT)
    if not body.messages:
        return await _load(request, body, as_message)
    asked = chat_of(body, id=new_id("ollama-"), client=asker(request))
    return await _answer(request, body, asked, as_message)


async def generate(request: Request) -> ASGIApp:
    """POST /api/generate"""
    body = await read_json(request, _GENERATE)
    if not body.prompt:
        return await _load(request, body, as_response)
    asked = generate_of(body, id=new_id("ollama-"), client=asker(request))
    return await _answer(request, body, asked, as_response)


async def _answer(request: Request, body: Common, asked: core.Request, said: Said) -> ASGIApp:
    state = request.app.state
    model = await _resolve(state.runtime, body.model)
    submit = submitting(state.runtime, [asked], model)
    if body.stream is False:
        return WholeAnswer(submit, state.works, Whole(body.model, said))
    return LinesAnswer(submit, state.works, Lines(body.model, said))


async def _load(request: Request, body: Common, said: Said) -> Response:
    """Without a question a model is only loaded; or let go, with a `keep_alive` of 0."""
    runtime: Runtime = request.app.state.runtime
    model = await _resolve(runtime, body.model)
    leaves = body.keep_alive in (0, "0", "0s")
    await (runtime.unload(model) if leaves else runtime.load(model))
    reason = "unload" if leaves else "load"
    head = {"model": body.model, "created_at": now()}
    return json_response({**head, **said("", "", []), "done": True, "done_reason": reason})


async def version(request: Request) -> Response:
    """GET /api/version"""
    return json_response({"version": _VERSION})


async def tags(request: Request) -> Response:
    """GET /api/tags: the models that can be used."""
    models = await asyncio.to_thread(request.app.state.runtime.models)
    return json_response({"models": [_model(model) for model in models if not model.problem]})


async def ps(request: Request) -> Response:
    """GET /api/ps: those that are loaded."""
    runtime: Runtime = request.app.state.runtime
    loaded = {model.path: model for model in runtime.loaded() if model.info}
    models = await asyncio.to_thread(runtime.models)
    running = [_model(m) | _running(m, loaded[m.path]) for m in models if m.path in loaded]
    return json_response({"models": running})


async def show(request: Request) -> Response:
    """POST /api/show"""
    body = await read_json(request, _SHOW)
    model = await _resolve(request.app.state.runtime, body.model or body.name)
    return json_response(await asyncio.to_thread(_shown, model))


async def _resolve(runtime: Runtime, name: str) -> InstalledModel:
    """There, a name without a tag has the tag "latest"."""
    return await runtime.resolve(name.removesuffix(":latest"), paths=False)


def _shown(model: InstalledModel) -> dict[str, Any]:
    from localllm.models.header.card import details_of
    from localllm.models.header.check import headers_of

    headers = headers_of(model.path)
    told = [_CAPABILITIES[word] for word in model.capabilities if word in _CAPABILITIES]
    return {
        "license": model.licence,
        "modelfile": f"FROM {model.name}\n",
        "parameters": "",
        "template": details_of(headers, model.name).template,
        "details": _details(model),
        "model_info": _plain(headers[0].metadata),
        "capabilities": ["completion", *told],
        "modified_at": _modified(model),
    }


def _plain(metadata: dict[str, Any]) -> dict[str, Any]:
    """Without what is long: Ollama leaves the vocabulary out too, and the template stands apart."""
    return {
        key: value
        for key, value in metadata.items()
        if isinstance(value, str | int | float | bool) and key != "tokenizer.chat_template"
    }


def _model(model: InstalledModel) -> dict[str, Any]:
    modified = _modified(model)
    identity = f"{model.path}\n{model.size_bytes}\n{modified}"
    return {
        "name": model.name,
        "model": model.name,
        "modified_at": modified,
        "size": model.size_bytes,
        "digest": hashlib.sha256(identity.encode()).hexdigest(),
        "details": _details(model),
    }


def _running(model: InstalledModel, loaded: LoadedModel) -> dict[str, Any]:
    assert loaded.info is not None
    on_gpu = any(not name.upper().startswith("CPU") for name in loaded.info.devices)
    return {
        "expires_at": _FOREVER,
        "size_vram": model.size_bytes if on_gpu else 0,
        "context_length": loaded.info.context,
    }


def _details(model: InstalledModel) -> dict[str, Any]:
    return {
        "parent_model": "",
        "format": "gguf",
        "family": model.architecture,
        "families": [model.architecture],
        "parameter_size": f"{model.parameters / 1e9:.1f}B",
        "quantization_level": model.quantization,
    }


def _modified(model: InstalledModel) -> str:
    try:
        seconds = Path(model.path).stat().st_mtime
    except OSError:
        seconds = 0.0
    return datetime.fromtimestamp(seconds, UTC).isoformat()
