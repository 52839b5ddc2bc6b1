"""Types chosen by tensor: the best within a size, or the smallest within a loss.

measure    the error of every tensor in every type, on a sample of its rows (sensitivity)
probe      one kind of tensors at a time is quantized, all else left as it is, and the KL
           divergence from the source measured: what that kind's errors cost
allocate   the types that lose least within a number of bytes, if losses add up (allocate)
try        the file is made and its divergence measured, which is what counts

--target-size   the allocation and the best stock recipe filled up to that size are both tried,
                the better one stays
--max-loss      the bytes are changed until what is measured is within the loss, and near it
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec

from localllm.errors import BadRequest, LocalLLMError
from localllm.jobs import allocate, needs
from localllm.jobs.judging import Judge
from localllm.jobs.quantize_plan import Imatrix, Plan, Source, make_plan
from localllm.jobs.search_space import Candidate, candidates, choices, rules_of
from localllm.jobs.tasks import Cost, Evaluated, Quantize, Search
from localllm.jobs.wire import Report
from localllm.llama import quantize as native
from localllm.models.disk import check_disk
from localllm.models.quantization.recipes import find_tensor_type
from localllm.models.temporary import Temporary
from localllm.models.units import human_bytes

_STOCK = ("Q2_K", "Q3_K_S", "Q3_K_M", "Q3_K_L", "IQ4_XS", "Q4_K_S", "Q4_K_M", "Q5_K_S", "Q5_K_M")
_STOCK_LARGE = ("Q6_K", "Q8_0")
_PROBED_BITS = 4.5
_TRIALS = 6
_NEAR = 0.85  # of the loss that is allowed: nearer is not worth another trial
_AIM = 0.95
_SMALL_BITS = 3.4  # below it the types that need an importance matrix are worth their tables
_SMALL_MODEL = 1_000_000_000  # bytes: chunks are cheap


class Trial:
    """A file that was made, and how far it is from its source."""

    def __init__(self, plan: Plan, temporary: Temporary, evaluated: Evaluated | None) -> None:
        self.plan = plan
        self.temporary = temporary
        self.evaluated = evaluated

    @property
    def kld(self) -> float:
        loss = self.evaluated.loss if self.evaluated else None
        return loss.divergence.kld.value if loss else math.nan


class Found(msgspec.Struct, frozen=True):
    """What is to become the target: `finish` its temporary file."""

    plan: Plan
    temporary: Temporary
    evaluated: Evaluated | None
    search: Search | None
    warnings: tuple[str, ...] = ()


class Searcher:
    """One search. What it makes is removed at the end of the `with`, but what was finished."""

    def __init__(self, task: Quantize, source: Source, imatrix: Imatrix, report: Report) -> None:
        self._task = task
        self._source = source
        self._imatrix = imatrix
        self._report = report
        self._stack = ExitStack()
        self._trials = 0
        self._opened: Judge | None = None
        small_model = source.size_bytes < _SMALL_MODEL
        self._probe_chunks = 3 if small_model else 2
        self._trial_chunks = max(task.measure_chunks, 8 if small_model else 4)

    def __enter__(self) -> Searcher:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(self) -> Found:
        """Raises BadRequest where no allocation can do what was asked."""
        source, task = self._source, self._task
        if task.target_bytes and source.size_bytes <= task.target_bytes:
            raise BadRequest(
                f"{source.name} has {human_bytes(source.size_bytes)}: it fits into "
                f"{human_bytes(task.target_bytes)} as it is",
                param="target_size",
            )
        small = bool(task.target_bytes) and self._bits(task.target_bytes) < _SMALL_BITS
        self._candidates = candidates(source, task, self._imatrix, small, self._report)
        self._unchanged = [_now(each) for each in self._candidates]
        self._stock = list(self._stock_plans())
        plan = self._stock[-1]
        self._overhead = plan.size_bytes - self._payload(self._like(plan))
        check_disk(Path(task.target), min(2 * plan.size_bytes, 2 * source.size_bytes))
        return self._to_size() if task.target_bytes else self._to_loss()

    # --- the two aims

    def _to_size(self) -> Found:
        budget = self._task.target_bytes - self._overhead
        least = allocate.least_bytes(choices(self._candidates, _equal(self._candidates)))
        if budget < least:
            raise self._too_small(least + self._overhead)
        try:
            costs = self._costs(self._bits(self._task.target_bytes))
        except LocalLLMError as error:
            return self._unmeasured(budget, error)
        tensors = choices(self._candidates, _by_kind(costs))
        chosen = allocate.within(tensors, budget)
        best = self._try(chosen)
        found = Search(costs, self._predicted(tensors, chosen), best.kld, trials=self._trials + 1)
        fitting = [plan for plan in self._stock if plan.size_bytes <= self._task.target_bytes]
        if fitting:
            name = fitting[-1].recipe.name
            filled = allocate.improved(tensors, self._like(fitting[-1]), budget)
            other = best if filled == chosen else self._try(filled)
            found = msgspec.structs.replace(
                found, stock=name, stock_kld=other.kld, trials=self._trials
            )
            if other.kld < best.kld:
                best, found = other, msgspec.structs.replace(found, kld=other.kld)
        return Found(best.plan, best.temporary, best.evaluated, found)

    def _to_loss(self) -> Found:
        limit = self._task.max_loss
        costs = self._costs(_PROBED_BITS)
        tensors = choices(self._candidates, _by_kind(costs))
        ratio, best, tried = 1.0, None, set[tuple[int, ...]]()
        found = Search(costs, 0.0, math.nan)
        for _ in range(_TRIALS):
            chosen = self._smallest(tensors, _AIM * limit / ratio)
            if tuple(chosen) in tried:
                break
            tried.add(tuple(chosen))
            trial, predicted = self._try(chosen), self._predicted(tensors, chosen)
            if trial.kld <= limit and (best is None or _smaller(trial, best)):
                best = trial
                found = Search(costs, predicted, trial.kld, trials=self._trials)
                if trial.kld >= _NEAR * limit:
                    break
            ratio = trial.kld / predicted if predicted > 0 else ratio
        if best is None:
            raise BadRequest(
                f"No types were found that keep the KL divergence from {self._source.name} below "
                f"{limit:g}: allow more, or take Q8_0",
                param="max_loss",
            )
        return Found(
            best.plan,
            best.temporary,
            best.evaluated,
            msgspec.structs.replace(found, trials=self._trials),
        )

    def _smallest(self, tensors: Sequence[allocate.Choices], loss: float) -> list[int]:
        """The allocation of the fewest bytes whose predicted loss is at most `loss`; of the most
        where there is none."""
        low, high = allocate.least_bytes(tensors), self._payload(self._unchanged)
        best = allocate.within(tensors, max(low, high))
        for _ in range(24):
            middle = (low + high) // 2
            chosen = allocate.within(tensors, middle)
            if self._predicted(tensors, chosen) <= loss:
                best, high = chosen, middle
            else:
                low = middle + 1
            if low >= high:
                break
        return best

    def _unmeasured(self, budget: int, error: LocalLLMError) -> Found:
        """Every kind counts the same where the model cannot be run on a text."""
        chosen = allocate.within(choices(self._candidates, _equal(self._candidates)), budget)
        plan = self._plan(chosen)
        words = f"Types were chosen by the tensors' own errors alone: {error.message}"
        return Found(plan, self._made(plan), None, None, (words,))

    # --- probing

    def _costs(self, bits: float) -> tuple[Cost, ...]:
        """What each kind costs, near `bits` a weight. Raises where the model cannot be run."""
        kinds = list(dict.fromkeys(each.kind for each in self._candidates))
        found: list[Cost] = []
        for number, kind in enumerate(kinds):
            self._judge()  # what cannot be run is noticed before a file is made
            chosen, error, n = self._probe(kind, bits)
            if n == 0:  # nothing can be lost there
                continue
            trial = self._try(chosen, self._probe_chunks, ("probing", number, len(kinds), kind))
            trial.temporary.discard()
            found.append(Cost(kind, n, error / n, max(trial.kld, 0.0)))
        return tuple(found)

    def _probe(self, kind: str, bits: float) -> tuple[list[int], float, int]:
        """All tensors of a kind in the type nearest to `bits`; their errors' sum, how many."""
        chosen, error, n = [*self._unchanged], 0.0, 0
        for at, each in enumerate(self._candidates):
            lossy = [i for i, lost in enumerate(each.errors) if lost > 0]
            if each.kind == kind and lossy:
                i = min(lossy, key=lambda i: abs(self._bits_of(each, i) - bits))
                chosen[at], error, n = i, error + each.errors[i], n + 1
        return chosen, error, n

    # --- trying

    def _try(
        self,
        chosen: Sequence[int],
        chunks: int = 0,
        shown: tuple[str, int, int, str] | None = None,
    ) -> Trial:
        plan = self._plan(chosen)
        temporary = self._made(plan)
        self._trials += 0 if shown else 1
        report = self._report if shown is None else _within_stage(self._report, *shown)
        found = self._judge().judge(temporary.path, chunks or self._trial_chunks, report)
        return Trial(plan, temporary, found)

    def _judge(self) -> Judge:
        if self._opened is None:
            task = self._task
            judge = Judge(self._source.path, task.text, task.threads, self._report)
            self._opened = self._stack.enter_context(judge)
        return self._opened

    def _made(self, plan: Plan) -> Temporary:
        temporary = self._stack.enter_context(Temporary(Path(self._task.target)))
        options = msgspec.structs.replace(plan.options, buffer_bytes=needs.SLAB_BYTES)
        native.quantize(
            self._source.path,
            temporary.path,
            options,
            lambda step: self._report("quantizing", step.index, step.count, step.name),
        )
        return temporary

    def _plan(self, chosen: Sequence[int]) -> Plan:
        """Under the name of the stock recipe that is nearest below in size."""
        size = self._payload(chosen) + self._overhead
        below = [plan for plan in self._stock if plan.size_bytes <= size] or self._stock[:1]
        asked = msgspec.structs.replace(
            self._task,
            recipe=below[-1].recipe.name,
            rules=rules_of(self._candidates, chosen),
            output_type="",
            embedding_type="",
            pure=False,
        )
        return make_plan(self._source, asked, self._imatrix)

    # --- arithmetic

    def _stock_plans(self) -> Iterator[Plan]:
        """Of the stock recipes, by size."""
        plans = [
            make_plan(self._source, msgspec.structs.replace(self._task, recipe=name), self._imatrix)
            for name in (*_STOCK, *_STOCK_LARGE)
        ]
        yield from sorted(plans, key=lambda plan: plan.size_bytes)

    def _like(self, plan: Plan) -> list[int]:
        """The allocation nearest to a plan's; a type that is no candidate gives the next larger."""
        after = {tensor.name: tensor for tensor in plan.tensors}
        return [_nearest(each, find_tensor_type(after[each.name].after), after[each.name].nbytes)
                for each in self._candidates]  # fmt: skip

    def _payload(self, chosen: Sequence[int]) -> int:
        return sum(each.nbytes[i] for each, i in zip(self._candidates, chosen, strict=True))

    def _predicted(self, tensors: Sequence[allocate.Choices], chosen: Sequence[int]) -> float:
        return allocate.total(tensors, chosen).loss

    def _bits(self, size: int) -> float:
        n = sum(t.n_elements for header in self._source.headers for t in header.tensors)
        return size * 8 / max(1, n)

    def _bits_of(self, each: Candidate, i: int) -> float:
        return each.nbytes[i] * 8 / max(1, each.n_elements)

    def _too_small(self, least: int) -> BadRequest:
        more = "" if self._imatrix.entries else "; with an importance matrix (--calibrate) less can"
        return BadRequest(
            f"{self._source.name} does not get smaller than {human_bytes(least)} with types that "
            f"keep it a model{more}",
            param="target_size",
            least=least,
        )


