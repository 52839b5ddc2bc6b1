"""A runner without a model: it keeps the books of real KV and says what the fake language plans.

It ships, so that the whole program runs without a model, and it is strict where llama.cpp is:
chunks must follow on the cells, cells run out, an interrupt loses the step, a saved sequence needs
room for all of itself to come back. Each cell knows the hash of all tokens up to it, so wrong KV
becomes visible as "<corrupt>" in the text.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable

import numpy as np

from localllm.core import EngineOptions, ModelInfo
from localllm.engine.fake_language import N_VOCAB, TEMPLATE, FakeSampler, chain_of
from localllm.engine.radix import State
from localllm.engine.runner import Logprobs, Status, StepResult
from localllm.engine.scheduler import Chunk
from localllm.engine.sequence import Sequence

_CONTEXT_TRAIN = 32768
_CONTEXT = 8192


class _Cell:
    __slots__ = ("chain", "owners", "token")

    def __init__(self, token: int, chain: int) -> None:
        self.token = token
        self.chain = chain
        self.owners = 1


class FakeRunner:
    """`step_s` is the time of each step, `prompt_s` of each prompt token beyond it, in seconds.

    For tests: the next steps end as the statuses of `faults` say; a step with a token of `poison`
    always fails; `can_cut` False makes it as stiff as a recurrent model.
    """

    def __init__(
        self,
        n_cells: int = _CONTEXT,
        ubatch: int = 512,
        *,
        can_cut: bool = True,
        step_s: float = 0.0,
        prompt_s: float = 0.0,
    ) -> None:
        self.n_cells = n_cells
        self.ubatch = ubatch
        self.can_cut = self.can_branch = self.can_draft = can_cut
        self.used = 0
        self.n_tokens = 0  # computed in all
        self.n_steps = 0
        self.threads = 1
        self.faults: deque[Status] = deque()
        self.poison: frozenset[int] = frozenset()
        self._step_s = step_s
        self._prompt_s = prompt_s
        self._sequences: dict[int, list[_Cell]] = {}
        self._interrupted = threading.Event()
        self.interrupt = self._interrupted.set
        self.clear_interrupt = self._interrupted.clear

    def run(self, chunks: list[Chunk]) -> StepResult:
        if self.faults and (status := self.faults.popleft()) is not Status.DONE:
            return StepResult(status)
        total = sum(chunk.n + len(chunk.draft) for chunk in chunks)
        if not 0 < total <= self.ubatch or not all(map(self._follows, chunks)):
            return StepResult(Status.FAILED)
        if total > self.n_cells - self.used:
            return StepResult(Status.NO_CELLS)
        if self._interrupted.wait(self._step_s + self._prompt_s * (total - len(chunks))):
            return StepResult(Status.ABORTED)
        self.n_steps += 1
        self.n_tokens += total
        for chunk in chunks:
            start = chunk.seq.n_computed
            self._append(chunk.seq.seq_id, chunk.seq.tokens[start : start + chunk.n])
            self._append(chunk.seq.seq_id, chunk.draft)
        return self._pick([chunk for chunk in chunks if chunk.last])

    def set_threads(self, n: int) -> None:
        self.threads = n

    def _follows(self, chunk: Chunk) -> bool:
        start = chunk.seq.n_computed
        tokens = chunk.seq.tokens[start : start + chunk.n]
        return (
            len(self._sequences.get(chunk.seq.seq_id, ())) == start
            and len(tokens) == chunk.n
            and self.poison.isdisjoint(tokens)
            and self.poison.isdisjoint(chunk.draft)
            and (self.can_draft or not chunk.draft)
        )

    def _append(self, seq_id: int, tokens: Iterable[int]) -> None:
        cells = self._sequences.setdefault(seq_id, [])
        chain = cells[-1].chain if cells else 0
        for token in tokens:
            chain = chain_of(chain, (token,))
            cells.append(_Cell(token, chain))
            self.used += 1

    def _pick(self, chunks: list[Chunk]) -> StepResult:
        result = StepResult(Status.DONE)
        for chunk in chunks:
            cells = self._sequences[chunk.seq.seq_id]
            end = len(cells) - len(chunk.draft)
            first = len(result.tokens)
            while True:
                token = self._pick_one(result, chunk.seq, cells[end - 1].chain)
                if chunk.draft[len(result.tokens) - first - 1 :][:1] != [token]:
                    break
                end += 1
            self.used -= len(cells) - end
            del cells[end:]
        return result

    def _pick_one(self, result: StepResult, seq: Sequence, chain: int) -> int:
        sampler: FakeSampler = seq.sampler
        token, place = sampler.pick(chain), len(result.tokens)
        result.tokens.append(token)
        if token < 0:
            result.errors[place] = "the fake sampler was told to fail"
        elif (top := seq.state.request.sampling.logprobs) is not None:
            result.logprobs[place] = _logprobs(token, top)
        return token

    def resumes(self, seq_id: int, n: int) -> bool:
        length = len(self._sequences.get(seq_id, ()))
        return n <= length if self.can_cut else n == length

    def share(self, source: int, target: int, n: int) -> None:
        shared = self._sequences[source][:n]
        for cell in shared:
            cell.owners += 1
        self._sequences[target] = shared

    def save(self, seq_id: int, start: int, stop: int) -> State:
        cells = self._sequences[seq_id]
        assert self.can_cut or stop == len(cells)
        rows = [(start, stop), *((cell.token, cell.chain) for cell in cells[start:stop])]
        return np.array(rows, np.int64).view(np.uint8).ravel()

    def restore(self, seq_id: int, state: State, start: int, stop: int) -> bool:
        (first, last), *saved = state.view(np.int64).reshape(-1, 2).tolist()
        whole = (start, stop) == (first, last)
        if len(saved) > self.n_cells - self.used or not (self.can_cut or whole):
            return False
        cells = self._sequences.setdefault(seq_id, [])
        assert len(cells) == start
        cells += [_Cell(token, chain) for token, chain in saved[start - first : stop - first]]
        self.used += stop - start
        return True

    def remove(self, seq_id: int) -> None:
        for cell in self._sequences.pop(seq_id, ()):
            cell.owners -= 1
            self.used -= cell.owners == 0

    def clear(self) -> None:
        for seq_id in list(self._sequences):
            self.remove(seq_id)

    def close(self) -> None:
        self.clear()


def _logprobs(token: int, top: int) -> Logprobs:
    """The picked token at one half, each next one at half of the one before."""
    likeliest = [((token + i) % N_VOCAB, -0.6931471805599453 * (i + 1)) for i in range(top)]
    return -0.6931471805599453, likeliest


def fake_info(options: EngineOptions) -> ModelInfo:
    """What a fake model says about itself."""
    return ModelInfo(
        name="fake",
        architecture="fake",
        description="a fake model that runs nothing",
        n_params=0,
        size_bytes=0,
        context=options.context or _CONTEXT,
        context_train=_CONTEXT_TRAIN,
        n_vocab=N_VOCAB,
        max_sequences=options.max_sequences,
        threads=1,
        devices=("CPU",),
        native_build="fake",
        supports_tools=True,
        supports_thinking=True,
        chat_template=TEMPLATE,
    )
