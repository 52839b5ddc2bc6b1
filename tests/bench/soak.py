"""Clients of every kind for as long as you like: chats that go on, long prompts, hang-ups, bursts
that overflow the queue, nonsense. Budgets are tiny, so that all is moved out and back all the time.

    python tests/bench/soak.py --minutes 60 [--model GGUF | --engine fake] [--seed 1]

It holds that the engine is the same process at the end as at the start, that no answer has a status
that it should not have, that memory stays within 5% of what it was once everything had been used,
and does not grow from the middle to the end, and that nothing is left: no request, no running cell.
The engine checks its own books whenever it rests, and ends where they do not add up.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from helpers.servers import free_port

WORDS = ("river", "stone", "market", "winter", "letter", "engine", "garden", "signal", "copper")
CHAT = "/v1/chat/completions"
_EXPECTED = frozenset({200, 400, 422, 503})
_SHARE = 1.05  # of memory, in what is allowed
_SLACK = 3_000_000  # bytes: the allocator's own grain, which counts where a process is small
_SETTLES_IN_S = 60


@dataclass
class Plan:
    """How long (seconds, or requests where these are given), and how much at once."""

    seconds: float = 60.0
    requests: int = 0
    clients: int = 6
    seed: int = 1
    engine: str = "fake"
    model: Path | None = None
    context: int = 1024
    ram_cache: str = "2MB"


@dataclass
class Sample:
    """Bytes of the engine's process, and how many requests had been made by then."""

    made: int
    engine: int
    port: int


@dataclass
class Outcome:
    statuses: Counter[int] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    samples: list[Sample] = field(default_factory=list)
    stats: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def judge(self) -> list[str]:
        """What does not hold, in words."""
        found = [*self.problems]
        found += [f"{n} answers had status {s}" for s, n in self.statuses.items()
                  if s not in _EXPECTED]  # fmt: skip
        found += _grown("the engine", [sample.engine for sample in self.samples])
        found += _grown("the port", [sample.port for sample in self.samples])
        engine = self.stats
        for name in ("running", "waiting", "cells_running"):
            if engine[name]:
                found.append(f"{name} is {engine[name]} at the end")
        if engine["cells_used"] > engine["cells_total"]:
            found.append(f"{engine['cells_used']} cells used of {engine['cells_total']}")
        for tier in ("ram", "disk"):
            used, budget = engine[f"{tier}_cache_bytes"], engine[f"{tier}_cache_budget"]
            if budget and used > budget * _SHARE:
                found.append(f"{tier} holds {used} bytes, more than {budget}")
        return found


def _grown(who: str, sizes: list[int]) -> list[str]:
    """Memory after the first third, in which everything came to be used, against that third."""
    third = len(sizes) // 3
    if third < 2:
        return [f"{who}: too few samples ({len(sizes)})"]
    warm, middle, last = sizes[:third], sizes[third : 2 * third], sizes[2 * third :]
    found = []
    if max(middle + last) > max(warm) * _SHARE + _SLACK:
        found.append(f"{who} came to {max(middle + last):,} bytes from {max(warm):,}")
    if statistics.median(last) > statistics.median(middle) * _SHARE + _SLACK:
        found.append(f"{who} grows: {statistics.median(middle):,} to {statistics.median(last):,}")
    return found


@contextmanager
def server(plan: Plan, home: Path) -> Iterator[tuple[str, psutil.Process]]:
    """Ours with tiny budgets; its URL and process. Killed with all its children at the end."""
    port = free_port()
    model = ["--model", str(plan.model)] if plan.model else ["--model", "fake"]
    command = [
        *(sys.executable, "-m", "localllm", "serve", "--engine", plan.engine, *model),
        *("--host", "127.0.0.1", "--port", str(port), "--context", str(plan.context)),
        *("--ram-cache", plan.ram_cache, "--parallel", "4", "--max-queue", "6"),
    ]
    environment = {**os.environ, "LOCALLLM_HOME": str(home)}
    with (home / "serve.log").open("wb") as log:
        process = psutil.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        yield f"http://127.0.0.1:{port}", process
    finally:
        everything = [process, *process.children(recursive=True)] if process.is_running() else []
        for one in everything:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        process.wait()


async def soak(plan: Plan, home: Path) -> Outcome:
    """Raises RuntimeError where the server does not start."""
    with server(plan, home) as (url, process):
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits) as http:
            await _ready(http, process, plan)
            return await _Soak(plan, http, process).run()


async def _ready(http: httpx.AsyncClient, process: psutil.Process, plan: Plan) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.is_running():
        with suppress(httpx.TransportError):
            if (await http.get("/health")).status_code == 200:
                await http.post(CHAT, json=_body([_user("warm up")], 4))
                return
        await asyncio.sleep(0.1)
    raise RuntimeError("the server did not start")


