"""A screen that nobody looks at: Xvfb, and pictures of it without any other program.

Xvfb keeps its frame buffer in a file when told to (-fbdir), in the form of xwd(1).
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_FIELDS = 25  # of the header, big-endian 32-bit numbers; XWDFile.h


class Picture(NamedTuple):
    """`rows` holds height rows of width * 3 bytes: red, green, blue."""

    width: int
    height: int
    rows: list[bytes]

    def colours(self) -> int:
        """How many different ones, of every seventh row."""
        found: set[bytes] = set()
        for row in self.rows[::7]:
            found.update(row[i : i + 3] for i in range(0, len(row), 3))
        return len(found)


@contextmanager
def xvfb(folder: Path, size: str = "1280x800") -> Iterator[tuple[str, Path]]:
    """DISPLAY of a screen of its own, and the file of its frame buffer."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp"]
    command += ["-fbdir", str(folder)]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        try:
            with os.fdopen(read) as said:
                number = said.readline().strip()
            if not number:
                raise RuntimeError("Xvfb ended before it had a screen")
            yield f":{number}", folder / "Xvfb_screen0"
        finally:
            server.terminate()


def there() -> bool:
    return shutil.which("Xvfb") is not None


def picture(frame_buffer: Path) -> Picture:
    """What the screen shows now. ValueError where the file has another form."""
    data = frame_buffer.read_bytes()
    header = struct.unpack_from(f">{_FIELDS}I", data)
    size, version, width, height, order = header[0], header[1], header[4], header[5], header[7]
    bits, stride, colours = header[11], header[12], header[19]
    if version != 7 or bits != 32 or order != 0:
        raise ValueError(f"xwd version {version}, {bits} bits, byte order {order}")
    begin = size + colours * 12
    rows = []
    for y in range(height):
        row = data[begin + y * stride : begin + y * stride + width * 4]
        rgb = bytearray(width * 3)
        rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
        rows.append(bytes(rgb))
    return Picture(width, height, rows)


def png(shown: Picture) -> bytes:
    """The picture as PNG: 8 bits, RGB, no filter."""
    raw = b"".join(b"\0" + row for row in shown.rows)
    header = struct.pack(">IIBBBBB", shown.width, shown.height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(raw)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
