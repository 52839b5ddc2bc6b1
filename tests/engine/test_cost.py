from __future__ import annotations

import pytest

from localllm.engine import cost
from localllm.engine.cost import CostModel


@pytest.mark.parametrize(
    ("prompt_s", "decode_s", "streaming", "tokens"),
    [
        # Nobody streams: a second's worth, so that a newcomer does not wait longer.
        (1e-3, 8e-3, False, 1000),
        (16e-3, 0.1, False, cost.FULL_CHUNK_MIN),
        # Streams: the larger of 2.5 steps and 50 ms, less the step itself; by eights from 32 on.
        (1e-3, 8e-3, True, 40),
        (0.5e-3, 8e-3, True, 80),
        (5e-3, 0.1, True, 30),
        (16e-3, 0.1, True, 9),
        (1.0, 0.1, True, cost.MIN_CHUNK),
    ],
)
def test_prompt_budget(prompt_s: float, decode_s: float, streaming: bool, tokens: int) -> None:
    assert CostModel(prompt_s, decode_s).prompt_budget(streaming) == tokens


@pytest.mark.parametrize(
    ("decode_s", "slowdown", "tokens"),
    [
        (6e-3, 3, 9),  # 3 x 6 ms, aimed at from below: 15 ms, less the step itself
        (6e-3, 0, 44),  # not asked to be under 50 ms: 44 of them
        (6e-3, 13, 56),  # 65 ms
        (60e-3, 0, 88),  # a slow model: 150 ms
    ],
)
def test_the_pace_of_streams_is_a_setting(decode_s: float, slowdown: float, tokens: int) -> None:
    budget = CostModel(1e-3, decode_s, slowdown=slowdown).prompt_budget(True)
    assert budget == (tokens if tokens < 32 else tokens - tokens % 8)


def test_the_first_measurement_replaces_the_guess() -> None:
    model = CostModel(prompt_s=1e-3, decode_s=10e-3)
    model.observe(4, 0, 0.2)
    model.observe(0, 100, 5.0)
    assert (model._decode.value, model.prompt_s) == pytest.approx((0.2, 0.05))


def test_later_measurements_move_the_average() -> None:
    model = CostModel()
    for _ in range(50):
        model.observe(1, 0, 0.1)
    for _ in range(50):
        model.observe(1, 0, 0.3)
    assert model._decode.value == pytest.approx(0.3, rel=0.01)


def test_beside_streams_prompt_tokens_cost_what_is_beyond_the_plain_step() -> None:
    model = CostModel()
    model.observe(2, 0, 0.1)
    model.observe(2, 100, 0.6)
    assert model._beside.value == pytest.approx(0.005)


def test_beside_streams_they_are_taken_to_cost_what_they_do_alone_until_it_is_known() -> None:
    model = CostModel()
    model.observe(0, 512, 5.12)
    assert model._beside.value == pytest.approx(0.01)
    model.observe(1, 10, 1.0)
    model.observe(0, 512, 512.0)
    assert model._beside.value == pytest.approx(0.099)


def test_dear_small_chunks_are_noticed_within_a_few_steps() -> None:
    model = CostModel(decode_s=0.01)
    model.observe(0, 512, 0.512)
    for _ in range(8):
        n = model.prompt_budget(streaming=True)
        model.observe(1, n, 0.01 + n * 0.004)
    assert 0.01 + model.prompt_budget(streaming=True) * 0.004 < 1.1 * cost.STREAM_GAP_S


def test_a_small_chunk_weighs_little() -> None:
    model = CostModel()
    model.observe(0, 512, 0.512)
    before = model.prompt_s
    model.observe(0, 2, 0.2)
    assert model.prompt_s < 2 * before


@pytest.mark.parametrize("seconds", [0.0, 1e-4])
def test_a_step_faster_than_the_plain_one_never_makes_prompts_free(seconds: float) -> None:
    model = CostModel()
    model.observe(2, 0, 0.5)
    for _ in range(100):
        model.observe(2, 64, seconds)
    assert model.prompt_s > 0
    assert model.prompt_budget(False) > 0