class _Soak:
    def __init__(self, plan: Plan, http: httpx.AsyncClient, process: psutil.Process) -> None:
        self._plan = plan
        self._http = http
        self._process = process
        self._out = Outcome()
        self._made = 0
        self._until = time.monotonic() + plan.seconds

    async def run(self) -> Outcome:
        engines = self._engines()
        watch = asyncio.create_task(self._watch(engines[0]))
        async with asyncio.TaskGroup() as clients:
            for number in range(self._plan.clients):
                clients.create_task(self._client(random.Random(f"{self._plan.seed} {number}")))
        watch.cancel()
        await self._settle()
        if [engine.pid for engine in self._engines()] != [engine.pid for engine in engines]:
            self._out.problems.append("the engine is another process than at the start")
        return self._out

    def _engines(self) -> list[psutil.Process]:
        return list(self._process.children())

    @property
    def _over(self) -> bool:
        wanted = self._plan.requests
        return self._made >= wanted if wanted else time.monotonic() > self._until

    async def _watch(self, engine: psutil.Process) -> None:
        """A sample after every 50th part of the requests, or 300 of them in the time given."""
        every = max(self._plan.requests // 50, 1)
        next_at = 0
        while True:
            if not self._plan.requests or self._made >= next_at:
                next_at = self._made + every
                sizes = (one.memory_info().rss for one in (engine, self._process))
                self._out.samples.append(Sample(self._made, *sizes))
            await asyncio.sleep(0.02 if self._plan.requests else max(self._plan.seconds / 300, 0.2))

    async def _settle(self) -> None:
        """Waits until nobody is there any more; keeps the last numbers."""
        deadline = time.monotonic() + _SETTLES_IN_S
        while time.monotonic() < deadline:
            (engine,) = (await self._http.get("/v1/stats")).json()["models"].values()
            self._out.stats = engine
            if not (engine["running"] or engine["waiting"] or engine["cells_running"]):
                return
            await asyncio.sleep(0.1)

    # --- clients

    async def _client(self, rng: random.Random) -> None:
        chats: list[list[dict[str, str]]] = [[] for _ in range(4)]
        kinds = {
            "chat": (10, lambda: self._chat(rng, rng.choice(chats))),
            "long": (2, lambda: self._chat(rng, [], words=rng.randint(150, 700))),
            "hang up": (4, lambda: self._hang_up(rng)),
            "burst": (1, lambda: self._burst(rng)),
            "nonsense": (1, lambda: self._nonsense(rng)),
        }
        weights = [weight for weight, _ in kinds.values()]
        while not self._over:
            (kind,) = rng.choices(list(kinds), weights)
            self._out.kinds[kind] += 1
            await kinds[kind][1]()

    async def _chat(
        self, rng: random.Random, chat: list[dict[str, str]], words: int | None = None
    ) -> None:
        """The next turn of a chat; one that has become too long begins again."""
        chat.append(_user(_text(rng, words or rng.randint(3, 40))))
        answer = await self._post(_body(chat, rng.randint(1, 24), seed=rng.randrange(99)))
        if answer.status_code == 200:
            chat.append(
                {
                    "role": "assistant",
                    "content": answer.json()["choices"][0]["message"]["content"] or "",
                }
            )
        else:
            chat.clear()

    async def _hang_up(self, rng: random.Random) -> None:
        """Goes away after some pieces of an answer, or before the first."""
        self._made += 1
        body = _body([_user(_text(rng, rng.randint(3, 300)))], 200, stream=True, ignore_eos=True)
        most = rng.choice([0, 0, 1, 5])
        async with self._http.stream("POST", CHAT, json=body) as answer:
            self._out.statuses[answer.status_code] += 1
            pieces = 0
            async for _ in answer.aiter_raw():
                pieces += 1
                if pieces > most:
                    break

    async def _burst(self, rng: random.Random) -> None:
        """More at once than may wait: some are refused, and nobody is hurt."""
        bodies = [_body([_user(_text(rng, rng.randint(3, 60)))], 8, n=rng.choice([1, 1, 3]))
                  for _ in range(14)]  # fmt: skip
        await asyncio.gather(*(self._post(body) for body in bodies))

    async def _nonsense(self, rng: random.Random) -> None:
        body = rng.choice([
            {"messages": []},
            {"messages": [_user("x")], "temperature": "warm"},
            _body([_user(_text(rng, 5000))], 5),
            _body([_user("x")], 5, grammar="root ::= ["),
        ])  # fmt: skip
        await self._post(body)

    async def _post(self, body: dict[str, Any]) -> httpx.Response:
        self._made += 1
        answer = await self._http.post(CHAT, json=body)
        self._out.statuses[answer.status_code] += 1
        return answer


def _user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


def _body(chat: list[dict[str, str]], max_tokens: int, **fields: Any) -> dict[str, Any]:
    return {"messages": chat, "max_tokens": max_tokens, **fields}


def _text(rng: random.Random, words: int) -> str:
    return " ".join(rng.choices(WORDS, k=words))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--engine", choices=["llama", "fake"], default="llama")
    parser.add_argument("--model", type=Path, default=None, help="default: the starter model")
    parser.add_argument("--clients", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--context", type=int, default=2048)
    parser.add_argument("--ram-cache", default="16MB")
    how = parser.parse_args()
    if how.engine == "llama" and how.model is None:
        from localllm.models.starter import in_package

        how.model = in_package()
    plan = Plan(
        seconds=how.minutes * 60,
        clients=how.clients,
        seed=how.seed,
        engine=how.engine,
        model=how.model and how.model.absolute(),
        context=how.context,
        ram_cache=how.ram_cache,
    )
    with tempfile.TemporaryDirectory(prefix="soak-") as home:
        _report(asyncio.run(soak(plan, Path(home))))


def _report(out: Outcome) -> None:
    print("requests by kind:", dict(out.kinds), "by status:", dict(out.statuses))
    for who in ("engine", "port"):
        sizes = [getattr(sample, who) / 1e6 for sample in out.samples]
        shown = ", ".join(f"{size:.1f}" for size in sizes[:: max(len(sizes) // 10, 1)])
        print(f"memory of the {who}, MB: {shown}; at most {max(sizes):.1f}")
    told = ("ended", "aborts", "failures", "preemptions", "interrupted_steps")
    print("engine:", {name: out.stats[name] for name in told})
    problems = out.judge()
    print("\n".join(problems) or "nothing leaked, nothing died")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
