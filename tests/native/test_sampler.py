"""The sampler at the level of C: what it is told in JSON, what it does with a row of logits."""

from __future__ import annotations

import ctypes
import json
import re
from typing import Any

import numpy as np
import pytest
from native.conftest import WEATHER, Parser, Template

from localllm.llama.batch import Batch
from localllm.llama.context import Context
from localllm.llama.model import Model
from localllm.llama.shim import Shim, ShimError

pytestmark = pytest.mark.model

GREEDY = {"temp": 0}
PROMPT = "The capital of France is"
FROM_TEMPLATE = (
    *("grammar", "grammar_lazy", "grammar_type", "grammar_triggers", "preserved_tokens"),
    *("generation_prompt", "thinking_start", "thinking_ends"),
)


class Sampler:
    def __init__(self, model: Model, **params: Any) -> None:
        self.shim: Shim = model.native.shim
        text = json.dumps(params).encode()
        self.handle = self.shim.handle(self.shim.lib.shim_sampler_init(model.handle, text))

    def accept_prompt(self, tokens: list[int]) -> None:
        ids = np.array(tokens, np.int32)
        assert self.shim.lib.shim_sampler_accept_prompt(self.handle, ids.ctypes.data, len(ids)) == 0


def sample(context: Context, samplers: list[Sampler], rows: list[int]) -> list[int]:
    """A token for each row, -1 where it failed."""
    handles = (ctypes.c_void_p * len(rows))(*[one.handle for one in samplers])
    ids, tokens = np.array(rows, np.int32), np.empty(len(rows), np.int32)
    lib = samplers[0].shim.lib
    failures = lib.shim_sample(
        context.handle, handles, ids.ctypes.data, len(rows), tokens.ctypes.data
    )
    assert failures == int((tokens < 0).sum())
    return [int(token) for token in tokens]


def one(context: Context, sampler: Sampler, row: int) -> int:
    (token,) = sample(context, [sampler], [row])
    if token < 0:
        raise ShimError(sampler.shim.last_error())
    return token


def read(context: Context, model: Model, text: str = PROMPT, *, special: bool = False) -> int:
    """The row that holds the logits after `text`."""
    context.clear()
    batch = Batch(context.n_batch, 1)
    tokens = model.vocab.tokenize(text, add_special=True, parse_special=special)
    row = batch.add(tokens, 0, 0, True)
    assert context.decode(batch) == 0
    return row


def write(
    context: Context, model: Model, sampler: Sampler, text: str = PROMPT, count: int = 40
) -> tuple[str, bool]:
    """What the model writes after a text, and whether it came to an end."""
    row = read(context, model, text, special=True)
    position, pieces, batch = row + 1, b"", Batch(1, 1)
    for _ in range(count):
        token = one(context, sampler, row)
        if model.vocab.is_eog(token):
            return pieces.decode("utf-8", "replace"), True
        pieces += model.vocab.piece(token, special=True)
        batch.clear()
        row = batch.add([token], position, 0, True)
        assert context.decode(batch) == 0
        position += 1
    return pieces.decode("utf-8", "replace"), False


def token_of(model: Model, text: str) -> int:
    (token,) = model.vocab.tokenize(text, add_special=False, parse_special=True)
    return int(token)


# --- parameters -------------------------------------------------------------------------------


def test_a_temperature_of_zero_takes_the_largest_logit(model: Model, context: Context) -> None:
    row = read(context, model)
    largest = int(context.logits(row).argmax())

    assert one(context, Sampler(model, **GREEDY), row) == largest


def test_a_seed_gives_the_same_text_again(model: Model, context: Context) -> None:
    texts = [write(context, model, Sampler(model, temp=1.5, seed=7), count=12) for _ in range(2)]

    assert texts[0] == texts[1]


def test_the_seed_in_use_is_told(model: Model, shim: Shim) -> None:
    given, drawn = Sampler(model, seed=7), Sampler(model)

    assert shim.lib.shim_sampler_seed(given.handle) == 7
    assert shim.lib.shim_sampler_seed(drawn.handle) != 2**32 - 1


def test_a_bias_is_added_to_the_logit(model: Model, context: Context) -> None:
    row = read(context, model)
    logits = context.logits(row).copy()
    second = int(np.argsort(logits)[-2])
    gap = float(logits.max() - logits[second])

    less, more = ([[second, gap + step]] for step in (-0.01, 0.01))
    assert one(context, Sampler(model, **GREEDY, logit_bias=less), row) == int(logits.argmax())
    assert one(context, Sampler(model, **GREEDY, logit_bias=more), row) == second


