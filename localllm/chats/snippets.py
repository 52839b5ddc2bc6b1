"""The piece of a text that shows why it was found, and where in it the words are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localllm.chats.folding import plain
from localllm.chats.types import Span

_WIDTH = 200  # characters of a snippet
_BEFORE = 60  # of them before the first word found
_READ_AT_MOST = 200_000  # a word further back in a text is found but not shown
_MAX_SPANS = 50

_ONE_LINE = str.maketrans({"\n": " ", "\r": " ", "\t": " "})
_WORD = re.compile(r"[^\W_]+")


def highlight(text: str, terms: Sequence[str]) -> tuple[Span, ...]:
    """Where the terms (words or phrases, folded) stand in `text`; in order, not overlapping."""
    shown, origins = plain(text[:_READ_AT_MOST])
    anywhere = "|".join(filter(None, map(_pattern, terms)))
    if not anywhere:
        return ()
    # At the beginning of a word if it is there at all; otherwise inside one (camelCase, 日本語).
    found = _spans(shown, rf"(?<![^\W_])(?:{anywhere})") or _spans(shown, anywhere)
    if origins is None:
        return tuple(found)
    return tuple((origins[start], origins[end - 1] + 1) for start, end in found)


def excerpt(text: str, terms: Sequence[str]) -> tuple[str, tuple[Span, ...]]:
    """About 200 characters around the first term found, on one line, and the spans in it."""
    spans = highlight(text, terms)
    start = _window_start(text, spans[0][0] if spans else 0)
    end = min(start + _WIDTH, len(text))
    before, after = "…" if start else "", "…" if end < len(text) else ""
    shift = len(before) - start
    return before + text[start:end].translate(_ONE_LINE) + after, tuple(
        (first + shift, min(last, end) + shift) for first, last in spans if start <= first < end
    )


def _window_start(text: str, first: int) -> int:
    if first <= _BEFORE:
        return 0
    start = first - _BEFORE
    space = max(text.find(" ", start, first), text.find("\n", start, first))
    return start if space < 0 else space + 1


def _pattern(term: str) -> str:
    """The words of a term, with whatever the index takes as nothing between them."""
    words = _WORD.findall(plain(term)[0])
    return r"[\W_]*".join(map(re.escape, words))


def _spans(shown: str, pattern: str) -> list[Span]:
    found: list[Span] = []
    for match in re.finditer(pattern, shown):
        found.append(match.span())
        if len(found) == _MAX_SPANS:
            break
    return found
