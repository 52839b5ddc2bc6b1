"""The endpoints of Anthropic's API: messages, and what a prompt would take."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from localllm.server.answer import WholeAnswer
from localllm.server.anthropic_answer import MessageEvents, MessageForm
from localllm.server.anthropic_messages import CountRequest, MessagesRequest, prompt_of, request_of
from localllm.server.errors import json_response
from localllm.server.generate import new_id, submitting
from localllm.server.incoming import asker, read_json
from localllm.server.sse import EventStreamAnswer

_MESSAGES = msgspec.json.Decoder(MessagesRequest)
_COUNT = msgspec.json.Decoder(CountRequest)


async def messages(request: Request) -> ASGIApp:
    """POST /v1/messages"""
    body = await read_json(request, _MESSAGES)
    asked = request_of(body, id=new_id("msg_"), client=asker(request))
    state = request.app.state
    model = await state.runtime.resolve(body.model, paths=False)
    submit = submitting(state.runtime, [asked], model)
    if not body.stream:
        return WholeAnswer(submit, state.works, MessageForm(asked.id, model.name))
    return EventStreamAnswer(submit, state.works, MessageEvents(asked.id, model.name))


async def count_tokens(request: Request) -> Response:
    """POST /v1/messages/count_tokens"""
    body = await read_json(request, _COUNT)
    runtime = request.app.state.runtime
    model = await runtime.resolve(body.model, paths=False)
    return json_response({"input_tokens": await runtime.count_tokens(prompt_of(body), model)})
