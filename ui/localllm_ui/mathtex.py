"""LaTeX formulas as images, by ziamath: pure Python, its font inside, no TeX needed.

QML and rich text ask for `image://math/<urlsafe base64>/<rrggbb>/<pixels>/<inline|display>`.
"""

from __future__ import annotations

import base64
import warnings
from functools import cache, lru_cache
from typing import Any

import msgspec
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtQuick import QQuickImageProvider

from localllm_ui.icons import paint_svg

_SCALE = 2  # device pixels for one of layout: sharp on every screen, and small all the same


@cache
def _library() -> Any:
    """ziamath's Latex. Loaded late: it takes 0.2 s, and most chats have no formula."""
    with warnings.catch_warnings():
        # It finds its font by a function that Python 3.11 and 3.12 called deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        from ziamath.config import config
        from ziamath.zmath import Latex
    config.svg2 = False  # plain paths: Qt knows SVG Tiny alone
    return Latex


class Formula(msgspec.Struct, frozen=True):
    """`svg` is `width` by `height` layout pixels."""

    svg: bytes
    width: int
    height: int


@lru_cache(maxsize=512)
def typeset(latex: str, colour: str, pixels: int, display: bool) -> Formula | None:
    """The formula drawn with `pixels` an em in `colour` (rrggbb); None where it is not LaTeX."""
    latex_class = _library()
    try:
        made = latex_class(latex, size=pixels, color=f"#{colour}", inline=not display)
        width, height = made.getsize()
        return Formula(made.svg().encode(), max(1, round(width)), max(1, round(height)))
    except Exception:
        # Whatever a model writes comes here, half a formula too; the libraries below have no common
        # error. The source is then shown as it is.
        return None


def source(latex: str, colour: str, pixels: int, display: bool) -> str:
    encoded = base64.urlsafe_b64encode(latex.encode()).decode()
    return f"image://math/{encoded}/{colour}/{pixels}/{'display' if display else 'inline'}"


def warm_up() -> None:
    """Loads what the first formula would wait for. For another thread than Qt's."""
    typeset("x", "000000", 15, False)


class MathProvider(QQuickImageProvider):
    def __init__(self) -> None:
        # Rich text waits for its images by a signal, which a synchronous answer would come before.
        super().__init__(
            QQuickImageProvider.ImageType.Image,
            QQuickImageProvider.Flag.ForceAsynchronousImageLoading,
        )

    def requestImage(self, id: str, size: QSize, requestedSize: QSize) -> QImage:
        encoded, colour, pixels, mode = id.split("/")
        latex = base64.urlsafe_b64decode(encoded).decode()
        formula = typeset(latex, colour, int(pixels), mode == "display")
        if formula is None:
            return QImage()
        return paint_svg(formula.svg, QSize(formula.width * _SCALE, formula.height * _SCALE))
