"""What KV depends on beside its tokens: files of another key are never looked at.

    the model's file     sizes, times, and samples of the bytes of all its parts
    how it was loaded    every option but those that cannot change keys and values
    the library          version and sources of the native build, the devices it computes on

An option that is new is part of the key until somebody says that it need not be.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from localllm.core import EngineOptions

# Options with which keys and values are the same.
_INDIFFERENT = frozenset(
    {"model_path", "context", "threads", "max_sequences", "ubatch", "max_queue", "log_path"}
    | {"ram_cache_bytes", "disk_cache_bytes", "disk_cache_dir", "stream_slowdown"}
    | {"queue_timeout", "gentle", "speculation", "draft_tokens"}
)

# The head of a file has the header and what begins the weights; samples beyond find another file of
# the same size and time. Reading a whole model would take as long as loading it.
_HEAD_BYTES = 1 << 20
_SAMPLES = 256
_SAMPLE_BYTES = 4096

_PART = re.compile(r"-(\d{5})-of-(\d{5})\.gguf$")


def key_of(options: EngineOptions, built: Iterable[str]) -> bytes:
    """16 bytes. `built` names what computes: library and devices. Raises OSError where the model's
    file cannot be read."""
    digest = hashlib.blake2b(digest_size=16)
    values = {
        name: value
        for name, value in msgspec.structs.asdict(options).items()
        if name not in _INDIFFERENT
    }
    digest.update(msgspec.json.encode([sorted(values.items()), list(built)]))
    for path in parts_of(Path(options.model_path)):
        _add_file(digest, path)
    return digest.digest()


def parts_of(path: Path) -> list[Path]:
    """All files of a model that is split as llama.cpp splits them, or the one there is."""
    found = _PART.search(path.name)
    if found is None:
        return [path]
    stem = path.name[: found.start()]
    names = (f"{stem}-{i:05}-of-{found[2]}.gguf" for i in range(1, int(found[2]) + 1))
    return [path.with_name(name) for name in names]


def _add_file(digest: hashlib.blake2b, path: Path) -> None:
    with path.open("rb") as file:
        stat = os.fstat(file.fileno())
        digest.update(f"{stat.st_size} {stat.st_mtime_ns} ".encode())
        digest.update(file.read(_HEAD_BYTES))
        for i in range(_SAMPLES):
            file.seek(stat.st_size * i // _SAMPLES)
            digest.update(file.read(_SAMPLE_BYTES))
