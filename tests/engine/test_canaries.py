"""Hundreds of chats that each know a word of their own, while their KV is moved about all the time.

The fake model's text depends on every token before it, so a chat that got a cell of another's would
say something else than alone: each is compared with what it says alone, word for word.
"""

from __future__ import annotations

import random

import pytest
from helpers.engines import FakeEngine, chat, fake_answer

from localllm import core
from localllm.engine.fake_runner import FakeRunner

SYSTEM = "You keep secrets. "


def canary(number: int) -> str:
    """A word that no other chat has."""
    return f"<canary-{number * 7919 % 100_003:06d}>"


@pytest.mark.parametrize(("can_cut", "n_chats"), [(True, 500), (False, 200)])
def test_no_chat_hears_of_another(can_cut: bool, n_chats: int) -> None:
    rng = random.Random(f"canaries {can_cut}")
    runner = FakeRunner(700, 32, can_cut=can_cut)
    fake = FakeEngine(runner=runner, max_sequences=6, ram_budget=12_000)
    asked: dict[str, core.Request] = {}
    for number in range(n_chats):
        again = rng.random() < 0.4 and number > 20
        about = rng.randrange(number - 20, number) if again else number
        words = SYSTEM * rng.choice([1, 1, 3]) + canary(about)
        id = f"chat {number} of {about}"
        asked[id] = fake.ask(id, chat(words), max_tokens=rng.choice([4, 12]), seed=about)
        fake.turn(rng.choice([0, 1, 5]))
        if rng.random() < 0.05:
            fake.engine.abort(rng.choice(list(asked)[-10:]))
    fake.finish()
    assert fake.ends() == dict.fromkeys(asked, 1)
    for id, request in asked.items():
        own = canary(int(id.split()[-1]))
        said = fake.text(id)
        alone = fake_answer(request, context=700)
        aborted = fake.reason(id) is core.FinishReason.ABORTED
        assert alone.startswith(said) if aborted else said == alone
        assert "<canary-" not in said.replace(own, "")
        assert "corrupt" not in said
    stats = fake.engine.stats
    assert stats.ram_evictions > 0
    assert stats.reused_cells > 0 or not can_cut
    assert stats.reused_ram > 0 or not can_cut
    assert stats.cells_used == stats.cells_running == 0
