"""Markdown (CommonMark, tables, strikethrough, bare links, LaTeX) to Blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from localllm_ui.markdown.block import Block
from localllm_ui.markdown.code import code_rows
from localllm_ui.markdown.inline import html_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_BULLETS = ("•", "◦", "▪")
_TASKS = {"[ ] ": "☐", "[x] ": "☑", "[X] ": "☑"}


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    # The window is up before the first message has to be parsed.
    from markdown_it import MarkdownIt
    from mdit_py_plugins.amsmath import amsmath_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.gfm_autolink import gfm_autolink_plugin
    from mdit_py_plugins.texmath import texmath_plugin

    return (
        MarkdownIt("commonmark")
        .enable(["table", "strikethrough"])
        .use(dollarmath_plugin, allow_digits=False, double_inline=True)
        .use(texmath_plugin, delimiters="brackets")
        .use(amsmath_plugin)
        .use(gfm_autolink_plugin)
    )


def parse_blocks(text: str, env: dict[str, Any] | None = None) -> list[Block]:
    return list(blocks_of(parser().parse(text, env)))


class _List(msgspec.Struct):
    """A list that is open: `number` of its next item, None for bullets."""

    number: int | None
    depth: int


class _Walk:
    """What lies around the token: quotes, lists, and the marker that waits for its first block."""

    def __init__(self) -> None:
        self.quote = 0
        self.lists: list[_List] = []
        self.marker = ""

    def take_marker(self) -> str:
        marker, self.marker = self.marker, ""
        return marker

    def enter(self, token: Token) -> None:
        opened = token.type.removesuffix("_open")
        if opened == "blockquote":
            self.quote += 1
        elif opened == "bullet_list":
            self.lists.append(_List(None, len(self.lists)))
        elif opened == "ordered_list":
            self.lists.append(_List(int(token.attrs.get("start", 1)), len(self.lists)))
        elif opened == "list_item":
            self.marker = self._next_marker()

    def leave(self, token: Token) -> None:
        closed = token.type.removesuffix("_close")
        if closed == "blockquote":
            self.quote -= 1
        elif closed in ("bullet_list", "ordered_list"):
            self.lists.pop()

    def _next_marker(self) -> str:
        current = self.lists[-1]
        if current.number is None:
            return _BULLETS[min(current.depth, len(_BULLETS) - 1)]
        current.number += 1
        return f"{current.number - 1}."


def blocks_of(tokens: Sequence[Token]) -> Iterator[Block]:
    walk = _Walk()
    for index, token in enumerate(tokens):
        if token.type == "inline":
            if (block := _text_block(tokens[index - 1], token, walk)) is not None:
                yield block
        elif token.type == "table_open":
            yield _table(tokens[index:], walk)
        elif token.type in ("fence", "code_block"):
            yield from _code(token, walk)
        elif token.type in ("math_block", "math_block_label", "amsmath"):
            yield _placed(walk, "math", text=token.content.strip())
        elif token.type == "hr":
            yield _placed(walk, "rule")
        elif token.type == "html_block":
            yield from code_rows(token.content, "html", len(walk.lists), walk.quote)
        elif token.nesting == 1:
            walk.enter(token)
        elif token.nesting == -1:
            walk.leave(token)


def _placed(walk: _Walk, kind: Any, **fields: Any) -> Block:
    marker = walk.take_marker()
    return Block(kind, indent=len(walk.lists), quote=walk.quote, marker=marker, **fields)


def _text_block(opening: Token, token: Token, walk: _Walk) -> Block | None:
    if opening.type == "heading_open":
        level = int(opening.tag[1])
        return _placed(
            walk, "heading", html=html_of(token.children), text=token.content, level=level
        )
    if opening.type != "paragraph_open":  # a table's cell
        return None
    html = html_of(token.children)
    if walk.marker and token.content[:4] in _TASKS:
        walk.marker = _TASKS[token.content[:4]]
        html = html[4:]
    kind = "item" if walk.lists else "paragraph"
    return _placed(walk, kind, html=html, text=token.content)


def _code(token: Token, walk: _Walk) -> Iterator[Block]:
    marker = walk.take_marker()
    language = token.info.split()[0].lower() if token.info.strip() else ""
    for row in code_rows(token.content, language, len(walk.lists), walk.quote):
        yield msgspec.structs.replace(row, marker=marker) if row.first and marker else row


def _table(tokens: Sequence[Token], walk: _Walk) -> Block:
    rows: list[list[str]] = []
    aligns: list[str] = []
    for index, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append(html_of(tokens[index + 1].children))
            if token.type == "th_open":
                aligns.append(str(token.attrs.get("style", "")).removeprefix("text-align:"))
        elif token.type == "table_close":
            break
    return _placed(walk, "table", rows=tuple(map(tuple, rows)), aligns=tuple(aligns))
