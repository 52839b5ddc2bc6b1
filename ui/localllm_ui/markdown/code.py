"""Code to rows of highlighted rich text. Colours come with the style sheet, by class name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from html import escape
from typing import TYPE_CHECKING

from localllm_ui.markdown.block import Block

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

ROW_LINES = 50
_COMMON = ("python", "javascript", "typescript", "bash", "json", "html", "css", "sql", "rust")


def warm_up() -> None:
    """Loads what the first code block would wait for. For another thread than Qt's."""
    for language in _COMMON:
        highlighted("", "x", language)


def code_rows(code: str, language: str, indent: int = 0, quote: int = 0) -> Iterator[Block]:
    """A code block as rows of ROW_LINES. Each is lexed together with the row before it, which
    gets strings and comments right that began there; a longer memory would cost a stream more
    with every line."""
    lines = code.rstrip("\n").split("\n")
    starts = range(0, len(lines), ROW_LINES)
    for start in starts:
        before = "\n".join(lines[max(0, start - ROW_LINES) : start])
        text = "\n".join(lines[start : start + ROW_LINES])
        yield Block(
            "code",
            html=highlighted(before, text, language),
            text=text,
            language=language,
            indent=indent,
            quote=quote,
            first=start == 0,
            last=start == starts[-1],
            whole=code if start == 0 else "",
        )


@lru_cache(maxsize=1024)
def highlighted(before: str, text: str, language: str) -> str:
    """`text` as rich text, lexed as what follows `before`."""
    lexer = _lexer(language)
    if lexer is None:
        return escape(text)
    skip = len(before) + 1 if before else 0
    pieces = []
    for offset, kind, value in lexer.get_tokens_unprocessed(f"{before}\n{text}" if skip else text):
        shown = value[max(0, skip - offset) :]
        if shown:
            pieces.append(_span(kind, shown))
    return "".join(pieces)


def _span(kind: _TokenType, value: str) -> str:
    # A token type is a tuple that contains its subtypes: `in` would be read as one of strings.
    name = next((name for token, name in _classes() if token.__contains__(kind)), "")
    text = escape(value)
    return f'<span class="{name}">{text}</span>' if name and text.strip() else text


@cache
def _classes() -> tuple[tuple[_TokenType, str], ...]:
    from pygments.token import Comment, Keyword, Name, Number, Operator, String

    return (
        (Comment, "cc"),
        (Keyword, "ck"),
        (Operator.Word, "ck"),
        (String, "cs"),
        (Number, "cn"),
        (Name.Function, "cf"),
        (Name.Class, "ct"),
        (Name.Builtin, "ct"),
        (Name.Decorator, "cf"),
        (Name.Tag, "ck"),
        (Name.Attribute, "cf"),
    )


@lru_cache(maxsize=64)
def _lexer(language: str) -> Lexer | None:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language) if language else None
    except ClassNotFound:
        return None
