"""Icons: our own line drawings on a 24 x 24 grid, painted in any colour and size.

QML asks for `image://icon/<name>/<rrggbb>`; `sourceSize` says how many device pixels.
"""

# ruff: noqa: E501  (a drawing is one line)

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtQuick import QQuickImageProvider
from PySide6.QtSvg import QSvgRenderer

_PATHS: dict[str, str] = {
    "add": "M12 5v14M5 12h14",
    "archive": "M4 5h16v4H4zM6 9v10h12V9M10 13h4",
    "attach": "M19 11.5l-7.2 7.2a4.6 4.6 0 0 1-6.5-6.5l7.6-7.6a3 3 0 0 1 4.3 4.3l-7.5 7.5a1.5 1.5 0 0 1-2.1-2.1l6.7-6.7",
    "branch": "M7 4v16M7 14c0-4 10-2 10-7M17 4v3",
    "chat": "M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5z",
    "check": "M5 12.5l4.5 4.5L19 7.5",
    "chevronDown": "M6 9.5l6 6 6-6",
    "chevronUp": "M6 14.5l6-6 6 6",
    "chevronLeft": "M14.5 6l-6 6 6 6",
    "chevronRight": "M9.5 6l6 6-6 6",
    "close": "M6.5 6.5l11 11M17.5 6.5l-11 11",
    "continue": "M5 6v12l7-6zM13 6v12l7-6z",
    "copy": "M9 9h10.5v10.5H9zM5 15H4.5V4.5H15V5",
    "cpu": "M7 7h10v10H7zM10 10h4v4h-4zM9 4v3M15 4v3M9 17v3M15 17v3M4 9h3M4 15h3M17 9h3M17 15h3",
    "download": "M12 4v11M7 10.5l5 5 5-5M5 20h14",
    "edit": "M4.5 19.5l1-4L16 5l3 3L8.5 18.5zM14 7l3 3",
    "eject": "M12 5l7 9H5zM5 18.5h14",
    "export": "M12 15V4M7 8.5l5-5 5 5M5 14v5.5h14V14",
    "file": "M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5",
    "folder": "M3.5 6h6l2 2.5h9V18.5h-17z",
    "import": "M12 4v11M7 10.5l5 5 5-5M5 14v5.5h14V14",
    "info": "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.5v.6",
    "model": "M12 3.5l7.5 4.2v8.6L12 20.5l-7.5-4.2V7.7zM4.5 7.7L12 12l7.5-4.3M12 12v8.5",
    "more": "M5.5 12h.01M12 12h.01M18.5 12h.01",
    "open": "M14 4.5h5.5V10M19.5 4.5l-8 8M17.5 14v5.5h-13v-13H10",
    "pause": "M8.5 5v14M15.5 5v14",
    "pin": "M9 4h6l-1 6 3.5 3.5h-11L10 10zM12 13.5V20",
    "play": "M7.5 5v14l11-7z",
    "quote": "M5 7h5v5c0 3-2 5-4 5.5M14 7h5v5c0 3-2 5-4 5.5",
    "refresh": "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5",
    "save": "M5 4.5h11l3.5 3.5v11.5H4.5V4.5zM8 4.5v5h7v-5M8 19.5v-6h8v6",
    "search": "M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5",
    "send": "M12 19.5V5M6 11l6-6 6 6",
    "server": "M4.5 4.5h15v6h-15zM4.5 13.5h15v6h-15zM8 7.5h.01M8 16.5h.01",
    "settings": "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
    "sidebar": "M4 5h16v14H4zM9.5 5v14",
    "sliders": "M6 4v7M6 15v5M12 4v3M12 11v9M18 4v9M18 17v3M4 13h4M10 9h4M16 15h4",
    "split": "M4 5h16v14H4zM12 5v14",
    "spark": "M12 3.5l2 6.5 6.5 2-6.5 2-2 6.5-2-6.5-6.5-2 6.5-2z",
    "stop": "M7 7h10v10H7z",
    "think": "M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.6.5.5 1.5.5 3.1h6c0-1.6 0-2.6.6-3.1A6 6 0 0 0 12 3.5z",
    "tool": "M14.5 5.5a4.5 4.5 0 0 0-5.7 5.7L4 16l4 4 4.8-4.8a4.5 4.5 0 0 0 5.7-5.7L15.5 12.5 12 12l-.5-3.5z",
    "trash": "M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6",
    "warning": "M12 4.5l8.5 15h-17zM12 10v4.5M12 17v.1",
}  # fmt: skip

_FILLED = frozenset({"play", "stop"})
_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="{path}" fill="{fill}" '
    'stroke="#{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/></svg>'
)


class IconProvider(QQuickImageProvider):
    def __init__(self) -> None:
        super().__init__(QQuickImageProvider.ImageType.Image)

    def requestImage(self, id: str, size: QSize, requestedSize: QSize) -> QImage:
        name, colour = id.split("/")
        wanted = requestedSize if requestedSize.isValid() else QSize(24, 24)
        return paint_svg(icon_svg(name, colour), wanted)


def icon_svg(name: str, colour: str) -> bytes:
    """The drawing as SVG. `colour` is rrggbb. KeyError for a name that is not there."""
    fill = f"#{colour}" if name in _FILLED else "none"
    width = 2.6 if name == "more" else 1.6
    return _SVG.format(path=_PATHS[name], fill=fill, colour=colour, width=width).encode()


def paint_svg(svg: bytes, size: QSize) -> QImage:
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg)).render(painter)
    painter.end()
    return image


_MARK = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<rect x="3" y="3" width="58" height="58" rx="14" fill="#2b5fd0"/>
<path d="M20 16v26a6 6 0 0 0 6 6h18" fill="none" stroke="#fff" stroke-width="6.5" stroke-linecap="round"/>
<circle cx="42" cy="26" r="7" fill="#9dd8cf"/></svg>"""


def app_icon(pixels: int) -> QImage:
    """The program's own mark."""
    return paint_svg(_MARK.encode(), QSize(pixels, pixels))
