"""Where other programs keep GGUF files on this computer: opened in place, never copied."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

_ENOUGH = 200  # files counted in a folder; beyond it, "200+" says as much


class Peer(msgspec.Struct, frozen=True):
    """A folder of another program with `files` GGUF files of `size_bytes` together."""

    program: str
    folder: str
    files: int
    size_bytes: int


def find_peers(home: Path | None = None) -> list[Peer]:
    """Those that are there and hold a model. Looks through folders: not for the Qt thread."""
    return [
        peer
        for program, folder in _candidates(home or Path.home())
        if (peer := _look(program, folder))
    ]


def _candidates(home: Path) -> Iterator[tuple[str, Path]]:
    yield "LM Studio", home / ".lmstudio" / "models"
    yield "LM Studio", home / ".cache" / "lm-studio" / "models"
    hub = os.environ.get("HF_HUB_CACHE") or os.environ.get("HF_HOME", "")
    yield "Hugging Face", Path(hub) if hub else home / ".cache" / "huggingface" / "hub"
    yield "llama.cpp", home / ".cache" / "llama.cpp"
    yield "llama.cpp", home / "Library" / "Caches" / "llama.cpp"
    for data in (
        home / ".local" / "share",
        home / "Library" / "Application Support",
        home / "AppData" / "Local",
    ):
        yield "GPT4All", data / "nomic.ai" / "GPT4All"
    for data in (
        home / ".config",
        home / "Library" / "Application Support",
        home / "AppData" / "Roaming",
    ):
        yield "Jan", data / "Jan" / "data" / "llamacpp" / "models"
        yield "Jan", data / "Jan" / "data" / "models"


def _look(program: str, folder: Path) -> Peer | None:
    sizes: list[int] = []
    for at, _, names in os.walk(folder):
        sizes += [_size(Path(at, name)) for name in names if name.lower().endswith(".gguf")]
        if len(sizes) >= _ENOUGH:
            break
    return Peer(program, str(folder), len(sizes), sum(sizes)) if sizes else None


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
