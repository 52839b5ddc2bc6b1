"""Blocks to the rich text of one theme: the style sheet, and formulas in its colour and size."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from localllm_ui import mathtex
from localllm_ui.markdown.inline import untex

if TYPE_CHECKING:
    from localllm_ui.theme import Theme

_TEX = re.compile(r"<tex>([\w=-]*)</tex>")
_CODE_CLASSES = {
    "ck": "codeKeyword",
    "cs": "codeString",
    "cn": "codeNumber",
    "cc": "codeComment",
    "cf": "codeFunction",
    "ct": "codeType",
}


class RichText:
    """Made anew when the theme changes."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._style = _style(theme)
        self._colour = theme.hex("text").lstrip("#")
        # STIX is small for its size beside the fonts of a window.
        self._pixels = round(theme.property("body") * 1.15)

    def text(self, html: str) -> str:
        return f'{self._style}<p class="t">{_TEX.sub(self._formula, html)}</p>'

    def cell(self, html: str) -> str:
        """As `text`, without the air between lines: a cell is mostly one line."""
        return self._style + _TEX.sub(self._formula, html)

    def code(self, html: str) -> str:
        return f'{self._style}<pre class="p">{html}</pre>'

    def display(self, latex: str) -> tuple[str, int, int]:
        """(image source, width, height) of a formula on its own; ("", 0, 0) if it is none."""
        size = round(self._pixels * 1.25)
        formula = mathtex.typeset(latex, self._colour, size, True)
        if formula is None:
            return "", 0, 0
        source = mathtex.source(latex, self._colour, size, True)
        return source, formula.width, formula.height

    def _formula(self, found: re.Match[str]) -> str:
        latex = untex(found[1])
        formula = mathtex.typeset(latex, self._colour, self._pixels, False)
        if formula is None:
            return f'<span class="c">{escape(latex)}</span>'
        source = mathtex.source(latex, self._colour, self._pixels, False)
        size = f'width="{formula.width}" height="{formula.height}"'
        return f'<img src="{source}" {size} style="vertical-align: middle"/>'


def _style(theme: Theme) -> str:
    mono, size = theme.property("mono"), theme.property("small")
    sunken = theme.hex("sunken")
    code = "".join(
        f".{name} {{ color: {theme.hex(colour)} }} " for name, colour in _CODE_CLASSES.items()
    )
    return (
        "<style>"
        f"a {{ color: {theme.hex('accent')}; text-decoration: underline }} "
        f".c {{ font-family: '{mono}'; font-size: {size}px; background-color: {sunken} }} "
        ".t { margin: 0; line-height: 135% } "
        f".p {{ margin: 0; line-height: 130%; font-family: '{mono}'; font-size: {size}px }} "
        f"{code}</style>"
    )
