"""The mark as Windows and macOS read it: every picture in the container has the size it is for."""

from __future__ import annotations

import struct

from helpers.build_scripts import script
from PySide6.QtGui import QImage

icons = script("icons")


def side(png: bytes) -> int:
    image = QImage.fromData(png, "PNG")
    assert not image.isNull()
    assert image.width() == image.height()
    assert image.hasAlphaChannel()
    assert image.pixelColor(0, 0).alpha() == 0  # the corner is round
    assert image.pixelColor(image.width() // 8, image.width() // 2).alpha() == 255
    return image.width()


def test_ico() -> None:
    """Header: 0, 1, count; each entry: sides, colours, 0, planes, bits, length, offset."""
    data = icons.ico()
    reserved, kind, count = struct.unpack_from("<HHH", data)
    assert (reserved, kind, count) == (0, 1, 7)
    end = 6 + 16 * count
    for at in range(count):
        width, height, *_, bits, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * at)
        assert (bits, offset) == (32, end)
        assert side(data[offset : offset + length]) == (width or 256) == (height or 256)
        end += length
    assert end == len(data)


def test_icns() -> None:
    """Each entry says its length with its head; a type stands for one size."""
    sizes = {b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024,
             b"ic11": 32, b"ic12": 64, b"ic13": 256, b"ic14": 512}  # fmt: skip
    data = icons.icns()
    assert data[:4] == b"icns"
    assert struct.unpack_from(">I", data, 4) == (len(data),)
    found, at = {}, 8
    while at < len(data):
        kind, (length,) = data[at : at + 4], struct.unpack_from(">I", data, at + 4)
        found[kind] = side(data[at + 8 : at + length])
        at += length
    assert found == sizes
