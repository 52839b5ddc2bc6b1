"""A model cut into files: `name-00001-of-00003.gguf` and so on, as llama.cpp names them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

SUFFIX = ".gguf"
_PART = re.compile(r"(?P<stem>.+)-(?P<no>\d{5})-of-(?P<of>\d{5})")


def stem_of(path: Path) -> str:
    """The file name without the part's number and `.gguf`."""
    match = _PART.fullmatch(path.stem)
    return match["stem"] if match else path.stem


def stem_and_part(name: str) -> tuple[str, int, int]:
    """`a-00002-of-00003.gguf` -> ("a", 2, 3); a whole file is part 1 of 1."""
    stem = name[: -len(SUFFIX)] if name.lower().endswith(SUFFIX) else name
    match = _PART.fullmatch(stem)
    return (match["stem"], int(match["no"]), int(match["of"])) if match else (stem, 1, 1)


def parts_of(path: Path) -> tuple[Path, ...]:
    """Every file of the model that `path` is one part of, the first first; they need not exist."""
    match = _PART.fullmatch(path.stem)
    if not match or not 0 < int(match["of"]) <= 9999:
        return (path,)
    count = int(match["of"])
    name = f"{match['stem']}-{{:05d}}-of-{match['of']}{path.suffix}"
    return tuple(path.with_name(name.format(no)) for no in range(1, count + 1))


def grouped(files: Iterable[Path]) -> list[tuple[Path, ...]]:
    """The models among `files`: each with all the parts it should have, in the files' order."""
    return list(dict.fromkeys(parts_of(path) for path in files))
