"""Contrast, as WCAG 2.2 computes it: 4.5 for what is read, 3 for marks (AA)."""

from __future__ import annotations

import pytest
from localllm_ui.theme import DARK, LIGHT, MARK_PAIRS, TEXT_PAIRS, Theme
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication


def luminance(colour: str) -> float:
    parts = QColor(colour).getRgbF()[:3]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_can_be_read(palette: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(palette[ink], palette[ground]) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("mark", "ground"), MARK_PAIRS)
def test_marks_can_be_seen(palette: dict[str, str], mark: str, ground: str) -> None:
    assert contrast(palette[mark], palette[ground]) >= 3


def test_both_palettes_name_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()


def test_the_mode_chooses_the_palette(qapp: QApplication) -> None:
    theme = Theme()
    theme.set_mode("dark")
    assert theme.hex("text") == DARK["text"]
    theme.set_mode("light")
    assert theme.hex("text") == LIGHT["text"]


def test_type_grows_with_the_font_size(qapp: QApplication) -> None:
    theme = Theme()
    theme.set_font_size(20)
    assert theme.property("body") == 20
    assert theme.property("title") > 20