def test_a_bias_of_false_bans_the_token(model: Model, context: Context) -> None:
    row = read(context, model)
    largest, second = (int(token) for token in np.argsort(context.logits(row))[:-3:-1])

    assert one(context, Sampler(model, **GREEDY, logit_bias=[[largest, False]]), row) == second


def test_a_repeated_token_of_the_prompt_is_made_less_likely(model: Model, context: Context) -> None:
    row = read(context, model)
    largest, second = (int(token) for token in np.argsort(context.logits(row))[:-3:-1])
    sampler = Sampler(model, **GREEDY, penalty_present=100.0)
    sampler.accept_prompt([largest])

    assert one(context, sampler, row) == second


def test_what_lies_before_the_window_weighs_nothing(model: Model, context: Context) -> None:
    row = read(context, model)
    largest = int(context.logits(row).argmax())
    other = token_of(model, "x")
    sampler = Sampler(model, **GREEDY, penalty_present=100.0, penalty_last_n=4)
    sampler.accept_prompt([largest, *[other] * 4])

    assert one(context, sampler, row) == largest


def test_the_end_is_never_chosen_where_it_is_ignored(model: Model, context: Context) -> None:
    end = [[token, 50.0] for token in range(model.vocab.n_tokens) if model.vocab.is_eog(token)]
    ignoring = Sampler(model, **GREEDY, logit_bias=end, ignore_eos=True)

    assert write(context, model, Sampler(model, **GREEDY, logit_bias=end)) == ("", True)
    assert not write(context, model, ignoring, count=5)[1]


@pytest.mark.parametrize(
    "params",
    [
        {"temp": "warm"},
        {"top_p": 1.5},
        {"min_p": -0.1},
        {"penalty_repeat": 0},
        {"penalty_last_n": 2**31},
        {"dry_penalty_last_n": -1},
        {"mirostat": 3},
        {"seed": 2**32},
        {"temp": 1e300},
        {"logit_bias": [[0, 1e300]]},
        {"logit_bias": [0]},
        {"grammar": 'root ::= "a', "grammar_type": "user"},
        {"grammar": 'root ::= "a"', "grammar_lazy": True},
        {
            "grammar": 'root ::= "a"',
            "grammar_type": "output_format",
            "generation_prompt": "something else",
        },
    ],
)
def test_what_cannot_be_is_refused(model: Model, params: dict[str, Any]) -> None:
    with pytest.raises(ShimError) as raised:
        Sampler(model, **params)
    assert str(raised.value)


# --- rows -------------------------------------------------------------------------------------


def test_a_row_that_fails_leaves_its_neighbours_alone(model: Model, context: Context) -> None:
    row = read(context, model)
    largest = int(context.logits(row).argmax())
    nothing = [[token, False] for token in range(model.vocab.n_tokens)]
    samplers = [Sampler(model, **GREEDY, logit_bias=bias) for bias in ([], nothing, [])]

    assert sample(context, samplers, [row] * 3) == [largest, -1, largest]
    assert "no token" in samplers[0].shim.last_error()


def test_a_row_without_logits_fails_in_words(model: Model, context: Context) -> None:
    read(context, model)

    with pytest.raises(ShimError, match="index 0"):
        one(context, Sampler(model), 0)


# --- grammars ---------------------------------------------------------------------------------


def test_a_grammar_decides_what_is_written(model: Model, context: Context) -> None:
    sampler = Sampler(model, **GREEDY, grammar='root ::= " " ("Rome" | "Oslo")')

    text, ended = write(context, model, sampler)
    assert text in (" Rome", " Oslo")
    assert ended


def test_the_end_waits_for_the_grammar(model: Model, context: Context) -> None:
    end = [[token, 100.0] for token in range(model.vocab.n_tokens) if model.vocab.is_eog(token)]
    sampler = Sampler(model, **GREEDY, logit_bias=end, grammar="root ::= [0-9]{5}")

    text, ended = write(context, model, sampler)
    assert len(text) == 5
    assert text.isdigit()
    assert ended


def test_a_grammar_that_leaves_nothing_fails_in_words(model: Model, context: Context) -> None:
    sampler = Sampler(model, **GREEDY, grammar='root ::= "a"', ignore_eos=True)

    with pytest.raises(ShimError, match="grammar allows no token"):
        write(context, model, sampler)


def test_characters_that_are_split_between_tokens_pass_a_grammar(
    model: Model, context: Context
) -> None:
    text, ended = write(context, model, Sampler(model, **GREEDY, grammar='root ::= "世界🙂"'))

    assert (text, ended) == ("世界🙂", True)


