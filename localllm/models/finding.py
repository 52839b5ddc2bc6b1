"""Where the models of a folder lie, and what they are called; no model is opened for it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from localllm.models import ollama
from localllm.models.fetch import staging
from localllm.models.header.parts import SUFFIX, grouped, stem_of

Origin = Literal["own", "starter", "folder", "path"]

_DEPTH = 6  # folders below one that is looked through
_DOT_BEFORE_TYPE = re.compile(r"\.(?=(?:i?q\d|tq\d|b?f16|f32|mxfp4|nvfp4)[a-z0-9_]*$)")


class Found(NamedTuple):
    """The files of one model. `folder` tells it from another of its name."""

    origin: Origin
    parts: tuple[Path, ...]
    name: str
    folder: str


def model_name(path: Path) -> str:
    """`SmolLM2-135M-Instruct.Q4_1.gguf` -> `smollm2-135m-instruct-q4_1`."""
    return _DOT_BEFORE_TYPE.sub("-", re.sub(r"\s+", "-", stem_of(path).strip().lower()))


def by_file(origin: Origin, parts: tuple[Path, ...]) -> Found:
    return Found(origin, parts, model_name(parts[0]), parts[0].parent.name.lower())


def found_in(origin: Origin, folder: Path) -> Iterator[Found]:
    """The models in a folder: GGUF files by their names, and what Ollama's manifests name."""
    for parts in grouped(files_in(folder)):
        yield by_file(origin, parts)
    for model in ollama.models_in(folder):
        yield Found(origin, (model.path,), model.name, model.namespace.lower())


def unique_name(found: Found, taken: set[str]) -> str:
    """Its own name; of two alike the later is named with its folder, then with a number."""
    name = bare = found.name
    number = 1
    if name in taken:
        name = bare = f"{found.folder}/{bare}"
    while name in taken:
        number += 1
        name = f"{bare}~{number}"
    taken.add(name)
    return name


def files_in(folder: Path, depth: int = _DEPTH) -> list[Path]:
    """The GGUF files in `folder`, in order; hidden and unreadable folders are passed over.

    So are files of a download whose others have not all come to their place yet.
    """
    found: list[Path] = []
    halves: set[Path] = set()
    for at, folders, files in os.walk(folder):
        halves |= staging.being_moved(Path(at), folders)
        level = len(Path(at).relative_to(folder).parts)
        folders[:] = sorted(f for f in folders if not f.startswith(".")) if level < depth else []
        found += [Path(at, f) for f in sorted(files) if f.lower().endswith(SUFFIX)]
    return [path for path in found if path not in halves] if halves else found
