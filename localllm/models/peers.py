"""Where other programs keep models on this computer: opened in place, never copied.

The one list of those folders. They are offered to a person, and looked through by the store once
they are among the `models_dirs` of the settings.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec

from localllm.models import ollama
from localllm.models.header.parts import SUFFIX

# Where Ollama's own service keeps them on Linux.
_OLLAMA_SERVICE = Path("/usr/share/ollama/.ollama/models")
_ENOUGH = 200  # files counted in a folder: more say nothing more


class Peer(msgspec.Struct, frozen=True):
    """A folder of another program with `files` model files of `size_bytes` together."""

    program: str
    folder: str
    files: int
    size_bytes: int


def find_peers(home: Path | None = None) -> list[Peer]:
    """Those that are there and hold a model. Looks through folders, which may take a while."""
    return [
        peer
        for program, folder in _candidates(home or Path.home())
        if (peer := _look(program, folder))
    ]


def _candidates(home: Path) -> Iterator[tuple[str, Path]]:
    yield "LM Studio", home / ".lmstudio" / "models"
    yield "LM Studio", home / ".cache" / "lm-studio" / "models"
    hugging_face = Path(os.environ.get("HF_HOME") or home / ".cache" / "huggingface")
    yield "Hugging Face", Path(os.environ.get("HF_HUB_CACHE") or hugging_face / "hub")
    if models := os.environ.get("OLLAMA_MODELS"):
        yield "Ollama", Path(models)
    else:
        yield "Ollama", home / ".ollama" / "models"
        yield "Ollama", _OLLAMA_SERVICE
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
    sizes = [_size(file) for file in islice(_files(folder), _ENOUGH)]
    return Peer(program, str(folder), len(sizes), sum(sizes)) if sizes else None


def _files(folder: Path) -> Iterator[Path]:
    yield from {model.path for model in ollama.models_in(folder) if _size(model.path)}
    for at, _, names in os.walk(folder):
        yield from (Path(at, name) for name in names if name.lower().endswith(SUFFIX))


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
