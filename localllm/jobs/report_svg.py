"""Small charts as SVG text for a page of HTML: axes, lines, bars. Everything is escaped here.

Colours are CSS classes of the page, so that a chart is light or dark with it. A library (pygal,
matplotlib) would bring styles and scripts of its own, or weigh more than the app.

    svg = Chart("Loss", x=Scale(0, 10), y=Log(1e-4, 1)); svg.line(points, "one"); svg.text()
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import Protocol

WIDTH, HEIGHT = 640, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 72, 14, 14, 40

Point = tuple[float, float]


class Axis(Protocol):
    def place(self, value: float) -> float:
        """0..1 along the axis; beyond its ends it is put at them."""

    def ticks(self) -> Sequence[tuple[float, str]]:
        """Values and their words."""


class Linear:
    def __init__(self, low: float, high: float, *, whole: bool = False) -> None:
        self._low, self._high = low, high if high > low else low + 1
        self._whole = whole

    def place(self, value: float) -> float:
        return _within((value - self._low) / (self._high - self._low))

    def ticks(self) -> list[tuple[float, str]]:
        step = nice_step((self._high - self._low) / 4)
        if self._whole:
            step = max(1, math.ceil(step))
        first = math.ceil(self._low / step - 1e-9)
        last = math.floor(self._high / step + 1e-9)
        return [(i * step, f"{i * step:.4g}") for i in range(first, last + 1)]


class Log:
    """`low` must be above 0."""

    def __init__(self, low: float, high: float) -> None:
        self._low = math.floor(math.log10(low))
        self._high = max(math.ceil(math.log10(high)), self._low + 1)

    def place(self, value: float) -> float:
        if value <= 0:
            return 0.0
        return _within((math.log10(value) - self._low) / (self._high - self._low))

    def ticks(self) -> list[tuple[float, str]]:
        every = 1 + (self._high - self._low) // 7
        return [(10.0**i, f"{10.0**i:g}") for i in range(self._low, self._high + 1, every)]


class Steps:
    """One place for each word, in the middle of its share."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    def place(self, value: float) -> float:
        return (value + 0.5) / len(self._words)

    def ticks(self) -> list[tuple[float, str]]:
        return list(enumerate(self._words))


