"""Colour, spacing and type: the only place they are written down.

QML sees one singleton, `Theme`. The palettes are plain data, so that a test can compute the
contrast of every pair that is used together (`TEXT_PAIRS`; WCAG AA asks for 4.5, and 3 for marks).
"""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Property, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication

Mode = Literal["system", "light", "dark"]

LIGHT: dict[str, str] = {
    "window": "#f5f4f1",
    "surface": "#fefefd",
    "raised": "#ffffff",
    "sunken": "#f0eeea",
    "hover": "#ebe9e4",
    "pressed": "#e0ddd7",
    "bubble": "#efede8",
    "border": "#e2dfd9",
    "borderStrong": "#8b8780",
    "text": "#1f1e1b",
    "textMuted": "#5b5852",
    "textFaint": "#68655e",
    "accent": "#2b5fd0",
    "accentHover": "#2351b6",
    "onAccent": "#ffffff",
    "accentSoft": "#e4ebfb",
    "good": "#1a7040",
    "goodSoft": "#e0f2e6",
    "warning": "#7d5200",
    "warningSoft": "#fbefd6",
    "danger": "#b0261d",
    "dangerSoft": "#fbe6e4",
    "scrim": "#66201f1c",
    "gaugeReused": "#12867b",
    "gaugeNew": "#2b5fd0",
    "gaugeFree": "#dcd9d2",
    "code": "#f7f6f3",
    "codeText": "#2a2926",
    "codeKeyword": "#8a2a9b",
    "codeString": "#2c6e2f",
    "codeNumber": "#a04508",
    "codeComment": "#6b6860",
    "codeFunction": "#1f59b8",
    "codeType": "#0f6f77",
    "codeError": "#b0261d",
}

DARK: dict[str, str] = {
    "window": "#181817",
    "surface": "#1f1f1e",
    "raised": "#2a2a28",
    "sunken": "#171716",
    "hover": "#2c2c2a",
    "pressed": "#373634",
    "bubble": "#2d2c2a",
    "border": "#363532",
    "borderStrong": "#85827b",
    "text": "#edebe7",
    "textMuted": "#b4b1aa",
    "textFaint": "#a09d96",
    "accent": "#83a8f8",
    "accentHover": "#9dbafa",
    "onAccent": "#0f1a33",
    "accentSoft": "#263350",
    "good": "#74cf97",
    "goodSoft": "#1d3527",
    "warning": "#e9b558",
    "warningSoft": "#3a2f1a",
    "danger": "#f59a92",
    "dangerSoft": "#412421",
    "scrim": "#99000000",
    "gaugeReused": "#4cbfb2",
    "gaugeNew": "#83a8f8",
    "gaugeFree": "#3b3a37",
    "code": "#191918",
    "codeText": "#e2e0dc",
    "codeKeyword": "#d7a0e6",
    "codeString": "#9fd08f",
    "codeNumber": "#f0ac7a",
    "codeComment": "#98958d",
    "codeFunction": "#8fb6fa",
    "codeType": "#74cdd3",
    "codeError": "#f59a92",
}

_GROUNDS = ("window", "surface", "raised", "sunken", "hover", "bubble")
_CODE = tuple(name for name in LIGHT if name.startswith("code") and name != "code")

# (foreground, background) of everything that is read.
TEXT_PAIRS: tuple[tuple[str, str], ...] = (
    *((text, ground) for text in ("text", "textMuted", "textFaint") for ground in _GROUNDS),
    *(
        (text, ground)
        for text in ("accent", "danger")
        for ground in ("window", "surface", "raised")
    ),
    *((name, "code") for name in _CODE),
    ("onAccent", "accent"),
    ("onAccent", "accentHover"),
    ("text", "pressed"),
    ("text", "accentSoft"),
    ("accent", "accentSoft"),
    ("textMuted", "code"),
    *((name, f"{name}Soft") for name in ("good", "warning", "danger")),
    *(("text", f"{name}Soft") for name in ("good", "warning", "danger")),
)

# Marks that carry meaning without text beside them: focus rings, outlines of inputs, the gauge.
MARK_PAIRS: tuple[tuple[str, str], ...] = (
    *(("accent", ground) for ground in _GROUNDS),
    *(("borderStrong", ground) for ground in ("window", "surface", "raised")),
    ("gaugeReused", "gaugeFree"),
    ("gaugeNew", "gaugeFree"),
)