def _now(each: Candidate) -> int:
    """The choice that changes nothing, or the least loss where another type was asked for."""
    return min(range(len(each.types)), key=lambda i: (each.errors[i], each.nbytes[i]))


def _nearest(each: Candidate, type_id: int, nbytes: int) -> int:
    index = each.index(type_id)
    if index is not None:
        return index
    larger = [i for i, size in enumerate(each.nbytes) if size >= nbytes]
    return min(larger or range(len(each.types)), key=lambda i: each.nbytes[i])


def _equal(found: Sequence[Candidate]) -> dict[str, float]:
    return {each.kind: 1.0 for each in found}


def _by_kind(costs: Sequence[Cost]) -> dict[str, float]:
    return {cost.kind: cost.kld / (cost.error * cost.tensors) for cost in costs}


def _smaller(trial: Trial, than: Trial) -> bool:
    return trial.plan.size_bytes < than.plan.size_bytes


def _within_stage(report: Report, stage: str, at: int, count: int, note: str) -> Report:
    """Shows what a part of a stage reports as that part's share of the stage."""

    whole, words = stage, f"{note}, {at + 1} of {count}"

    def shown(stage: str, done: float, total: float, note: str = "") -> None:
        share = min(1.0, done / total) if total and stage != "loading" else 0.0
        report(whole, at + share, count, words)

    return shown
