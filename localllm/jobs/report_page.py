"""What a report says, before any medium: a comparison as sentences, tiles, tables and answers.

    Compared, Quantized -> page() -> Page -> report_markdown, report_html, a terminal, a window

Every text of it is for people and holds no control characters; escaping is the medium's. Pure: no
numpy, no llama.cpp, no file is read.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import msgspec

from localllm.jobs.measures import Sample
from localllm.jobs.report_words import (
    clean,
    figure,
    judgement,
    name,
    number,
    percent,
    rate,
    share,
    text_of,
    title_of,
)
from localllm.jobs.tasks import Compared, Evaluated, Loss, Quantized, Side
from localllm.models.units import human_bytes, human_count

Row = tuple[str, ...]


class Tile(msgspec.Struct, frozen=True):
    """A figure to be seen first. `note` is small."""

    label: str
    value: str
    note: str = ""


class Table(msgspec.Struct, frozen=True):
    """The first `names` columns are texts, perhaps foreign ones, the last `remarks` words of ours;
    all others are figures."""

    title: str
    head: Row
    rows: tuple[Row, ...]
    names: int = 1
    remarks: int = 0
    note: str = ""

    def is_text(self, column: int) -> bool:
        return column < self.names or column >= len(self.head) - self.remarks


class Pair(msgspec.Struct, frozen=True):
    """Two answers to one prompt, foreign texts. The first `common` characters are the same. What
    is not whole was cut off at a number of tokens."""

    prompt: str
    source: str
    base: str
    common: int
    source_whole: bool = True
    base_whole: bool = True

    @property
    def same(self) -> bool:
        return self.source == self.base


class Page(msgspec.Struct, frozen=True):
    """`notes` are warnings, whole sentences. `footer` says how it was measured."""

    title: str
    source: str
    base: str
    verdict: str
    tiles: tuple[Tile, ...]
    tables: tuple[Table, ...]
    pairs: tuple[Pair, ...]
    notes: tuple[str, ...]
    footer: str


def page(found: Compared, made: Quantized | None = None) -> Page:
    """`made` is the quantization that the comparison belongs to, where there was one."""
    source, base = title_of(found.source), title_of(found.base)
    warnings = (*(made.warnings if made else ()), *found.warnings)
    return Page(
        title=f"{source} beside {base}",
        source=source,
        base=base,
        verdict=_verdict(found, made),
        tiles=tuple(_tiles(found)),
        tables=tuple(_tables(found, made)),
        pairs=pairs(found),
        notes=tuple(" ".join(clean(words).split()) for words in dict.fromkeys(warnings)),
        footer=_footer(found),
    )


def pairs(found: Compared) -> tuple[Pair, ...]:
    """Answers of both to the same prompts; none where one of them gave none."""
    theirs = {sample.prompt: sample for sample in found.base.samples}
    both = [(ours, theirs[ours.prompt]) for ours in found.source.samples if ours.prompt in theirs]
    return tuple(_pair(ours, other) for ours, other in both)


def _pair(ours: Sample, theirs: Sample) -> Pair:
    a, b = clean(ours.answer), clean(theirs.answer)
    return Pair(clean(ours.prompt), a, b, _common(a, b), ours.ended, theirs.ended)


def _common(a: str, b: str) -> int:
    alike = itertools.takewhile(lambda both: both[0] == both[1], zip(a, b, strict=False))
    return sum(1 for _ in alike)


def _verdict(found: Compared, made: Quantized | None) -> str:
    size = f"{human_bytes(found.source.size_bytes)} instead of {human_bytes(found.base.size_bytes)}"
    how = ""
    if made is not None:
        how = f"Quantized as {name(made.recipe)}" if made.recipe else "Types chosen by tensor"
        how += f" with the importance matrix {name(made.imatrix)}" if made.imatrix else ""
        how += ": "
    said = f"{how}{size} ({_times(found)})."
    if found.evaluated and (loss := found.evaluated.loss):
        kld, top = loss.divergence.kld.value, loss.divergence.same_top.value
        said += (
            f" A loss of {number(kld)} nats a token, {judgement(kld)}; both find the same token "
            f"likeliest {top:.1%} of the time."
        )
    return said


def _times(found: Compared) -> str:
    ours, theirs = found.source.size_bytes, found.base.size_bytes
    if not ours or not theirs:
        return "a file without bytes"
    if ours == theirs:
        return "of one size"
    return (
        f"{theirs / ours:.2f} times smaller"
        if ours < theirs
        else f"{ours / theirs:.2f} times larger"
    )


def _tiles(found: Compared) -> Iterator[Tile]:
    source, base = found.source, found.base
    yield Tile("Size", human_bytes(source.size_bytes), f"of {human_bytes(base.size_bytes)}")
    yield Tile("Bits a weight", f"{source.bits_per_weight:.2f}", f"of {base.bits_per_weight:.2f}")
    if found.evaluated and (loss := found.evaluated.loss):
        kld, top = loss.divergence.kld, loss.divergence.same_top
        value, error = figure(kld).split(" ", 1)
        yield Tile("KL divergence", value, f"{error} nats a token")
        yield Tile("Same likeliest token", f"{top.value:.1%}", f"\u00b1 {top.error:.1%}")
    if source.speed is not None:
        against = f", the base {rate(base.speed.rate)}" if base.speed else ""
        yield Tile("Speed here", rate(source.speed.rate), f"tokens a second{against}")


def _tables(found: Compared, made: Quantized | None) -> Iterator[Table]:
    yield Table("Both models", ("", "this model", "base"), tuple(_facts(found)))
    if found.evaluated and found.evaluated.loss:
        rows = tuple(_loss(found.evaluated, found.evaluated.loss))
        yield Table("Loss", ("", "", ""), rows, remarks=1, note=text_of(found.evaluated))
    yield Table(
        "Types",
        ("type", "this model", "share", "base", "share"),
        tuple(_types(found.source, found.base)),
    )
    if made is not None and made.search is not None:
        yield _search(made)
    if found.weights is not None and found.weights.changed:
        yield from _weights(found)


def _facts(found: Compared) -> Iterator[Row]:
    both = found.source, found.base
    yield "name inside", *(name(side.title) for side in both)
    yield "architecture", *(name(side.architecture) for side in both)
    yield "quantization", *(name(side.quantization) for side in both)
    yield "parameters", *(human_count(side.parameters) for side in both)
    yield "size in bytes", *(f"{side.size_bytes:,}" for side in both)
    yield "bits a weight", *(f"{side.bits_per_weight:.2f}" for side in both)
    yield from _perplexities(found)
    if any(side.speed for side in both):
        yield (
            "reading, tokens a second",
            *(rate(side.speed.prompt_rate) if side.speed else "" for side in both),
        )
        yield (
            "writing, tokens a second",
            *(rate(side.speed.rate) if side.speed else "" for side in both),
        )


def _perplexities(found: Compared) -> Iterator[Row]:
    if found.evaluated is not None:
        loss = found.evaluated.loss
        theirs = figure(loss.divergence.base_perplexity) if loss else ""
        yield "perplexity", figure(found.evaluated.perplexity), theirs
    elif found.source.evaluated or found.base.evaluated:
        alone = (found.source.evaluated, found.base.evaluated)
        yield "perplexity", *(figure(each.perplexity) if each else "" for each in alone)


def _loss(evaluated: Evaluated, loss: Loss) -> Iterator[Row]:
    found, kld, p_diff = loss.divergence, loss.kld_spread, loss.p_diff_spread
    yield "KL divergence, mean", figure(found.kld), "nats a token; 0 is no change"
    yield "KL divergence, median", number(kld.median), ""
    for label, value in (("10%", kld.p90), ("1%", kld.p99), ("0.1%", kld.p99_9)):
        yield f"KL divergence, worst {label}", number(value), "of the tokens, at least"
    yield "KL divergence, maximum", number(kld.maximum), ""
    yield "perplexity", figure(evaluated.perplexity), "lower is better"
    yield "perplexity, ratio", figure(loss.ratio), "to the base's; 1 is no change"
    yield "same likeliest token", share(found.same_top), ""
    yield "probability changed by", share(found.p_diff_rms), "root mean square, of what came"
    yield "probability, mean change", share(found.p_diff), "below 0: confidence lost"
    yield "probability, worst 1%", percent(p_diff.p1), ""


def _types(source: Side, base: Side) -> Iterator[Row]:
    ours, theirs = ({each.name: each for each in side.types} for side in (source, base))
    totals = [max(1, sum(each.bytes_ for each in side.types)) for side in (source, base)]
    for kind in dict.fromkeys((*ours, *theirs)):
        cells: list[str] = []
        for side, total in zip((ours, theirs), totals, strict=True):
            found = side.get(kind)
            cells += (
                [human_bytes(found.bytes_), f"{found.bytes_ / total:.1%}"] if found else ["", ""]
            )
        yield name(kind), *cells


def _search(made: Quantized) -> Table:
    search = made.search
    assert search is not None
    costs = sorted(search.costs, key=lambda cost: cost.kld, reverse=True)
    note = f"Chosen in {search.trials} trials; measured {number(search.kld)}"
    if search.stock:
        note += f", {name(search.stock)} filled up to this size {number(search.stock_kld)}"
    return Table(
        "What each kind of tensors costs",
        ("kind", "tensors", "noise", "loss"),
        tuple(
            (name(cost.kind), str(cost.tensors), percent(cost.error), number(cost.kld))
            for cost in costs
        ),
        note=f"{note}. Loss of one kind alone in coarse types, all else untouched.",
    )


def _weights(found: Compared) -> Iterator[Table]:
    weights = found.weights
    assert weights is not None
    yield Table(
        "Error of the weights by kind",
        ("kind", "types", "least", "median", "most"),
        tuple(
            (
                name(each.kind),
                name(", ".join(each.types)),
                *map(percent, (each.least, each.median, each.most)),
            )
            for each in weights.kinds
        ),
        names=2,
        note=_counted(weights.changed, weights.tensors, weights.unmatched),
    )
    yield Table(
        "The tensors that lost most",
        ("tensor", "from", "to", "error", "cosine", "largest"),
        tuple(
            (
                *map(name, (each.name, each.base_type, each.type)),
                percent(each.relative_rmse),
                f"{each.cosine:.5f}",
                number(each.largest_error),
            )
            for each in weights.worst
        ),
        names=3,
        note="Root mean square of the error over that of the weights: where precision went, not "
        "what that does to answers.",
    )


def _counted(changed: int, tensors: int, unmatched: int) -> str:
    alone = f"; {unmatched:,} are in one of the models only" if unmatched else ""
    return f"{changed:,} of {tensors:,} tensors differ{alone}."


def _footer(found: Compared) -> str:
    parts: list[str] = []
    for side in _measured(found):
        assert side.speed is not None
        devices = name(", ".join(side.speed.devices)) or "CPU"
        parts.append(f"Speed on {devices} with {side.speed.threads} threads, as busy as it was.")
        break
    parts.append(f"Measured here in {found.seconds:.0f} s.")
    return " ".join(parts)


def _measured(found: Compared) -> Iterable[Side]:
    return [side for side in (found.source, found.base) if side.speed]
