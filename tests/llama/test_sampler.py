"""Picking tokens: parameters, grammars, many rows at once, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest

from localllm import errors
from localllm.core import ChatPrompt, Message, SamplingParams
from localllm.llama.batch import Batch
from localllm.llama.chat import ChatTemplates, OutputParser
from localllm.llama.context import OK, Context
from localllm.llama.model import Model
from localllm.llama.sampler import Sampler, check, last_error, sample

pytestmark = pytest.mark.model

MakeContext = Callable[..., Context]

GREEDY = SamplingParams(temperature=0)
PROMPT = "The capital of France is"


def prompt_tokens(model: Model, text: str = PROMPT) -> np.ndarray:
    return model.vocab.tokenize(text, add_special=True, parse_special=False)


def decoded(context: Context, model: Model, *prompts: str) -> list[int]:
    """Reads one prompt into each sequence; the rows with their logits."""
    batch = Batch(256, len(prompts))
    rows = [batch.add(prompt_tokens(model, text), 0, i, True) for i, text in enumerate(prompts)]
    assert context.decode(batch) == OK
    return rows


def generate(context: Context, model: Model, sampler: Sampler, count: int) -> str:
    """Up to `count` tokens after PROMPT, as text."""
    context.clear()
    (row,) = decoded(context, model, PROMPT)
    position, pieces, batch = row + 1, [], Batch(1, 1)
    for _ in range(count):
        (token,) = sample(context, [sampler], [row]).tolist()
        assert token >= 0, last_error()
        if model.vocab.is_eog(token):
            break
        pieces.append(model.vocab.piece(token))
        batch.clear()
        row = batch.add([token], position, 0, True)
        assert context.decode(batch) == OK
        position += 1
    return b"".join(pieces).decode()


def test_greedy_takes_the_largest_logit(model: Model, make_context: MakeContext) -> None:
    context = make_context()
    (row,) = decoded(context, model, PROMPT)
    largest = int(context.logits(row).argmax())

    assert sample(context, [Sampler(model, GREEDY, None, 1)], [row]).tolist() == [largest]


def test_rows_are_sampled_each_with_its_own_sampler(
    model: Model, make_context: MakeContext
) -> None:
    context = make_context()
    rows = decoded(context, model, PROMPT, "One, two, three,", "def main():")
    banned = [int(context.logits(row).argmax()) for row in rows]
    bans = [GREEDY, SamplingParams(temperature=0, logit_bias={banned[1]: -np.inf}), GREEDY]
    samplers = [Sampler(model, params, None, 1) for params in bans]

    tokens = sample(context, samplers, rows).tolist()

    assert tokens[0] == banned[0]
    assert tokens[1] != banned[1]
    assert tokens[2] == banned[2]


def test_a_row_that_fails_leaves_the_others(model: Model, make_context: MakeContext) -> None:
    context = make_context()
    good, also_good = decoded(context, model, PROMPT, "One, two, three,")
    samplers = [Sampler(model, GREEDY, None, 1) for _ in range(3)]

    tokens = sample(context, samplers, [good, 0, also_good]).tolist()

    assert tokens[1] == -1
    assert min(tokens[0], tokens[2]) >= 0
    assert "no logits at index 0" in last_error()


def test_the_same_seed_gives_the_same_text(model: Model, make_context: MakeContext) -> None:
    context = make_context()
    params = SamplingParams(temperature=1.5)

    texts = [generate(context, model, Sampler(model, params, None, 7), 12) for _ in range(2)]

    assert texts[0] == texts[1]


def test_other_seeds_give_other_texts(model: Model, make_context: MakeContext) -> None:
    context = make_context()
    params = SamplingParams(temperature=1.5)

    texts = {generate(context, model, Sampler(model, params, None, seed), 12) for seed in range(4)}

    assert len(texts) > 1


def test_the_seed_in_use_is_told(model: Model) -> None:
    assert Sampler(model, SamplingParams(), None, 42).seed == 42
    assert Sampler(model, SamplingParams(), None, -1).seed != 2**32 - 1


def test_a_bias_of_100_forces_a_token(model: Model, make_context: MakeContext) -> None:
    context = make_context()
    (row,) = decoded(context, model, PROMPT)
    sampler = Sampler(model, SamplingParams(temperature=0, logit_bias={905: 100.0}), None, 1)

    assert sample(context, [sampler], [row]).tolist() == [905]


def test_a_penalty_sees_the_prompt(model: Model, make_context: MakeContext) -> None:
    context = make_context()
    (row,) = decoded(context, model, PROMPT)
    said = int(prompt_tokens(model)[1])
    params = SamplingParams(temperature=0, logit_bias={said: 60.0}, presence_penalty=100.0)
    blind, sighted = Sampler(model, params, None, 1), Sampler(model, params, None, 1)
    sighted.accept_prompt(prompt_tokens(model))

    assert sample(context, [blind], [row]).tolist() == [said]
    assert sample(context, [sighted], [row]).tolist() != [said]


def test_a_grammar_rules_what_is_written(model: Model, make_context: MakeContext) -> None:
    params = SamplingParams(temperature=0, grammar='root ::= " yes" | " no"')

    text = generate(make_context(), model, Sampler(model, params, None, 1), 10)

    assert text in (" yes", " no")


def test_a_json_schema_gives_json_that_fits_it(model: Model, make_context: MakeContext) -> None:
    schema = (
        '{"type": "object", "properties": {"city": {"type": "string", "maxLength": 12},'
        ' "inhabitants": {"type": "integer"}}, "required": ["city", "inhabitants"],'
        ' "additionalProperties": false}'
    )
    params = SamplingParams(temperature=0, json_schema=schema)

    text = generate(make_context(), model, Sampler(model, params, None, 1), 80)

    value = msgspec.json.decode(text)
    assert value.keys() == {"city", "inhabitants"}
    assert isinstance(value["inhabitants"], int)


def test_ignoring_the_end_never_picks_it(model: Model, make_context: MakeContext) -> None:
    context = make_context()
    (row,) = decoded(context, model, PROMPT)
    forced = dict.fromkeys((0, 2), 100.0)
    params = SamplingParams(temperature=0, ignore_eos=True, logit_bias=forced)

    (token,) = sample(context, [Sampler(model, params, None, 1)], [row]).tolist()

    assert not model.vocab.is_eog(token)


@pytest.mark.parametrize(
    "changes",
    [
        {"top_k": 0},
        {"top_k": -1},
        {"top_p": 1.0, "min_p": 0.0},
        {"typical_p": 0.5},
        {"top_n_sigma": 1.0},
        {"xtc_probability": 0.5},
        {"repeat_penalty": 1.3, "repeat_last_n": -1},
        {"frequency_penalty": -2.0},
        {"dry_multiplier": 0.8, "dry_penalty_last_n": -1, "dry_sequence_breakers": ()},
        {"mirostat": 1},
        {"mirostat": 2},
        {"temperature": -1.0},
        {"repeat_last_n": 2**31 - 1},
    ],
    ids=str,
)
def test_every_parameter_reaches_the_chain_and_gives_a_token(
    model: Model, make_context: MakeContext, changes: dict[str, Any]
) -> None:
    context = make_context()
    (row,) = decoded(context, model, PROMPT)
    sampler = Sampler(model, SamplingParams(**changes), None, 3)
    sampler.accept_prompt(prompt_tokens(model))

    (token,) = sample(context, [sampler], [row]).tolist()

    assert 0 <= token < 49152


@pytest.mark.parametrize(
    ("changes", "param"),
    [
        ({"repeat_penalty": 0.0}, "repeat_penalty"),
        ({"temperature": float("nan")}, "temperature"),
        ({"mirostat_tau": float("inf")}, "mirostat_tau"),
        ({"mirostat": 3}, "mirostat"),
        ({"top_p": 1.5}, "top_p"),
        ({"top_k": 2**40}, "top_k"),
        ({"logit_bias": {49152: 1.0}}, "logit_bias"),
        ({"logit_bias": {-1: 1.0}}, "logit_bias"),
        ({"logit_bias": {5: float("nan")}}, "logit_bias"),
        ({"grammar": 'root ::= "a'}, "grammar"),
        ({"grammar": "root ::= missing"}, "grammar"),
        ({"json_schema": '{"type": "nonsense"}'}, "json_schema"),
        ({"json_schema": "{"}, "json_schema"),
        ({"json_schema": "{}", "grammar": 'root ::= "a"'}, "grammar"),
    ],
    ids=str,
)
def test_a_wrong_parameter_is_refused_by_its_name(
    model: Model, changes: dict[str, Any], param: str
) -> None:
    with pytest.raises(errors.BadRequest) as raised:
        Sampler(model, SamplingParams(**changes), None, 1)
    assert raised.value.detail["param"] == param


def test_the_defaults_are_accepted() -> None:
    check(SamplingParams(), 10)


THINKING = """\
{%- for message in messages -%}
<|im_start|>{{ message.role }}
{% if message.reasoning_content %}<think>{{ message.reasoning_content }}</think>{% endif -%}
{{ message.content }}<|im_end|>
{% endfor -%}
{%- if add_generation_prompt %}<|im_start|>assistant
<think>
{% endif -%}
"""


@pytest.mark.parametrize("budget", [0, 5])
def test_a_budget_ends_thinking_with_the_template_s_own_words(
    model: Model, make_context: MakeContext, budget: int
) -> None:
    chat = ChatPrompt((Message("user", "Why is the sky blue?"),))
    applied = ChatTemplates.from_text(THINKING).apply(chat)
    params = SamplingParams(
        temperature=0, reasoning_budget=budget, reasoning_budget_message="\nEnough of that.\n"
    )
    text = generate(make_context(), model, Sampler(model, params, applied, 1), 40)
    thought, end, answer = text.partition("Enough of that.\n</think>")
    assert end
    assert len(model.vocab.tokenize(thought, add_special=False, parse_special=False)) <= budget + 2
    assert answer
    assert OutputParser(applied).parse(text, False).reasoning.rstrip().endswith("Enough of that.")


def test_without_a_budget_nothing_ends_the_thoughts(
    model: Model, make_context: MakeContext
) -> None:
    chat = ChatPrompt((Message("user", "Why is the sky blue?"),))
    applied = ChatTemplates.from_text(THINKING).apply(chat)
    free = generate(make_context(), model, Sampler(model, GREEDY, None, 1), 20)
    assert generate(make_context(), model, Sampler(model, GREEDY, applied, 1), 20) == free


def test_a_budget_below_nothing_is_refused(model: Model) -> None:
    with pytest.raises(errors.BadRequest, match="reasoning_budget"):
        Sampler(model, SamplingParams(reasoning_budget=-1), None, 1)
