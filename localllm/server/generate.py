"""The endpoints that generate, in OpenAI's two forms: from a body to the answer's ASGI callable."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.types import ASGIApp

from localllm import core
from localllm.runtime import InstalledModel, Runtime
from localllm.server.answer import Submit, WholeAnswer
from localllm.server.incoming import asker, read_json
from localllm.server.joined import submit_all
from localllm.server.openai_chat import ChatRequest, request_of
from localllm.server.openai_chat_answer import ChatChunks, ChatForm
from localllm.server.openai_common import Envelope
from localllm.server.openai_completions import CompletionRequest, echoes, requests_of
from localllm.server.openai_completions_answer import CompletionChunks, CompletionForm
from localllm.server.sse import EventStreamAnswer

_CHAT = msgspec.json.Decoder(ChatRequest)
_COMPLETION = msgspec.json.Decoder(CompletionRequest)


async def chat_completions(request: Request) -> ASGIApp:
    """POST /v1/chat/completions"""
    body = await read_json(request, _CHAT)
    asked = request_of(body, id=new_id("chatcmpl-"), client=asker(request))
    state = request.app.state
    model = await state.runtime.resolve(body.model, paths=False)
    submit = submitting(state.runtime, [asked], model)
    if not body.stream:
        whole = Envelope(asked.id, "chat.completion", model.name)
        form = ChatForm(whole, asked.n, logprobs=bool(body.logprobs))
        return WholeAnswer(submit, state.works, form)
    piece = Envelope(asked.id, "chat.completion.chunk", model.name)
    chunks = ChatChunks(piece, asked.n, include_usage=body.include_usage, timings=asked.timings)
    return EventStreamAnswer(submit, state.works, chunks)


async def completions(request: Request) -> ASGIApp:
    """POST /v1/completions"""
    body = await read_json(request, _COMPLETION)
    id = new_id("cmpl-")
    asked = requests_of(body, id=id, client=asker(request))
    state = request.app.state
    model = await state.runtime.resolve(body.model, paths=False)
    submit = submitting(state.runtime, asked, model)
    envelope = Envelope(id, "text_completion", model.name)
    before = echoes(body, asked)
    if not body.stream:
        form = CompletionForm(envelope, before, logprobs=body.logprobs is not None)
        return WholeAnswer(submit, state.works, form)
    chunks = CompletionChunks(
        envelope, before, include_usage=body.include_usage, timings=asked[0].timings
    )
    return EventStreamAnswer(submit, state.works, chunks)


def submitting(runtime: Runtime, requests: Sequence[core.Request], model: InstalledModel) -> Submit:
    submits = [partial(runtime.submit, request, model) for request in requests]
    return partial(submit_all, submits, requests[0].n)


def new_id(prefix: str) -> str:
    return prefix + uuid.uuid4().hex
