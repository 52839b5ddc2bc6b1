"""POST /api/chat and /api/generate: Ollama's requests, checked and turned into core's.

Sampling parameters stand under `options`. `num_ctx` and other options of loading are ignored: who
asks with a smaller context than a model has must not make it load again. Unknown fields are
ignored, nulls are defaults.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from localllm.core import ChatPrompt, Message, Prompt, Request, SamplingParams, TextPrompt, ToolCall
from localllm.errors import BadRequest, UnsupportedFeature
from localllm.server.openai_messages import WireTool, tools_of
from localllm.server.sampling import (
    INT32_MAX,
    CountOrAll,
    Factor,
    GenerationFields,
    Penalty,
    Probability,
    sampling_params,
)

_ROLES = ("system", "user", "assistant", "tool")

Format = Literal["", "json"] | dict[str, Any]
Think = bool | Literal["", "low", "medium", "high"]
KeepAlive = str | float


class Options(msgspec.Struct):
    """What is said of sampling. `num_predict` below 0: no limit."""

    num_predict: Annotated[int, Meta(ge=-2, le=INT32_MAX)] | None = None
    temperature: Factor | None = None
    top_k: CountOrAll | None = None
    top_p: Probability | None = None
    min_p: Probability | None = None
    typical_p: Probability | None = None
    repeat_last_n: CountOrAll | None = None
    repeat_penalty: Annotated[float, Meta(gt=0, le=100)] | None = None
    presence_penalty: Penalty | None = None
    frequency_penalty: Penalty | None = None
    mirostat: Annotated[int, Meta(ge=0, le=2)] | None = None
    mirostat_tau: Factor | None = None
    mirostat_eta: Probability | None = None
    seed: int | None = None
    stop: str | list[str] | None = None


class Common(msgspec.Struct, kw_only=True):
    """The fields that both requests have."""

    model: str
    stream: bool | None = None
    format: Format | None = None
    options: Options | None = None
    think: Think | None = None
    keep_alive: KeepAlive | None = None


class FunctionCall(msgspec.Struct):
    name: str
    arguments: dict[str, Any] | None = None


class WireCall(msgspec.Struct):
    function: FunctionCall
    id: str | None = None


class WireMessage(msgspec.Struct):
    role: str
    content: str | None = None
    thinking: str | None = None
    images: list[str] | None = None
    tool_calls: list[WireCall] | None = None
    tool_name: str | None = None
    tool_call_id: str | None = None


class ChatRequest(Common, kw_only=True):
    """The body of /api/chat; without messages it only loads the model."""

    messages: list[WireMessage] | None = None
    tools: list[WireTool] | None = None


class GenerateRequest(Common, kw_only=True):
    """The body of /api/generate; without a prompt it only loads the model."""

    prompt: str | None = None
    suffix: str | None = None
    system: str | None = None
    raw: bool | None = None
    images: list[str] | None = None


def chat_of(body: ChatRequest, *, id: str, client: str) -> Request:
    """core's request. Raises BadRequest with the field that is wrong in `param`."""
    prompt = ChatPrompt(
        messages=_messages(body.messages or []),
        tools=tools_of(body.tools),
        **_thinking(body.think),
    )
    return Request(id=id, prompt=prompt, sampling=_sampling(body), client=client)


def generate_of(body: GenerateRequest, *, id: str, client: str) -> Request:
    """As `chat_of`, of a prompt without a chat."""
    _refuse_images(body.images, "images")
    if body.suffix:
        raise UnsupportedFeature("suffix: a middle cannot be filled in here.", param="suffix")
    return Request(id=id, prompt=_prompt(body), sampling=_sampling(body), client=client)


def _prompt(body: GenerateRequest) -> Prompt:
    text = body.prompt or ""
    if body.raw:
        return TextPrompt(text)
    system = (Message("system", body.system),) if body.system else ()
    return ChatPrompt((*system, Message("user", text)), **_thinking(body.think))


def _thinking(think: Think | None) -> dict[str, Any]:
    """An effort is for the template too (gpt-oss has them)."""
    if isinstance(think, str) and think:
        return {"enable_thinking": True, "template_kwargs": {"reasoning_effort": think}}
    return {"enable_thinking": think if isinstance(think, bool) else None}


def _sampling(body: Common) -> SamplingParams:
    options = body.options or Options()
    given = {name: getattr(options, name) for name in Options.__struct_fields__}
    limit = given.pop("num_predict")
    fields = GenerationFields(**given)
    schema = {"type": "object"} if body.format == "json" else body.format or None
    return sampling_params(
        fields,
        max_tokens=None if limit is None or limit < 0 else limit,
        logprobs=None,
        json_schema=None if schema is None else msgspec.json.encode(schema).decode(),
    )


def _messages(wire: list[WireMessage]) -> tuple[Message, ...]:
    """Results of tools answer the calls before them in their order, unless they name one."""
    open_calls: list[ToolCall] = []
    messages = []
    for index, message in enumerate(wire):
        at = f"messages[{index}]"
        _refuse_images(message.images, f"{at}.images")
        calls = tuple(
            _call(call, f"call_{index}_{number}")
            for number, call in enumerate(message.tool_calls or ())
        )
        open_calls += calls
        answers = _answered(message, open_calls, at) if message.role == "tool" else None
        messages.append(_message(message, calls, answers, at))
    return tuple(messages)


def _message(
    wire: WireMessage, calls: tuple[ToolCall, ...], answers: str | None, at: str
) -> Message:
    if wire.role not in _ROLES:
        raise BadRequest(
            f"{at}.role: {wire.role!r} is unknown; it is one of {', '.join(_ROLES)}.",
            param=f"{at}.role",
        )
    return Message(
        wire.role,  # type: ignore[arg-type]
        None if calls and not wire.content else wire.content or "",
        reasoning=wire.thinking or None,
        tool_calls=calls,
        tool_call_id=answers,
        name=wire.tool_name if answers else None,
    )


def _call(wire: WireCall, id: str) -> ToolCall:
    arguments = msgspec.json.encode(wire.function.arguments or {}).decode()
    return ToolCall(wire.id or id, wire.function.name, arguments)


def _answered(message: WireMessage, open_calls: list[ToolCall], at: str) -> str:
    for call in open_calls:
        named = message.tool_call_id == call.id or message.tool_name == call.name
        if named or not (message.tool_call_id or message.tool_name):
            open_calls.remove(call)
            return call.id
    raise BadRequest(f"{at}: no call of a tool before it is without an answer.", param=at)


def _refuse_images(images: list[str] | None, at: str) -> None:
    if images:
        raise UnsupportedFeature(f"{at}: images cannot be read here.", param=at)
