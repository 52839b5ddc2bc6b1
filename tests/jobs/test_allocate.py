from __future__ import annotations

import itertools
import random

import pytest

from localllm.jobs.allocate import Choice, improved, least_bytes, total, within


def problem(seed: int, tensors: int = 6, choices: int = 4) -> list[list[Choice]]:
    """Sizes that grow while losses fall, roughly fourfold a bit, as quantization errors do."""
    draw = random.Random(seed)
    return [
        [
            Choice(int(size * bits), scale * 4.0**-bits * draw.uniform(0.5, 2))
            for bits in sorted(draw.sample([2, 3, 4, 5, 6, 8], choices))
        ]
        for size, scale in ((draw.randint(10, 1000), draw.uniform(0.1, 30)) for _ in range(tensors))
    ]


def exact(tensors: list[list[Choice]], budget: int) -> float:
    """By trying everything."""
    every = itertools.product(*(range(len(choices)) for choices in tensors))
    sums = (total(tensors, chosen) for chosen in every)
    return min(found.loss for found in sums if found.nbytes <= budget)


@pytest.mark.parametrize("seed", range(20))
def test_it_is_near_the_best_there_is_and_never_over_the_budget(seed: int) -> None:
    tensors = problem(seed)
    least, most = least_bytes(tensors), sum(choices[-1].nbytes for choices in tensors)
    for share in (0.0, 0.2, 0.5, 0.8, 1.0):
        budget = int(least + share * (most - least))
        found = total(tensors, within(tensors, budget))
        assert found.nbytes <= budget
        assert found.loss <= 1.25 * exact(tensors, budget)


def test_where_steps_are_small_against_the_budget_it_is_as_good_as_the_best() -> None:
    """Of n equal tensors with two choices those with the larger gain get the better one."""
    tensors = [[Choice(10, 2.0 + gain), Choice(20, 2.0)] for gain in range(100)]
    chosen = within(tensors, 100 * 10 + 30 * 10)
    assert chosen == [0] * 70 + [1] * 30


def test_a_choice_above_the_hull_still_fills_what_is_left() -> None:
    tensors = [[Choice(10, 8.0), Choice(15, 7.0), Choice(30, 0.0)]]
    assert within(tensors, 29) == [1]
    assert within(tensors, 30) == [2]


def test_dominated_choices_are_never_taken() -> None:
    tensors = [[Choice(10, 1.0), Choice(20, 5.0), Choice(20, 0.5), Choice(40, 0.5)]]
    assert within(tensors, 100) == [2]


def test_less_than_the_least_is_refused() -> None:
    with pytest.raises(ValueError, match="below the least"):
        within(problem(1), least_bytes(problem(1)) - 1)


def test_improving_keeps_what_is_there_unless_it_is_better() -> None:
    tensors = problem(3)
    start = [0] * len(tensors)
    budget = total(tensors, start).nbytes * 2
    better = improved(tensors, start, budget)
    assert total(tensors, better).loss < total(tensors, start).loss
    assert total(tensors, better).nbytes <= budget
    assert improved(tensors, start, total(tensors, start).nbytes) == start


def test_losses_fall_as_the_budget_grows() -> None:
    tensors = problem(7, tensors=30, choices=5)
    least, most = least_bytes(tensors), sum(choices[-1].nbytes for choices in tensors)
    budgets = range(least, most, (most - least) // 20)
    losses = [total(tensors, within(tensors, budget)).loss for budget in budgets]
    assert all(later <= sooner * 1.001 for sooner, later in itertools.pairwise(losses))
