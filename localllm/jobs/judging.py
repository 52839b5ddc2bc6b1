"""One model judges many that were made from it: how far is each, on the same few pages.

As `evaluate` with a base, but what the base says is computed once and kept, which halves the time
of a search.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from localllm.jobs import reading
from localllm.jobs.figures import Differences, running
from localllm.jobs.tasks import Evaluated, Running
from localllm.jobs.wire import Report
from localllm.llama import scoring
from localllm.llama.chunks import ChunkReader
from localllm.llama.kept import KeepingReader
from localllm.llama.vocab import Tokens

N_CTX = 512
_KEPT_BYTES = 1 << 30  # of logits; what is more is computed again


class Judge:
    """Opens the base. Raises as `reading.open_model`, BadRequest for a text that is too short."""

    def __init__(self, base: Path, text: str, threads: int, report: Report) -> None:
        self._text = text
        self._threads = reading.threads_for(threads)
        self._stack = ExitStack()
        self._base = self._stack.enter_context(reading.open_model(str(base), -1, report))
        reading.check_context(N_CTX, self._base)
        self._readers: dict[int, KeepingReader] = {}
        self._left = _KEPT_BYTES

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def judge(self, path: Path, n_chunks: int, report: Report) -> Evaluated:
        """The file at `path` over so many chunks (fewer where the text is shorter).

        Raises ModelError where it computes no numbers, EngineError.
        """
        started = time.monotonic()
        chunks = reading.chunks_of(self._text, reading.EVALUATION, N_CTX, n_chunks, self._base)
        base = self._reader(chunks)
        totals, history = Differences(), list[Running]()
        with reading.open_model(str(path), -1, report) as model:
            reader = ChunkReader(model, base.shape, threads=self._threads)
            base.rewind()
            for rows in scoring.compare(reader, base, chunks):
                totals.add(rows)
                history.append(running(len(history) + 1, totals))
                report("evaluating", len(history), len(chunks))
        return Evaluated(
            str(path),
            self._text,
            N_CTX,
            len(chunks),
            totals.tokens,
            totals.perplexity(),
            tuple(history),
            totals.loss(str(self._base.path)),
            seconds=time.monotonic() - started,
        )

    def _reader(self, chunks: Tokens) -> KeepingReader:
        if len(chunks) not in self._readers:
            shape = scoring.scored_shape(N_CTX, self._base.vocab.n_tokens, len(chunks))
            size = 4 * self._base.vocab.n_tokens * (N_CTX - shape.first) * len(chunks)
            keeps = size <= self._left
            self._left -= size if keeps else 0
            self._readers[len(chunks)] = KeepingReader(
                self._base, shape, threads=self._threads, keep=keeps
            )
        return self._readers[len(chunks)]
