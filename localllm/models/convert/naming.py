"""What a converted model and its file are called, where nobody says it."""

from __future__ import annotations

import re
from pathlib import Path

_IN_HUB_CACHE = re.compile(r"models--(?:.*--)?(?P<name>[^/]+)")


def display_name(folder: Path) -> str:
    """The name of a model's folder; in a cache of the hub that of the repository."""
    if folder.parent.name == "snapshots":
        found = _IN_HUB_CACHE.fullmatch(folder.parent.parent.name)
        if found:
            return found["name"]
    return folder.name.encode("utf-8", "replace").decode()


def with_type(target: Path, out_type: str) -> Path:
    """`{ftype}` in the file's name becomes the type, as in llama.cpp's converter."""
    return target.with_name(target.name.replace("{ftype}", out_type.upper()))
