"""How fast a model reads and writes on this computer, in a few seconds.

Random tokens, as llama-bench takes them: what they are makes no difference to the time. One decode
cannot be stopped in the middle; so prompts begin small and grow while there is time left.
"""

from __future__ import annotations

import time

import numpy as np

from localllm.errors import EngineError
from localllm.jobs.measures import Speed
from localllm.jobs.reading import threads_for
from localllm.llama.batch import Batch
from localllm.llama.context import OK, Context
from localllm.llama.model import Model

_PROMPTS = (32, 128, 512)
_LEAST_TOKENS = 8  # written, before time can run out
_CELLS = 1024


def speed(model: Model, *, seconds: float = 6.0, threads: int = 0) -> Speed:
    """Measures for about so long, half for each; a model so slow that one step takes longer gets
    that step. Raises EngineError where it fails, ModelTooLarge."""
    threads = threads_for(threads)
    largest = max(n for n in _PROMPTS if n <= max(_PROMPTS[0], model.context_train))
    with Context(
        model, n_ctx=_CELLS, n_ubatch=largest, n_seq_max=1, threads=threads, kv_unified=True
    ) as ctx:
        bench = _Bench(ctx)
        bench.step(1)  # reads the weights
        prompt_tokens, prompt_rate = bench.reading(largest, seconds / 2)
        tokens, rate = bench.writing(seconds / 2)
    return Speed(prompt_rate, prompt_tokens, rate, tokens, threads, model.devices)


class _Bench:
    def __init__(self, ctx: Context) -> None:
        self._ctx = ctx
        self._batch = Batch(ctx.n_batch, 1)
        self._random = np.random.default_rng(1)

    def step(self, n: int, at: int = 0) -> float:
        """Decodes `n` tokens at position `at`, the last with logits; the seconds it took."""
        if at == 0:
            self._ctx.clear()
        self._batch.clear()
        tokens = self._random.integers(0, self._ctx.n_vocab, n, np.int32)
        self._batch.add(tokens, at, 0, True)
        started = time.perf_counter()
        code = self._ctx.decode(self._batch)
        if code != OK:
            raise EngineError(
                f"The model failed to compute {n} tokens (code {code}).", native_code=code
            )
        self._ctx.logits(n - 1)  # waits for devices that work behind our back
        return time.perf_counter() - started

    def reading(self, largest: int, seconds: float) -> tuple[int, float]:
        """(size, tokens a second) of the largest prompts that were read; their median."""
        end = time.perf_counter() + seconds
        n, took = 0, [0.0]
        for size in _PROMPTS:
            enough = n == 0 or time.perf_counter() + took[-1] * size / n < end
            if size > largest or not enough:
                break
            n, took = size, [self.step(size)]
        while time.perf_counter() + took[-1] < end:
            took.append(self.step(n))
        return n, n / float(np.median(took))

    def writing(self, seconds: float) -> tuple[int, float]:
        """(tokens, tokens a second), one after another from an empty context on."""
        end, spent, count = time.perf_counter() + seconds, 0.0, 0
        while count < self._ctx.n_ctx and (count < _LEAST_TOKENS or time.perf_counter() < end):
            spent += self.step(1, count)
            count += 1
        return count, count / spent
