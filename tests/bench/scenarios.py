"""Scenarios beside those of serve_bench.py, in the same form: a server in, figures out.

`OPTIONS` are settings that a scenario needs ours to run with.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import serve_bench
from serve_bench import SCENARIOS as COMMON
from serve_bench import gaps, rate, story, text, ttft, user
from sides import Side, busy_processes

Figures = dict[str, Any]
Scenario = Callable[[Any], Awaitable[Figures]]

_LONG = 2200  # words; about 3,000 tokens
_SAVED_WITHIN_S = 30


def _salt() -> int:
    return next(serve_bench._salt)


def _notes(seed: int, words: int = _LONG) -> dict[str, str]:
    return user("Remember these notes. " + text(words, seed))


async def turns(side: Side) -> Figures:
    """As serve_bench's; and what reading as many new tokens costs in a chat of their own."""
    found = dict(await COMMON["turns"](side))
    fresh = []
    for _ in range(3):
        k = _salt()
        question = user(f"Turn 0: say something new about {text(120, k)}.")
        fresh.append(ttft(await side.stream([question], 4, ignore_eos=True)))
    new = statistics.median(fresh) * 1e3
    return {**found, "new_ms": new, "last_over_new": found["last3_ms"] / new}


async def stall(side: Side) -> Figures:
    """A stream runs while a prompt of some 3,000 tokens comes in that was timed alone before."""
    alone_long = await side.stream([user("Summarise: " + text(_LONG, _salt()))], 4, ignore_eos=True)
    streaming = asyncio.create_task(side.stream([story(_salt())], 400, ignore_eos=True))
    await asyncio.sleep(1.5)
    came = time.perf_counter()
    long = await side.stream([user("Summarise: " + text(_LONG, _salt()))], 4, ignore_eos=True)
    went = long["times"][0]
    times = (await streaming)["times"]
    pairs = list(pairwise(times))
    alone = [b - a for a, b in pairs if b < came]
    during = sorted(b - a for a, b in pairs if b >= came and a <= went)
    if not alone or not during:
        return {"note": "the stream was over too early"}
    pace = statistics.median(alone)
    return {
        "alone_ms": pace * 1e3,
        "p99_over_alone": during[min(len(during) - 1, int(len(during) * 0.99))] / pace,
        "worst_over_alone": during[-1] / pace,
        "long_over_alone": ttft(long) / ttft(alone_long),
    }


async def cancel(side: Side) -> Figures:
    """As serve_bench's; `stopped_ms` by the engine's own count, where it has one."""
    before = _delays(await side.engine())
    found = dict(await COMMON["cancel"](side))
    after = _delays(await side.engine())
    if after[0] > before[0]:
        found["stopped_ms"] = (after[1] - before[1]) / (after[0] - before[0]) * 1e3
    return found


def _delays(engine: Figures) -> tuple[int, float]:
    """How many hang-ups there were, and the seconds until their work stopped, added up."""
    delays = engine.get("abort_delay")
    if not delays or not delays["count"]:
        return 0, 0.0
    return delays["count"], delays["count"] * delays["mean"]


async def restart(side: Side) -> Figures:
    """A chat of some 3,000 tokens goes on after `kill -9` of everything."""
    chat = [_notes(_salt())]
    cold = await _ask(side, chat)
    await _saved(side)
    await side.restart()
    await side.stream([user("warm up")], 8)
    return _went_on(cold, await _ask(side, chat))


async def resume(side: Side) -> Figures:
    """A chat of some 3,000 tokens goes on after others have pushed it out of cells and RAM."""
    chat = [_notes(_salt())]
    cold = await _ask(side, chat)
    for _ in range(4):
        await _ask(side, [_notes(_salt())])
    await _saved(side)
    return _went_on(cold, await _ask(side, chat))


async def _ask(side: Side, chat: list[dict[str, str]]) -> Figures:
    answer = await side.stream(chat, 16, ignore_eos=True)
    chat += [{"role": "assistant", "content": answer["text"]}, user("And what else?")]
    return dict(answer)


def _went_on(cold: Figures, warm: Figures) -> Figures:
    details = warm["usage"].get("prompt_tokens_details") or {}
    return {
        "cold_ms": ttft(cold) * 1e3,
        "warm_ms": ttft(warm) * 1e3,
        "warm_over_cold": ttft(warm) / ttft(cold),
        "cached": details.get("cached_tokens"),
    }


async def _saved(side: Side) -> None:
    """Waits until what is idle has settled: the engine's own numbers do not move any more."""
    deadline, last = time.monotonic() + _SAVED_WITHIN_S, None
    await asyncio.sleep(1.0)
    while time.monotonic() < deadline:
        engine = await side.engine()
        now = (engine.get("ram_cache_bytes"), engine.get("disk_cache_bytes"))
        if now == last:
            return
        last = now
        await asyncio.sleep(1.0)


_TABLE = "\n".join(
    f"| {name} | {number} | {'yes' if number % 3 else 'no'} | stored in the {name} cellar |"
    for number, name in enumerate(serve_bench.WORDS, 17)
)


async def copy(side: Side) -> Figures:
    """An answer that repeats its prompt: what editors and tools ask all day."""
    prompt = f"Repeat this table exactly, line by line, and nothing else.\n\n{_TABLE}\n"
    head = f"Here is table {_salt()}, repeated:\n\n"
    r = await side.stream(
        [user(f"{head}{prompt}"), {"role": "assistant", "content": head + _TABLE}, user(prompt)],
        256,
        ignore_eos=True,
    )
    return {"tok_s": rate(r)}


async def hogs(side: Side) -> Figures:
    """`single` alone, beside one busy process, and beside two."""
    rates = []
    for n in (0, 1, 2):
        with busy_processes(n):
            await asyncio.sleep(1.5 if n else 0.0)  # what reacts to it has had a second
            r = await side.stream([story(_salt())], 96, ignore_eos=True)
        rates.append(rate(r))
    alone, one, two = rates
    return {
        "alone_tok_s": alone,
        "one_tok_s": one,
        "two_tok_s": two,
        "one_over_alone": one / alone,
        "two_over_alone": two / alone,
    }


async def pace(side: Side) -> Figures:
    """Eight streams at once: how evenly their tokens come."""
    streams = (side.stream([story(_salt())], 96, ignore_eos=True) for _ in range(8))
    all_gaps = sorted(gap for r in await asyncio.gather(*streams) for gap in gaps(r))
    middle = statistics.median(all_gaps)
    return {
        "median_ms": middle * 1e3,
        "p99_over_median": all_gaps[int(len(all_gaps) * 0.99)] / middle,
    }


ALL: dict[str, Scenario] = {
    **COMMON,
    "turns": turns,
    "cancel": cancel,
    "stall3": stall,
    "stall": stall,
    "copy": copy,
    "hogs": hogs,
    "pace": pace,
    "resume": resume,
    "restart": restart,
}
OPTIONS: dict[str, tuple[str, ...]] = {
    "stall3": ("--stream-slowdown", "3"),
    "resume": ("--ram-cache", "16MB"),
}
