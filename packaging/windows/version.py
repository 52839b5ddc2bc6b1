#!/usr/bin/env python3
"""The version resource of both executables, as PyInstaller's EXE(version=FILE) reads it.

version.py FILE
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import stamp

_TEXT = """\
VSVersionInfo(
  ffi=FixedFileInfo(
    filevers={numbers}, prodvers={numbers}, mask=0x3F, flags={flags}, OS=0x40004, fileType=0x1,
    subtype=0x0, date=(0, 0)
  ),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("FileDescription", "localllm"),
      StringStruct("ProductName", "localllm"),
      StringStruct("InternalName", "localllm"),
      StringStruct("FileVersion", {version!r}),
      StringStruct("ProductVersion", {version!r}),
      StringStruct("LegalCopyright", "Apache-2.0"),
    ])]),
    VarFileInfo([VarStruct("Translation", [0x0409, 0x04B0])]),
  ]
)
"""
_PRERELEASE = 0x2


def resource() -> str:
    version = stamp.version()
    trial = any(letter.isalpha() for letter in version.partition(".post")[0])
    numbers = stamp.four_numbers(version)
    return _TEXT.format(numbers=numbers, version=version, flags=_PRERELEASE if trial else 0)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Path(sys.argv[1]).parent.mkdir(parents=True, exist_ok=True)
    Path(sys.argv[1]).write_text(resource(), "utf-8")
