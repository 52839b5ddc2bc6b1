from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.speaking_llama import speaking_llama

from localllm import errors
from localllm.jobs import samples, speed
from localllm.llama.model import Model


def unheard(stage: str, done: float, total: float, note: str = "") -> None:
    pass


@pytest.fixture
def model(tmp_path: Path) -> Iterator[Model]:
    with Model.open(speaking_llama(tmp_path / "tiny.gguf", width=64, ff=64)) as opened:
        yield opened


def test_speed_is_of_the_largest_prompt_there_was_time_for(model: Model) -> None:
    found = speed.speed(model, seconds=0.4, threads=1)

    assert found.prompt_tokens in (32, 128, 512)
    assert found.prompt_rate > 0
    assert found.rate > 0
    assert found.tokens >= 8
    assert (found.threads, found.devices) == (1, ("CPU",))


def test_without_time_the_least_is_measured(model: Model) -> None:
    found = speed.speed(model, seconds=0.0, threads=1)

    assert (found.prompt_tokens, found.tokens) == (32, 8)


def test_a_model_without_a_template_goes_on_with_the_prompt(model: Model) -> None:
    (found,) = samples.answers(model, unheard, prompts=("abc",), max_tokens=5, threads=1)

    assert not found.as_chat
    assert found.tokens <= 5


def test_answers_are_the_same_each_time(model: Model) -> None:
    first, second = (
        samples.answers(model, unheard, prompts=("abc", "x"), max_tokens=6, threads=1)
        for _ in range(2)
    )

    assert first == second


def test_prompts_that_do_not_fit_are_refused(model: Model) -> None:
    with pytest.raises(errors.BadRequest, match="trained for 512"):
        samples.answers(model, unheard, prompts=("x" * 600,), max_tokens=5)


@pytest.mark.model
def test_a_real_model_answers_as_a_chat_and_ends(starter_model: Path) -> None:
    with Model.open(starter_model) as real:
        (found,) = samples.answers(
            real, unheard, prompts=("Say hello in one word.",), max_tokens=24, threads=1
        )

    assert found.as_chat
    assert found.answer
    assert "<|im_end|>" not in found.answer
    assert found.ended or found.tokens == 24
