"""The unit that is drawn, parsed again, and compared: one row of the thread."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["paragraph", "heading", "item", "code", "table", "math", "rule"]


class Block(msgspec.Struct, frozen=True, omit_defaults=True):
    """`html` is Qt rich text, where formulas are still `<tex>` (see inline.py); `text` is what a
    copy takes: code, LaTeX.

    `level` 1-6 of a heading. `indent` counts the lists around, `quote` the quotes around.
    `marker` stands before the first block of a list item. `first` and `last` say where a row lies
    in a code block that was split; `whole` is then the code of all its rows, at the first.
    `rows` are a table's cells as html, the header first; `aligns` one of "", left, center, right
    a column.
    """

    kind: Kind
    html: str = ""
    text: str = ""
    level: int = 0
    indent: int = 0
    quote: int = 0
    marker: str = ""
    language: str = ""
    first: bool = True
    last: bool = True
    whole: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    aligns: tuple[str, ...] = ()
