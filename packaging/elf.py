#!/usr/bin/env python3
"""What the ELF files of a folder ask of the system: the oldest glibc that has it all.

    elf.py FOLDER                   prints it, and the files that ask for it
    elf.py FOLDER --at-most 2.36    exits 1 where a file asks for a newer one

As objdump (binutils, which PyInstaller needs too) says it.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

Version = tuple[int, ...]
_MAGIC = b"\x7fELF"
_GLIBC = re.compile(r"\bGLIBC_(\d+(?:\.\d+)+)\b")
_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)$", re.MULTILINE)


class Asked(NamedTuple):
    """Of one file: the libraries it is linked against, and the newest glibc symbol it uses."""

    libraries: frozenset[str]
    glibc: Version


def is_elf(file: Path) -> bool:
    with file.open("rb") as data:
        return data.read(len(_MAGIC)) == _MAGIC


def asked_by(file: Path) -> Asked:
    said = subprocess.run(
        ["objdump", "-p", str(file)], capture_output=True, text=True, check=True
    ).stdout
    return parse(said)


def parse(said: str) -> Asked:
    """What `objdump -p` printed. Only references count: glibc's own files define versions too."""
    references = said.partition("\nVersion References:\n")[2]
    versions = [version(found) for found in _GLIBC.findall(references)]
    return Asked(frozenset(_NEEDED.findall(said)), max(versions, default=()))


def version(text: str) -> Version:
    return tuple(int(part) for part in text.split("."))


def elf_files(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.is_symlink() and is_elf(file):
            yield file


def newest(folder: Path) -> tuple[Version, list[Path]]:
    """The glibc that all of the folder's files run with, and those that need it."""
    asked = {file: asked_by(file).glibc for file in elf_files(folder)}
    if not asked:
        raise SystemExit(f"there is no ELF file in {folder}")
    most = max(asked.values())
    return most, [file for file, wanted in asked.items() if wanted == most]


def unneeded(names: Iterable[str], wanted: dict[str, frozenset[str]]) -> set[str]:
    """Those of `names` (libraries that lie at the top, put there because something was linked
    against them) that nothing which stays is linked against. `wanted` is of every file by name."""
    left, out = [*names], set[str]()
    while True:
        asked = frozenset[str]().union(*(libs for name, libs in wanted.items() if name not in out))
        more = {name for name in left if name not in out and name not in asked}
        if not more:
            return out
        out |= more


def stripped(file: Path, target: Path) -> Path:
    """A copy without what only debuggers and linkers read; the file itself where strip refuses."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)
    done = subprocess.run(["strip", "--strip-unneeded", str(target)], capture_output=True)
    return file if done.returncode else target


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--at-most", type=version, metavar="VERSION")
    given = parser.parse_args()
    most, files = newest(given.folder)
    print("glibc", ".".join(map(str, most)))
    for file in files:
        print(f"  {file.relative_to(given.folder)}")
    return 1 if given.at_most and most > given.at_most else 0


if __name__ == "__main__":
    sys.exit(main())
