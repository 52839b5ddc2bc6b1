"""The whole way on the starter model: chat, prompt, decode, sample, parse."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from localllm.core import ChatPrompt, Message, SamplingParams, Tool
from localllm.llama.batch import Batch
from localllm.llama.chat import AppliedTemplate, ChatTemplates, OutputParser, ParsedOutput
from localllm.llama.context import OK, Context
from localllm.llama.model import Model
from localllm.llama.sampler import Sampler, last_error, sample

pytestmark = pytest.mark.model

MakeContext = Callable[..., Context]

GREEDY = SamplingParams(temperature=0)
CITY = {"type": "object", "properties": {"city": {"type": "string", "maxLength": 20}}}
WEATHER = Tool("get_weather", "The weather in a city.", CITY | {"required": ["city"]})


def answer(context: Context, model: Model, applied: AppliedTemplate, count: int) -> ParsedOutput:
    prompt = model.vocab.tokenize(applied.prompt, add_special=True, parse_special=True)
    batch = Batch(context.n_batch, 1)
    row = batch.add(prompt, 0, 0, True)
    sampler = Sampler(model, GREEDY, applied, 1)
    sampler.accept_prompt(prompt)
    text = b""
    for position in range(len(prompt), len(prompt) + count):
        assert context.decode(batch) == OK
        (token,) = sample(context, [sampler], [row]).tolist()
        assert token >= 0, last_error()
        if model.vocab.is_eog(token):
            break
        text += model.vocab.piece(token)
        batch.clear()
        row = batch.add([token], position, 0, True)
    return OutputParser(applied).parse(text.decode(), False)


def test_the_starter_templates_prompt_is_chatml(model: Model) -> None:
    prompt = ChatPrompt((Message("system", "Be brief."), Message("user", "Hi")))

    assert ChatTemplates(model).apply(prompt).prompt == (
        "<|im_start|>system\nBe brief.<|im_end|>\n"
        "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
    )


def test_a_required_tool_is_called_with_arguments_that_fit_its_schema(
    model: Model, make_context: MakeContext
) -> None:
    chat = ChatPrompt(
        (Message("user", "What is the weather in Paris?"),),
        tools=(WEATHER,),
        tool_choice="required",
        parallel_tool_calls=False,
    )
    context = make_context(n_ubatch=512)

    parsed = answer(context, model, ChatTemplates(model).apply(chat), 60)

    (call,) = parsed.tool_calls
    assert call.name == "get_weather"
    assert msgspec.json.decode(call.arguments).keys() == {"city"}


def test_a_chat_with_a_schema_is_answered_in_json(model: Model, make_context: MakeContext) -> None:
    chat = ChatPrompt((Message("user", "Name the capital of France as JSON."),))
    schema = msgspec.json.encode(WEATHER.parameters).decode()

    applied = ChatTemplates(model).apply(chat, json_schema=schema)
    parsed = answer(make_context(n_ubatch=512), model, applied, 60)

    assert isinstance(msgspec.json.decode(parsed.content)["city"], str)