def test_alternatives_that_double_end_in_words(model: Model, context: Context) -> None:
    doubles = 'root ::= "[" root "]" | "[" root ")" | "[" root "}"'
    sampler = Sampler(model, **GREEDY, grammar=doubles)

    with pytest.raises(ShimError, match="ambiguous"):
        write(context, model, sampler, count=60)
    with pytest.raises(ShimError, match="ambiguous"):
        one(context, sampler, read(context, model))


def test_a_schema_gives_json_that_satisfies_it(model: Model, context: Context, shim: Shim) -> None:
    schema = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "maxLength": 8},
            "sizes": {"type": "array", "items": {"enum": [1, 2]}, "minItems": 2, "maxItems": 2},
        },
        "required": ["name", "sizes"],
        "additionalProperties": False,
    }
    gbnf = shim.take(shim.lib.shim_json_schema_to_grammar(json.dumps(schema).encode())).decode()
    text, ended = write(context, model, Sampler(model, **GREEDY, grammar=gbnf), count=80)

    value = json.loads(text)
    assert ended
    assert set(value) == {"name", "sizes"}
    assert len(value["name"]) <= 8
    assert len(value["sizes"]) == 2
    assert set(value["sizes"]) <= {1, 2}


# --- templates and sampler together ---------------------------------------------------------


def test_a_forced_call_is_written_by_a_model_that_knows_no_tools(
    model: Model, context: Context, shim: Shim
) -> None:
    own = Template(shim, model.chat_template or "")
    applied = own.apply("Weather in Paris?", tools=[WEATHER], tool_choice="required")
    sampler = Sampler(model, **GREEDY, **{name: applied[name] for name in FROM_TEMPLATE})
    text, _ = write(context, model, sampler, applied["prompt"], 100)
    (call,) = Parser(shim, applied).parse(text)["tool_calls"]

    assert call["name"] == "get_weather"
    assert isinstance(json.loads(call["arguments"])["city"], str)


WORD, PATTERN = 1, 2  # of llama.cpp's common_grammar_trigger_type


@pytest.mark.parametrize(
    ("trigger", "grammar", "expected"),
    [
        ((WORD, " Paris"), 'root ::= " Paris" [0-9]{3}', " Paris"),  # one token
        ((WORD, " Paris."), 'root ::= " Paris." [0-9]{3}', " Paris."),  # more than one
        ((WORD, "is."), 'root ::= "is." [0-9]{3}', " Paris."),  # from within a token on
        ((PATTERN, "P[a-z]+(is)"), 'root ::= "is" [0-9]{3}', " Paris"),  # from its group on
    ],
)
def test_a_lazy_grammar_holds_from_its_trigger_on(
    model: Model, context: Context, trigger: tuple[int, str], grammar: str, expected: str
) -> None:
    kind, value = trigger
    triggers = [{"type": kind, "value": value}]
    lazy = Sampler(model, **GREEDY, grammar=grammar, grammar_lazy=True, grammar_triggers=triggers)

    text, ended = write(context, model, lazy)
    assert re.fullmatch(re.escape(expected) + "[0-9]{3}", text)
    assert ended


def test_without_its_trigger_a_lazy_grammar_is_silent(model: Model, context: Context) -> None:
    triggers = [{"type": WORD, "value": "never said"}]
    lazy = Sampler(
        model, **GREEDY, grammar='root ::= "x"', grammar_lazy=True, grammar_triggers=triggers
    )

    assert write(context, model, lazy) == write(context, model, Sampler(model, **GREEDY))


def test_a_lazy_grammar_rests_while_the_model_thinks(model: Model, context: Context) -> None:
    lazy = Sampler(
        model,
        **GREEDY,
        grammar='root ::= " Paris" [0-9]{3}',
        grammar_lazy=True,
        grammar_triggers=[{"type": WORD, "value": " Paris"}],
        generation_prompt="<think>",
        thinking_start="<think>",
        thinking_ends=["</think>"],
    )

    assert write(context, model, lazy) == write(context, model, Sampler(model, **GREEDY))


def test_a_budget_ends_the_thoughts(model: Model, context: Context) -> None:
    thinking = {"thinking_start": "<think>", "thinking_ends": ["</think>"]}
    sampler = Sampler(
        model,
        **GREEDY,
        **thinking,
        generation_prompt="<think>",
        reasoning_budget=4,
        reasoning_budget_message="Enough.",
    )

    text, _ = write(context, model, sampler, f"{PROMPT}<think>", 20)
    assert text.index("Enough.</think>") > 0
