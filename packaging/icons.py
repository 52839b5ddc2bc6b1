#!/usr/bin/env python3
"""The program's mark as each system wants it: localllm.png, localllm.ico, localllm.icns.

    icons.py FOLDER

Drawn by the app's own code, so that there is one mark. Both containers hold PNGs: ICO since Windows
Vista, ICNS since macOS 10.7.
"""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# Type of the entry -> pixels; those with @2x in their meaning are drawn at twice the points.
_ICNS = {
    b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024,
    b"ic11": 32, b"ic12": 64, b"ic13": 256, b"ic14": 512,
}  # fmt: skip


def png(pixels: int) -> bytes:
    from localllm_ui.icons import app_icon
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    app_icon(pixels).save(buffer, "PNG")
    return bytes(buffer.data().data())


def ico() -> bytes:
    """Header, a directory of 16 bytes an image, the images. A width of 256 is written as 0."""
    images = [png(pixels) for pixels in _ICO_SIZES]
    offset = 6 + 16 * len(images)
    entries = b""
    for pixels, image in zip(_ICO_SIZES, images, strict=True):
        side = pixels % 256
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(image), offset)
        offset += len(image)
    return struct.pack("<HHH", 0, 1, len(images)) + entries + b"".join(images)


def icns() -> bytes:
    """Each entry and the file itself: four letters, then the length with these eight bytes."""
    entries = b""
    for kind, pixels in _ICNS.items():
        image = png(pixels)
        entries += kind + struct.pack(">I", len(image) + 8) + image
    return b"icns" + struct.pack(">I", len(entries) + 8) + entries


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "localllm.png").write_bytes(png(256))
    (folder / "localllm.ico").write_bytes(ico())
    (folder / "localllm.icns").write_bytes(icns())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(Path(sys.argv[1]))
