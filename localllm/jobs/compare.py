"""The task Compare: two forms of one model side by side, as far as each part can be measured.

    headers   both                      size, types
    weights   both files, mapped        which tensors lost most
    evaluate  both, chunk by chunk      the loss; where that cannot be, each alone
    speed     one after the other
    samples   one after the other

No part keeps another from being measured: what is refused becomes a sentence in `warnings`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

import msgspec

from localllm.errors import LocalLLMError
from localllm.jobs import evaluate, reading, samples, speed
from localllm.jobs.measures import Sample, Speed, WeightErrors
from localllm.jobs.tasks import Compare, Compared, Evaluate, Evaluated, Side
from localllm.jobs.tensor_errors import tensor_errors
from localllm.jobs.weight_errors import digest
from localllm.jobs.wire import Report
from localllm.models.header.card import details_of
from localllm.models.header.check import headers_of
from localllm.models.header.gguf import GGUFHeader
from localllm.models.header.parts import stem_of

P = ParamSpec("P")
T = TypeVar("T")

_LEAST_TOKENS = 16
_SAMPLES_SECONDS = 45.0  # of the slower model


def run(task: Compare, report: Report) -> Compared:
    """Raises what is wrong with a file as such, BadRequest for a text that cannot be read."""
    reading.read_text(task.text, reading.EVALUATION, max_bytes=1)
    return compared(task, report)


def compared(
    task: Compare, report: Report, *, base_name: str = "", evaluated: Evaluated | None = None
) -> Compared:
    """As `run`. `base_name` is what a base without a name of its own (a temporary file) is called;
    `evaluated` was measured before."""
    return _Comparison(task, report, base_name).run(evaluated)


class _Comparison:
    def __init__(self, task: Compare, report: Report, base_name: str) -> None:
        self._begun = time.monotonic()
        self._task = task
        self._report = report
        headers = headers_of(task.source), headers_of(task.base)
        self._source = _side(task.source, headers[0])
        self._base = _side(task.base, headers[1], base_name)
        self._difference = _why_not_one(*headers)
        self._warnings: dict[str, None] = {}  # in order, each once

    def run(self, evaluated: Evaluated | None) -> Compared:
        if self._difference:
            self._warn(
                f"{self._source.name} and {self._base.name} are not forms of one model "
                f"({self._difference}): their weights cannot be compared."
            )
        weights = None if self._difference else self._tried(self._weights)
        against = evaluated or self._tried(self._against)
        if against is None:
            self._alone()
        self._speeds()
        self._answers()
        return Compared(
            self._source,
            self._base,
            one_model=not self._difference,
            evaluated=against,
            weights=weights,
            warnings=tuple(self._warnings),
            seconds=time.monotonic() - self._begun,
        )

    def _weights(self) -> WeightErrors:
        task = self._task
        return digest(tensor_errors(task.source, task.base, self._report, threads=task.threads))

    def _against(self) -> Evaluated:
        return evaluate.run(self._evaluation(self._task.source, self._task.base), self._report)

    def _alone(self) -> None:
        self._source, self._base = (
            msgspec.structs.replace(side, evaluated=self._tried(self._evaluate, side))
            for side in (self._source, self._base)
        )
        if self._source.evaluated and self._base.evaluated:
            self._warn("Perplexities of different vocabularies cannot be set against each other.")

    def _evaluate(self, side: Side) -> Evaluated:
        return evaluate.run(self._evaluation(side.path), self._report)

    def _evaluation(self, source: str, base: str = "") -> Evaluate:
        task = self._task
        return Evaluate(
            source,
            base=base,
            text=task.text,
            n_ctx=task.n_ctx,
            chunks=task.chunks,
            threads=task.threads,
            gpu_layers=task.gpu_layers,
        )

    def _speeds(self) -> None:
        self._source, self._base = (
            msgspec.structs.replace(side, speed=self._tried(self._speed, side))
            for side in (self._source, self._base)
        )

    def _speed(self, side: Side) -> Speed:
        task = self._task
        with reading.open_model(side.path, task.gpu_layers, self._report) as model:
            self._report("measuring speed", 0, 0, side.name)
            return speed.speed(model, seconds=task.speed_seconds, threads=task.threads)

    def _answers(self) -> None:
        if not self._task.prompts:
            return
        tokens = _tokens(self._task, (self._source.speed, self._base.speed))
        self._source, self._base = (
            msgspec.structs.replace(side, samples=self._tried(self._answer, side, tokens) or ())
            for side in (self._source, self._base)
        )

    def _answer(self, side: Side, tokens: int) -> tuple[Sample, ...]:
        task = self._task
        with reading.open_model(side.path, task.gpu_layers, self._report) as model:
            return samples.answers(
                model,
                self._report,
                prompts=task.prompts,
                max_tokens=tokens,
                threads=task.threads,
            )

    def _tried(self, part: Callable[P, T], *args: P.args, **how: P.kwargs) -> T | None:
        """What the part finds; None, and a warning, where it cannot be measured."""
        try:
            return part(*args, **how)
        except LocalLLMError as error:
            self._warn(error.message)
            return None

    def _warn(self, sentence: str) -> None:
        sentence = sentence.strip()
        self._warnings[sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."] = None


def _side(path: str, headers: Sequence[GGUFHeader], name: str = "") -> Side:
    """By the headers alone."""
    details = details_of(headers, stem_of(Path(path)))
    return Side(
        path,
        name or stem_of(Path(path)),
        details.card.name,
        details.card.architecture,
        details.card.quantization,
        details.file_size,
        details.card.parameters,
        details.bits,
        details.types,
    )


def _why_not_one(source: Sequence[GGUFHeader], base: Sequence[GGUFHeader]) -> str:
    """What speaks against their being forms of one model; "" for nothing."""
    names = [headers[0].text("general.architecture") or "" for headers in (source, base)]
    if names[0] != names[1]:
        return f"one is {names[0] or 'nameless'}, the other {names[1] or 'nameless'}"
    ours, theirs = (
        {tensor.name: tensor.n_elements for header in headers for tensor in header.tensors}
        for headers in (source, base)
    )
    common = ours.keys() & theirs.keys()
    if not common:
        return "they have no tensor in common"
    other = sorted(name for name in common if ours[name] != theirs[name])
    return f"{other[0]} has another size" if other else ""


def _tokens(task: Compare, speeds: Sequence[Speed | None]) -> int:
    """Of an answer, so that the slower model is done within a minute."""
    rates = [found.rate for found in speeds if found]
    if not rates:
        return task.sample_tokens
    affordable = int(min(rates) * _SAMPLES_SECONDS / len(task.prompts))
    return min(task.sample_tokens, max(_LEAST_TOKENS, affordable))
