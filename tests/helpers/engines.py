"""An engine on the fake runner, driven turn by turn, and builders with defaults for its parts."""

from __future__ import annotations

from array import array
from collections import defaultdict
from typing import Any

import msgspec

from localllm import core
from localllm.engine.engine import Engine
from localllm.engine.fake_language import FakeLanguage
from localllm.engine.fake_runner import FakeRunner
from localllm.engine.intake import Intake
from localllm.engine.output import Output
from localllm.engine.sequence import RequestState, Sequence

_MANY_TURNS = 20_000

SAMPLING_FIELDS = frozenset(core.SamplingParams.__struct_fields__)


def make_request(id: str = "r", prompt: Any = "hello", **fields: Any) -> core.Request:
    """`prompt` is text for a raw prompt, or a core Prompt. Fields of SamplingParams go there."""
    if isinstance(prompt, str):
        prompt = core.TextPrompt(prompt)
    sampling = {name: fields.pop(name) for name in list(fields) if name in SAMPLING_FIELDS}
    return core.Request(id, prompt, core.SamplingParams(**sampling), **fields)


def chat(text: str, **fields: Any) -> core.ChatPrompt:
    return core.ChatPrompt((core.Message("user", text),), **fields)


def make_sequence(
    n_tokens: int = 10,
    *,
    computed: int = 0,
    generated: int = 0,
    seq_id: int = -1,
    arrived: float = 0.0,
    priority: core.Priority = core.Priority.NORMAL,
    serial: int = 0,
    index: int = 0,
    tokens: list[int] | None = None,
    client: str = "",
) -> Sequence:
    """A sequence by its numbers: `n_tokens` in all, the last `generated` of them its own."""
    request = make_request(f"r{serial}", priority=priority, client=client)
    state = RequestState(request, arrived, frozenset())
    ids = array("i", tokens if tokens is not None else [1000 + serial] * n_tokens)
    seq = Sequence(state, index, serial, ids, 10**6, None, Output(f"r{serial}", index))
    seq.n_prompt = len(ids) - generated
    seq.n_generated = generated
    seq.n_computed = computed
    seq.seq_id = seq_id
    return seq


def make_array(*tokens: int) -> array[int]:
    return array("i", tokens)


def fake_answer(request: core.Request, index: int = 0, context: int = 10**6) -> str:
    """What the fake model says to a request, without any engine: its sampler on perfect KV."""
    language = FakeLanguage()
    prepared = Intake(language, context, context).prepare(request, 0.0)
    sampler = prepared.samplers[index]
    most = request.sampling.max_tokens
    limit = context - len(prepared.tokens)
    data = b""
    for _ in range(limit if most is None else min(most, limit)):
        token = sampler.pick(sampler.chain)
        if language.is_eog(token):
            break
        data += language.piece(token)
    text = data.decode("utf-8", "replace")
    cuts = [at for stop in request.sampling.stop if (at := text.find(stop)) >= 0]
    return text[: min(cuts)] if cuts else text


class FakeEngine:
    """An engine whose loop is turned by hand. Everything it said is in `events`."""

    def __init__(
        self,
        *,
        n_cells: int = 1024,
        ubatch: int = 64,
        max_sequences: int = 4,
        ram_budget: int = 1 << 20,
        runner: FakeRunner | None = None,
        language: FakeLanguage | None = None,
        **engine: Any,
    ) -> None:
        self.runner = runner or FakeRunner(n_cells, ubatch)
        self.language = language or FakeLanguage()
        self.intake = Intake(self.language, self.runner.n_cells, 32768)
        self.events: list[core.Event] = []
        self.frames: list[core.Events] = []
        self.now = 0.0
        self.engine = Engine(
            self.runner,
            self.language,
            self._receive,
            max_sequences=max_sequences,
            ram_budget=ram_budget,
            clock=self._clock,
            **engine,
        )

    def _receive(self, frame: core.Events) -> None:
        self.frames.append(frame)
        self.events += frame.events

    def _clock(self) -> float:
        self.now += 0.0001
        return self.now

    def ask(self, id: str = "r", prompt: Any = "hello", **fields: Any) -> core.Request:
        request = make_request(id, prompt, **fields)
        self.engine.submit(self.intake.prepare(request, self.now))
        return request

    def turn(self, n: int = 1) -> None:
        for _ in range(n):
            self.engine.turn()
            self.engine.check_integrity()
            assert self.engine._pool.used == self.runner.used  # the books against the cells

    def finish(self, *, put_away: bool = True) -> None:
        """Turns until nothing runs or waits; then empties the cells of what only rests in them."""
        self.turn()
        for _ in range(_MANY_TURNS):
            if not self.engine.has_work and self.engine._inbox.empty():
                if put_away:
                    self.put_away()
                return
            self.turn()
        raise AssertionError("it does not come to an end")

    def put_away(self) -> None:
        while self.engine._store.make_way():
            self.engine.check_integrity()
        self.engine._publish()
        assert self.engine._pool.used == self.runner.used == 0

    # --- what it said ---------------------------------------------------------------------------

    def of(self, id: str, kind: type[Any] = object) -> list[Any]:
        return [e for e in self.events if e.request_id == id and isinstance(e, kind)]

    def text(self, id: str = "r", index: int = 0) -> str:
        return "".join(e.content for e in self.of(id, core.Delta) if e.index == index)

    def usage(self, id: str = "r") -> core.Usage:
        (done,) = self.of(id, core.Done)
        usage: core.Usage = done.usage
        return usage

    def reason(self, id: str = "r", index: int = 0) -> core.FinishReason:
        (finished,) = [e for e in self.of(id, core.Finished) if e.index == index]
        reason: core.FinishReason = finished.reason
        return reason

    def failure(self, id: str = "r") -> core.Failed:
        (failed,) = self.of(id, core.Failed)
        assert isinstance(failed, core.Failed)
        return failed

    def ends(self) -> dict[str, int]:
        """How many terminal events each request got."""
        counts: dict[str, int] = defaultdict(int)
        for event in self.events:
            counts[event.request_id] += isinstance(event, core.Done | core.Failed)
        return counts


def replace(struct: Any, **fields: Any) -> Any:
    return msgspec.structs.replace(struct, **fields)
