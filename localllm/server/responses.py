"""The endpoints of OpenAI's responses."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response as HttpResponse
from starlette.types import ASGIApp

from localllm.server.answer import WholeAnswer
from localllm.server.errors import json_response
from localllm.server.generate import new_id, submitting
from localllm.server.incoming import asker, read_json
from localllm.server.responses_answer import Response, ResponseEvents, ResponseForm
from localllm.server.responses_requests import ResponsesRequest, request_of, said_in
from localllm.server.responses_store import ResponseStore
from localllm.server.sse import EventStreamAnswer

_REQUEST = msgspec.json.Decoder(ResponsesRequest)


async def create(request: Request) -> ASGIApp:
    """POST /v1/responses"""
    body = await read_json(request, _REQUEST)
    state = request.app.state
    store: ResponseStore = state.responses
    earlier = body.previous_response_id
    before = store.find(earlier).messages if earlier else ()
    asked = request_of(body, before, id=new_id("resp_"), client=asker(request))
    model = await state.runtime.resolve(body.model, paths=False)
    said = said_in(body)

    def ended(response: Response) -> None:
        if body.store is not False:
            now = (*said, response.message())
            store.add(response.id, (*before, *now), response.json(), len(now))

    response = Response(asked.id, model.name, body, ended)
    submit = submitting(state.runtime, [asked], model)
    if not body.stream:
        return WholeAnswer(submit, state.works, ResponseForm(response))
    return EventStreamAnswer(submit, state.works, ResponseEvents(response))


async def retrieve(request: Request) -> HttpResponse:
    """GET /v1/responses/{id}"""
    return json_response(request.app.state.responses.find(request.path_params["id"]).json)


async def delete(request: Request) -> HttpResponse:
    """DELETE /v1/responses/{id}"""
    id = request.path_params["id"]
    request.app.state.responses.remove(id)
    return json_response({"id": id, "object": "response", "deleted": True})