class Chart:
    """Draws in the order of the calls. `title` is for those who cannot see it."""

    def __init__(
        self, title: str, x: Axis, y: Axis, *, x_label: str = "", y_label: str = ""
    ) -> None:
        self._x, self._y = x, y
        self._parts = [tag("title", title)]
        self._axes(x_label, y_label)

    def line(self, points: Sequence[Point], css: str, *, dots: Sequence[str] = ()) -> None:
        """`dots` are the words of each point, shown under the pointer."""
        path = " ".join(f"{self._px(x):.1f},{self._py(y):.1f}" for x, y in points)
        self._parts.append(tag("polyline", points=path, cls=f"line {css}"))
        for (x, y), words in zip(points, dots, strict=False):
            self.dot(x, y, css, words)

    def band(self, low: Sequence[Point], high: Sequence[Point], css: str) -> None:
        edge = [*high, *reversed(low)]
        path = " ".join(f"{self._px(x):.1f},{self._py(y):.1f}" for x, y in edge)
        self._parts.append(tag("polygon", points=path, cls=f"band {css}"))

    def dot(
        self, x: float, y: float, css: str, words: str, *, label: str = "", below: bool = False
    ) -> None:
        """`label` stands beside it, above its height or below."""
        px, py = self._px(x), self._py(y)
        self._parts.append(
            tag("circle", tag("title", words), raw=True, cx=px, cy=py, r=3.5, cls=f"dot {css}")
        )
        if label:
            right = px > WIDTH * 0.66
            self._parts.append(
                tag(
                    "text",
                    label,
                    x=px + (-8 if right else 8),
                    y=py + (16 if below else -8),
                    cls="label",
                    anchor="end" if right else "start",
                )
            )

    def bar(self, x: float, y: float, css: str, words: str, *, width: float) -> None:
        """From the bottom; `width` is a share of the chart's."""
        span = width * (WIDTH - _LEFT - _RIGHT)
        top, bottom = self._py(y), HEIGHT - _BOTTOM
        self._parts.append(
            tag(
                "rect",
                tag("title", words),
                raw=True,
                x=self._px(x) - span / 2,
                y=top,
                rx=2,
                width=span,
                height=max(0.0, bottom - top),
                cls=f"bar {css}",
            )
        )

    def rule(self, y: float, words: str) -> None:
        """A line across, with its meaning."""
        py = self._py(y)
        self._parts.append(tag("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=py, y2=py, cls="rule"))
        self._parts.append(tag("text", words, x=_LEFT + 6, y=py - 4, cls="label", anchor="start"))

    def upright(self, x: float, words: str) -> None:
        px = self._px(x)
        self._parts.append(tag("line", x1=px, x2=px, y1=_TOP, y2=HEIGHT - _BOTTOM, cls="rule"))
        right = px > WIDTH / 2
        self._parts.append(
            tag(
                "text",
                words,
                x=px + (-6 if right else 6),
                y=HEIGHT - _BOTTOM - 8,
                cls="label",
                anchor="end" if right else "start",
            )
        )

    def text(self) -> str:
        return canvas(self._parts, HEIGHT)

    def _axes(self, x_label: str, y_label: str) -> None:
        bottom = HEIGHT - _BOTTOM
        for value, words in self._y.ticks():
            py = self._py(value)
            self._parts.append(tag("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=py, y2=py, cls="grid"))
            self._parts.append(tag("text", words, x=_LEFT - 8, y=py + 4, anchor="end"))
        for value, words in self._x.ticks():
            self._parts.append(
                tag("text", words, x=self._px(value), y=bottom + 16, anchor="middle")
            )
        middle = (_LEFT + WIDTH - _RIGHT) / 2
        self._parts.append(
            tag("text", x_label, x=middle, y=HEIGHT - 6, anchor="middle", cls="axis")
        )
        turned = f"rotate(-90 12 {(_TOP + bottom) / 2:.1f})"
        self._parts.append(
            tag(
                "text",
                y_label,
                x=12,
                y=(_TOP + bottom) / 2,
                anchor="middle",
                cls="axis",
                transform=turned,
            )
        )

    def _px(self, value: float) -> float:
        return _LEFT + self._x.place(value) * (WIDTH - _LEFT - _RIGHT)

    def _py(self, value: float) -> float:
        return HEIGHT - _BOTTOM - self._y.place(value) * (HEIGHT - _TOP - _BOTTOM)


def canvas(parts: Iterable[str], height: float) -> str:
    """An SVG as wide as its place, of finished parts."""
    inside = "".join(parts)
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img">{inside}</svg>'


def tag(
    name: str,
    content: str = "",
    *,
    raw: bool = False,
    cls: str = "",
    anchor: str = "",
    **attributes: str | float,
) -> str:
    """One element; its content is escaped unless it is `raw`, attributes always are. An underscore
    in an attribute's name is a hyphen."""
    given = {key.replace("_", "-"): value for key, value in attributes.items()}
    if cls:
        given["class"] = cls
    if anchor:
        given["text-anchor"] = anchor
    words = "".join(f' {key}="{_value(value)}"' for key, value in given.items())
    return f"<{name}{words}>{content if raw else escape(content)}</{name}>"


def nice_step(rough: float) -> float:
    """1, 2, 2.5 or 5 times a power of ten, not below `rough`."""
    power = 10.0 ** math.floor(math.log10(rough)) if rough > 0 else 1.0
    return next(power * n for n in (1, 2, 2.5, 5, 10) if power * n >= rough * (1 - 1e-9))


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{value:.5g}"


def _within(share: float) -> float:
    return min(1.0, max(0.0, share)) if math.isfinite(share) else 0.0
