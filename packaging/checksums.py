#!/usr/bin/env python3
"""SHA256SUMS of what is released, as `sha256sum -c` reads it.

checksums.py FOLDER          writes FOLDER/SHA256SUMS over every file in it
checksums.py FOLDER --check  exits 1 where one is missing, changed or not listed
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

NAME = "SHA256SUMS"


def sums(folder: Path) -> str:
    """A line a file, by name; folders inside are no part of a release."""
    files = sorted(f for f in folder.iterdir() if f.is_file() and f.name != NAME)
    if not files:
        raise SystemExit(f"there is nothing to release in {folder}")
    return "".join(f"{_digest(file)}  {file.name}\n" for file in files)


def _digest(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def main() -> int:
    match sys.argv[1:]:
        case [folder]:
            (Path(folder) / NAME).write_bytes(sums(Path(folder)).encode())
        case [folder, "--check"]:
            listed = (Path(folder) / NAME).read_text("utf-8")
            if listed != (found := sums(Path(folder))):
                changed = sorted(set(listed.splitlines()) ^ set(found.splitlines()))
                print("not as listed:", *{line.split("  ", 1)[-1] for line in changed})
                return 1
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