_SANS = ("Inter", "SF Pro Text", "Segoe UI Variable Text", "Segoe UI", "Noto Sans")
_MONO = ("JetBrains Mono", "SF Mono", "Cascadia Code", "Menlo", "Consolas", "DejaVu Sans Mono")


class Theme(QObject):
    """The singleton of QML. Every property follows `mode`, the system's scheme and `fontSize`."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode: Mode = "system"
        self._font_size = 15
        self._palette: dict[str, QColor] = {}
        self._sans, self._mono = _installed(_SANS), _installed(_MONO)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._refresh)
        self._refresh()

    def set_mode(self, mode: Mode) -> None:
        self._mode = mode
        self._refresh()

    def set_font_size(self, pixels: int) -> None:
        self._font_size = pixels
        self.changed.emit()

    def hex(self, name: str) -> str:
        """A colour as #rrggbb, for text that is built outside QML."""
        return self._palette[name].name()

    def _refresh(self) -> None:
        palette = DARK if self._is_dark() else LIGHT
        self._palette = {name: QColor(value) for name, value in palette.items()}
        self.changed.emit()

    def _is_dark(self) -> bool:
        if self._mode != "system":
            return self._mode == "dark"
        return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark

    @Property(bool, notify=changed)
    def dark(self) -> bool:
        return self._is_dark()

    def _colour(name: str, notify: Signal = changed) -> Property:  # type: ignore[misc]
        return Property(QColor, lambda self: self._palette[name], notify=notify)

    def _size(of_body: float, notify: Signal = changed) -> Property:  # type: ignore[misc]
        return Property(int, lambda self: round(self._font_size * of_body), notify=notify)

    window = _colour("window")
    surface = _colour("surface")
    raised = _colour("raised")
    sunken = _colour("sunken")
    hover = _colour("hover")
    pressed = _colour("pressed")
    bubble = _colour("bubble")
    border = _colour("border")
    borderStrong = _colour("borderStrong")
    text = _colour("text")
    textMuted = _colour("textMuted")
    textFaint = _colour("textFaint")
    accent = _colour("accent")
    accentHover = _colour("accentHover")
    onAccent = _colour("onAccent")
    accentSoft = _colour("accentSoft")
    good = _colour("good")
    goodSoft = _colour("goodSoft")
    warning = _colour("warning")
    warningSoft = _colour("warningSoft")
    danger = _colour("danger")
    dangerSoft = _colour("dangerSoft")
    scrim = _colour("scrim")
    gaugeReused = _colour("gaugeReused")
    gaugeNew = _colour("gaugeNew")
    gaugeFree = _colour("gaugeFree")
    code = _colour("code")
    codeText = _colour("codeText")

    # Pixels; a body of 15 makes 12, 13, 15, 17, 20, 26.
    caption = _size(0.8)
    small = _size(0.87)
    body = _size(1.0)
    lead = _size(1.13)
    title = _size(1.33)
    display = _size(1.75)
    # Height of a control, and of a small one inside a bar.
    control = _size(2.4)
    controlSmall = _size(2.0)

    @Property(str, notify=changed)
    def sans(self) -> str:
        return self._sans

    @Property(str, notify=changed)
    def mono(self) -> str:
        return self._mono

    def _constant(pixels: int) -> Property:  # type: ignore[misc]
        return Property(int, lambda self: pixels, constant=True)

    xs = _constant(4)
    sm = _constant(8)
    md = _constant(12)
    lg = _constant(16)
    xl = _constant(24)
    xxl = _constant(40)
    radius = _constant(8)
    radiusLarge = _constant(14)
    # The thread's column: about 75 characters, what is comfortably read.
    measure = _constant(780)
    sidebar = _constant(280)
    panel = _constant(320)
    quick = _constant(120)


def _installed(wanted: tuple[str, ...]) -> str:
    families = set(QFontDatabase.families())
    system = QFontDatabase.SystemFont.GeneralFont
    fallback = QFontDatabase.systemFont(system).family()
    return next((name for name in wanted if name in families), fallback)
