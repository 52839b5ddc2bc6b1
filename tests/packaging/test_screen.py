"""Pictures of a screen's frame buffer: read as XWDFile.h has it, written as PNG."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from helpers.build_scripts import script

screen = script("screen")


def frame_buffer(path: Path, pixels: list[list[tuple[int, int, int]]], *, bits: int = 32) -> Path:
    """Rows of (red, green, blue) as X keeps them: blue first, lines padded, after two colours."""
    height, width, stride = len(pixels), len(pixels[0]), len(pixels[0]) * 4 + 8
    fields = [0] * 25
    fields[0], fields[1], fields[4], fields[5] = 100, 7, width, height
    fields[11], fields[12], fields[19] = bits, stride, 2
    rows = b"".join(b"".join(bytes((b, g, r, 0)) for r, g, b in row) + bytes(8) for row in pixels)
    path.write_bytes(struct.pack(">25I", *fields) + bytes(24) + rows)
    return path


def test_pixels_come_out_as_they_are(tmp_path: Path) -> None:
    shown = screen.picture(frame_buffer(tmp_path / "x", [[(1, 2, 3), (4, 5, 6)], [(7, 8, 9)] * 2]))
    assert (shown.width, shown.height) == (2, 2)
    assert shown.rows == [bytes([1, 2, 3, 4, 5, 6]), bytes([7, 8, 9, 7, 8, 9])]
    assert shown.colours() == 2  # of the first row alone


def test_another_depth_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="16 bits"):
        screen.picture(frame_buffer(tmp_path / "x", [[(1, 2, 3)]], bits=16))


def test_a_png_is_read_back_by_qt(tmp_path: Path) -> None:
    gui = pytest.importorskip("PySide6.QtGui")
    pixels = [[(255, 0, 0), (0, 255, 0)], [(0, 0, 255), (10, 20, 30)]]
    data = screen.png(screen.picture(frame_buffer(tmp_path / "x", pixels)))
    image = gui.QImage.fromData(data, "PNG")
    got = [[image.pixelColor(x, y).getRgb()[:3] for x in range(2)] for y in range(2)]
    assert got == pixels
