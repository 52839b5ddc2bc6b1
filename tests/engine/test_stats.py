from __future__ import annotations

import pytest

from localllm.core import EngineStats
from localllm.engine.stats import Meter


def test_rates_are_of_the_last_seconds() -> None:
    meter = Meter(0.0)
    for tenth in range(1, 101):
        meter.count_step(tenth / 10, 20 if tenth <= 10 else 0, 3)
        meter.publish(tenth / 10, EngineStats())
    stats = meter.latest(10.0)
    assert stats.decode_rate == pytest.approx(30.0)
    assert stats.prefill_rate == 0.0
    assert (stats.steps, stats.completion_tokens) == (100, 300)


def test_rates_of_an_engine_that_rests_fall_to_nothing() -> None:
    meter = Meter(0.0)
    meter.count_step(1.0, 100, 1)
    meter.publish(1.0, EngineStats(cells_total=7))
    assert meter.latest(2.0).prefill_rate > 0
    later = meter.latest(60.0)
    assert (later.prefill_rate, later.decode_rate) == (0.0, 0.0)
    assert later.cells_total == 7


def test_the_usual_time_of_a_request_follows_what_they_take() -> None:
    meter = Meter(0.0)
    for _ in range(50):
        meter.count_request(8.0)
    assert meter.request_s == pytest.approx(8.0, rel=0.01)
