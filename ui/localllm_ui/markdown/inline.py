"""Inline tokens to the rich text that Qt understands (a subset of HTML 4).

Formulas stay `<tex>urlsafe base64</tex>`, for their size and colour belong to the theme; see
`viewmodels/richtext.py`. Raw HTML is shown as it was written, images as links: nothing is fetched
because a model said so.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token


_FOLLOWED = ("http://", "https://", "mailto:")
_TAGS = {"strong": "b", "em": "i", "s": "s"}


def html_of(tokens: Sequence[Token] | None) -> str:
    return "".join(_one(token) for token in tokens or ())


def tex(latex: str) -> str:
    return f"<tex>{base64.urlsafe_b64encode(latex.encode()).decode()}</tex>"


def untex(encoded: str) -> str:
    """The LaTeX inside a `<tex>` element."""
    return base64.urlsafe_b64decode(encoded).decode()


def _one(token: Token) -> str:
    name, _, end = token.type.rpartition("_")
    if name in _TAGS:
        return f"<{'/' if end == 'close' else ''}{_TAGS[name]}>"
    render = _RENDER.get(token.type)
    return render(token) if render else escape(token.content)


def _code(token: Token) -> str:
    return f'<span class="c">{escape(token.content)}</span>'


def _link_open(token: Token) -> str:
    target = str(token.attrs.get("href", ""))
    return f'<a href="{escape(target)}">' if target.startswith(_FOLLOWED) else "<a>"


def _image(token: Token) -> str:
    target = str(token.attrs.get("src", ""))
    label = escape(token.content or target)
    return f'<a href="{escape(target)}">{label}</a>' if target.startswith(_FOLLOWED) else label


_RENDER: dict[str, Callable[[Token], str]] = {
    "code_inline": _code,
    "link_open": _link_open,
    "link_close": lambda _: "</a>",
    "image": _image,
    "softbreak": lambda _: " ",
    "hardbreak": lambda _: "<br/>",
    "math_inline": lambda token: tex(token.content),
    "math_inline_double": lambda token: tex(token.content),
}
