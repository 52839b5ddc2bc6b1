"""Where Markdown that still grows can be cut: blocks that no later text can change."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt


@cache
def _parser() -> MarkdownIt:
    """The dialect that rich draws."""
    return MarkdownIt().enable("strikethrough").enable("table")


def finished_length(text: str) -> int:
    """Characters of `text` that are whole top-level blocks: all but the last, which may grow.

    0 where there is but one block. What is cut off there draws the same alone as in place (apart
    from links whose target is defined elsewhere).
    """
    starts = [token.map[0] for token in _parser().parse(text) if token.level == 0 and token.map]
    if len(starts) < 2:
        return 0
    return sum(len(line) + 1 for line in text.split("\n")[: starts[-1]])
