from __future__ import annotations

from array import array

import pytest
from helpers.engines import chat, make_request

from localllm import core
from localllm.core import SamplingParams
from localllm.engine.fake_language import BOS, N_VOCAB, FakeLanguage, FakeSampler
from localllm.engine.intake import MAX_CHOICES, Intake
from localllm.errors import BadRequest, ContextExceeded
from localllm.llama.chat import AppliedTemplate


@pytest.fixture
def intake() -> Intake:
    return Intake(FakeLanguage(), 100, 4096)


def test_a_chat_goes_through_the_template(intake: Intake) -> None:
    prepared = intake.prepare(make_request(prompt=chat("hi")), 1.5)
    assert bytes(list(prepared.tokens[1:])) == b"<|user|>hi\n<|assistant|>"
    assert prepared.arrived == 1.5


def test_raw_text_gets_the_model_s_beginning(intake: Intake) -> None:
    assert intake.prepare(make_request(prompt="hi"), 0.0).tokens == array("i", [BOS, 104, 105])


def test_tokens_are_taken_as_they_are(intake: Intake) -> None:
    prompt = core.TokenPrompt((5, 6, 7))
    assert intake.prepare(make_request(prompt=prompt), 0.0).tokens == array("i", [5, 6, 7])


@pytest.mark.parametrize("token", [-1, N_VOCAB, 2**40])
def test_tokens_that_do_not_exist_are_refused(intake: Intake, token: int) -> None:
    with pytest.raises(BadRequest, match=f"Token {token} does not exist"):
        intake.prepare(make_request(prompt=core.TokenPrompt((5, token))), 0.0)


def test_no_tokens_at_all_are_refused(intake: Intake) -> None:
    with pytest.raises(BadRequest, match="empty"):
        intake.prepare(make_request(prompt=core.TokenPrompt(())), 0.0)


def test_a_prompt_that_leaves_room_for_one_token_is_taken(intake: Intake) -> None:
    assert len(intake.prepare(make_request(prompt="x" * 98), 0.0).tokens) == 99


def test_a_prompt_that_does_not_fit_is_refused_with_the_numbers(intake: Intake) -> None:
    with pytest.raises(ContextExceeded, match=r"100 tokens.*context takes 100.*4096") as caught:
        intake.prepare(make_request(prompt="x" * 99), 0.0)
    assert caught.value.detail == {
        "prompt_tokens": 100,
        "context": 100,
        "context_train": 4096,
    }


def test_a_larger_context_is_not_advised_where_the_model_has_none() -> None:
    with pytest.raises(ContextExceeded) as caught:
        Intake(FakeLanguage(), 100, 100).prepare(make_request(prompt="x" * 200), 0.0)
    assert "larger context" not in caught.value.message


@pytest.mark.parametrize("n", [0, -1, MAX_CHOICES + 1])
def test_a_number_of_choices_out_of_range_is_refused(intake: Intake, n: int) -> None:
    with pytest.raises(BadRequest, match=f"not {n}") as caught:
        intake.prepare(make_request(n=n), 0.0)
    assert caught.value.detail == {"param": "n"}


class Noting(FakeLanguage):
    """Says which seeds samplers were made with, and has a template with stops and such."""

    def __init__(self) -> None:
        self.seeds: list[int | None] = []

    def apply(self, chat: core.ChatPrompt, sampling: SamplingParams) -> AppliedTemplate:
        return AppliedTemplate(
            "p", "x", stops=("<|eot|>",), preserved_tokens=("a", "bc"), parser="{}"
        )

    def sampler(
        self,
        sampling: SamplingParams,
        applied: AppliedTemplate | None,
        prompt: array[int],
        seed: int | None,
    ) -> FakeSampler:
        self.seeds.append(seed)
        return super().sampler(sampling, applied, prompt, seed)


def test_each_choice_has_a_seed_of_its_own() -> None:
    language = Noting()
    Intake(language, 100, 100).prepare(make_request(n=3, seed=40), 0.0)
    assert language.seeds == [40, 41, 42]


def test_the_seeds_of_choices_pass_by_the_one_that_means_any() -> None:
    language = Noting()
    Intake(language, 100, 100).prepare(make_request(n=3, seed=2**32 - 2), 0.0)
    assert language.seeds == [2**32 - 2, 0, 1]


@pytest.mark.parametrize("seed", [None, -1])
def test_without_a_seed_each_choice_draws_one(seed: int | None) -> None:
    language = Noting()
    Intake(language, 100, 100).prepare(make_request(n=2, seed=seed), 0.0)
    assert language.seeds == [None, None]


def test_stops_of_request_and_template_count() -> None:
    request = make_request(prompt=chat("hi"), stop=("END",))
    assert Intake(Noting(), 100, 100).prepare(request, 0.0).stops == ("END", "<|eot|>")


def test_preserved_tokens_are_those_that_are_one_token() -> None:
    prepared = Intake(Noting(), 100, 100).prepare(make_request(prompt=chat("hi")), 0.0)
    assert prepared.preserved == {ord("a")}


def test_counting_goes_beyond_the_context(intake: Intake) -> None:
    assert intake.count(core.TextPrompt("x" * 500)) == 501
