"""The report's plots, each from the frozen results alone: SVG text for an HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from localllm.jobs.measures import KindErrors, WeightErrors
from localllm.jobs.report_svg import WIDTH, Chart, Linear, Log, Point, Steps, canvas, tag
from localllm.jobs.report_words import LIMITS, name, number, percent, title_of
from localllm.jobs.tasks import Compared, Figure, Loss, Quantized, Running, Side
from localllm.models.units import counted, human_bytes

_KINDS, _COLUMNS = 24, 100  # of the map of weights
_TYPES = 6  # that have colours
_LABELS = 130


class Plot(NamedTuple):
    title: str
    caption: str
    svg: str


def plots(found: Compared, made: Quantized | None = None) -> Iterator[Plot]:
    """Those for which there is something to show."""
    yield _types(found)
    loss = found.evaluated.loss if found.evaluated else None
    if found.evaluated and loss:
        yield _size_and_loss(found, made, loss.divergence.kld.value)
        if len(found.evaluated.running) > 1:
            yield _running_divergence(found.evaluated.running)
        yield _spread(loss)
    if len(_perplexities(found)[0][1]) > 1 or len(_perplexities(found)[1][1]) > 1:
        yield _running_perplexity(found)
    if found.weights and found.weights.kinds:
        yield _weights(found.weights)
    if made and made.search and made.search.costs:
        yield _costs(made)


# --- size


def _types(found: Compared) -> Plot:
    sides = (found.source, found.base)
    largest = max(1, *(sum(each.bytes_ for each in side.types) for side in sides))
    size = {each.name: 0 for side in sides for each in side.types}
    for side in sides:
        for each in side.types:
            size[each.name] = max(size[each.name], each.bytes_)
    shown = sorted(size, key=lambda kind: size[kind], reverse=True)[:_TYPES]
    parts = [tag("title", "Bytes by type, this model above, the base below")]
    for i, side in enumerate(sides):
        parts += _stack(side, shown, largest, 8 + 46 * i)
    parts += _legend([*shown, *(["others"] if len(size) > len(shown) else [])], 108)
    return Plot(
        "Where the bytes are", "This model above, the base below, by type.", canvas(parts, 124)
    )


def _stack(side: Side, shown: Sequence[str], largest: int, top: float) -> Iterator[str]:
    at = 0.0
    by_name = {each.name: each.bytes_ for each in side.types}
    rest = sum(size for kind, size in by_name.items() if kind not in shown)
    for i, (kind, size) in enumerate(
        [*((kind, by_name.get(kind, 0)) for kind in shown), ("others", rest)]
    ):
        width = size / largest * WIDTH
        if size:
            words = tag("title", f"{title_of(side)}: {kind} {human_bytes(size)}")
            css = f"bar type{i}"
            yield tag("rect", words, raw=True, cls=css, x=at, y=top, width=width, height=28)
            if width > 90:
                yield tag("text", f"{kind} {human_bytes(size)}", x=at + 8, y=top + 18, cls="inside")
        at += width


def _legend(words: Sequence[str], y: float) -> Iterator[str]:
    at = 0.0
    for i, word in enumerate(words):
        yield tag("rect", x=at, y=y, width=10, height=10, cls=f"bar type{i}")
        yield tag("text", word, x=at + 15, y=y + 9)
        at += 34 + 7 * len(word)


def _size_and_loss(found: Compared, made: Quantized | None, kld: float) -> Plot:
    """With the limits of what is noticed, as a scale for the eye."""
    tried = [(found.source.size_bytes, kld, title_of(found.source), "one")]
    if made and made.search and made.search.stock:
        stock = f"{made.search.stock} filled up"
        tried.append((found.source.size_bytes, made.search.stock_kld, stock, "two"))
    sizes = [found.base.size_bytes, *(size for size, *_ in tried)]
    unit, word = _unit(max(sizes))
    losses = [loss for _, loss, *_ in tried if loss > 0]
    y = Log(min([0.001, *losses]) * 0.5, max([0.5, *losses]))
    x = Linear(0, max(sizes) / unit * 1.06)
    chart = Chart("Size and loss", x, y, x_label=f"size, {word}", y_label="mean KL divergence")
    for limit, words in LIMITS:
        chart.rule(limit, f"below it {words}")
    chart.upright(found.base.size_bytes / unit, "the base: no loss")
    for size, loss, label, css in tried:
        words = f"{name(label)}: {human_bytes(size)}, {number(loss)}"
        below = loss < max(losses, default=loss)  # the two may lie close together
        chart.dot(size / unit, loss, css, words, label=name(label)[:40], below=below)
    return Plot("Size and loss", "Further down is better, further left is smaller.", chart.text())


def _unit(size: int) -> tuple[float, str]:
    return (
        (1e9, "GB") if size >= 2_000_000_000 else (1e6, "MB") if size >= 2_000_000 else (1e3, "kB")
    )


def _costs(made: Quantized) -> Plot:
    assert made.search is not None
    costs = sorted(made.search.costs, key=lambda cost: cost.kld, reverse=True)[:_KINDS]
    parts = [tag("title", "What each kind of tensors costs")]
    highest = max(cost.kld for cost in costs) or 1.0
    for i, cost in enumerate(costs):
        y, width = 6 + 22 * i, cost.kld / highest * (WIDTH - _LABELS - 70)
        parts.append(tag("text", name(cost.kind)[:18], x=_LABELS - 8, y=y + 12, anchor="end"))
        parts.append(
            tag("rect", x=_LABELS, y=y, width=max(width, 1), height=16, rx=2, cls="bar one")
        )
        parts.append(tag("text", number(cost.kld), x=_LABELS + width + 6, y=y + 12))
    caption = "Loss when one kind alone is in coarse types, all else untouched."
    return Plot("What each kind costs", caption, canvas(parts, 12 + 22 * len(costs)))


# --- predictions


def _running_divergence(history: Sequence[Running]) -> Plot:
    figures = [(now.chunks, now.divergence.kld) for now in history if now.divergence]
    chart = _over_chunks("KL divergence over the text", [figures], "mean KL divergence")
    _draw(chart, figures, "one")
    caption = (
        "Mean over the chunks read so far, with its standard error: level means enough was read."
    )
    return Plot("KL divergence over the text", caption, chart.text())


Series = list[tuple[int, Figure]]


def _perplexities(found: Compared) -> list[tuple[str, Series]]:
    """Of this model and the base, over chunks; empty where there is none."""
    if found.evaluated is not None:
        history = found.evaluated.running
        base = [(now.chunks, now.divergence.base_perplexity) for now in history if now.divergence]
        return [("one", [(now.chunks, now.perplexity) for now in history]), ("two", base)]
    alone = (("one", found.source.evaluated), ("two", found.base.evaluated))
    return [
        (css, [(now.chunks, now.perplexity) for now in each.running] if each else [])
        for css, each in alone
    ]


def _running_perplexity(found: Compared) -> Plot:
    drawn = [(css, series) for css, series in _perplexities(found) if series]
    chart = _over_chunks("Perplexity over the text", [series for _, series in drawn], "perplexity")
    for css, series in drawn:
        _draw(chart, series, css, band=False)
    caption = f"{title_of(found.source)} (first colour) and {title_of(found.base)} (second)."
    return Plot("Perplexity over the text", caption, chart.text())


def _over_chunks(title: str, series: Sequence[Series], label: str) -> Chart:
    values = [now.value for each in series for _, now in each]
    bands = [now.value + side * now.error for each in series for _, now in each for side in (-1, 1)]
    # An error of the first chunk may dwarf all that follows.
    low = max(min(bands), min(values) - (max(values) - min(values)) - 0.2 * abs(min(values)))
    high = min(max(bands), max(values) + (max(values) - min(values)) + 0.2 * abs(max(values)))
    last = max(chunk for each in series for chunk, _ in each)
    x = Linear(1, max(2, last), whole=True)
    return Chart(title, x, Linear(low, high), x_label="chunks read", y_label=label)


def _draw(chart: Chart, series: Series, css: str, *, band: bool = True) -> None:
    if band:
        low: list[Point] = [(x, now.value - now.error) for x, now in series]
        high: list[Point] = [(x, now.value + now.error) for x, now in series]
        chart.band(low, high, css)
    words = [
        f"{counted(x, 'chunk')}: {number(now.value)} \u00b1 {number(now.error)}"
        for x, now in series
    ]
    chart.line([(x, now.value) for x, now in series], css, dots=words if len(words) <= 60 else ())


def _spread(loss: Loss) -> Plot:
    """Percentiles, ever closer to the worst token."""
    found = loss.kld_spread
    steps = (
        ("10%", found.p10), ("25%", found.p25), ("50%", found.median), ("75%", found.p75),
        ("90%", found.p90), ("95%", found.p95), ("99%", found.p99), ("99.9%", found.p99_9),
        ("all", found.maximum),
    )  # fmt: skip
    values = [value for _, value in steps if value > 0] or [1e-3]
    y = Log(max(min(values), max(values) * 1e-8), max(values))
    chart = Chart(
        "KL divergence of tokens",
        Steps([word for word, _ in steps]),
        y,
        x_label="share of the tokens that stays below",
        y_label="KL divergence",
    )
    for i, (word, value) in enumerate(steps):
        chart.bar(i, value, "one", f"{word} of the tokens: at most {number(value)}", width=0.08)
    caption = "A long tail on the right is a model that is mostly right, and now and then another."
    return Plot("KL divergence of single tokens", caption, chart.text())


# --- weights


def _weights(found: WeightErrors) -> Plot:
    """A map, kinds by layers: the darker the larger the error."""
    kinds = found.kinds[:_KINDS]
    layers = sorted({each.layer for kind in kinds for each in kind.layers})[: _COLUMNS + 1]
    columns = {layer: i for i, layer in enumerate(layers)}
    darkest = max(kind.most for kind in kinds) or 1.0
    width = (WIDTH - _LABELS - 60) / max(1, len(columns))
    parts = [tag("title", "Relative error of the weights, kinds by layers")]
    for row, kind in enumerate(kinds):
        parts += _map_row(kind, 4 + 18 * row, columns, width, darkest)
    bottom = 4 + 18 * len(kinds) + 14
    every = 1 + len(layers) // 16
    for layer, i in columns.items():
        if layer >= 0 and layer % every == 0:
            middle = _LABELS + (i + 0.5) * width
            parts.append(tag("text", str(layer), x=middle, y=bottom, anchor="middle"))
    caption = (
        f"Each square is a tensor, by layer; full colour is an error of {percent(darkest)}, "
        "none is none. On the right the median of the row."
    )
    return Plot("Error of the weights", caption, canvas(parts, bottom + 6))


def _map_row(
    kind: KindErrors, y: float, columns: dict[int, int], width: float, darkest: float
) -> Iterator[str]:
    yield tag("text", name(kind.kind)[:18], x=_LABELS - 8, y=y + 12, anchor="end")
    for each in kind.layers:
        if each.layer not in columns:
            continue
        where = f"layer {each.layer}, " if each.layer >= 0 else ""
        words = tag("title", f"{name(kind.kind)}: {where}{percent(each.relative_rmse)}")
        yield tag(
            "rect", words, raw=True, x=_LABELS + columns[each.layer] * width, y=y, rx=1.5,
            width=max(1.0, width - 1.5), height=16, cls="cell",
            fill_opacity=each.relative_rmse / darkest,
        )  # fmt: skip
    yield tag("text", percent(kind.median), x=WIDTH - 54, y=y + 12)
