"""Plans of files at the local hub, small enough that a test moves them in milliseconds."""

from __future__ import annotations

import random
from pathlib import Path

from helpers.hub import Hub
from localllm.models.fetch.fetching import Fetch, RemoteFile
from localllm.models.fetch.ranges import Pace

CHUNK = 1 << 12
PIECE = 1 << 14
PACE = Pace(connections=4, least=PIECE, chunk=CHUNK)  # proportions as in use, sizes 1/256


def some_bytes(size: int, seed: int = 0) -> bytes:
    return random.Random(seed).randbytes(size)


def plan(hub: Hub, folder: Path, files: dict[str, bytes], *, checked: bool = True) -> Fetch:
    """Puts the files to the hub; `checked`: sizes and checksums are known, as of large files."""
    remote = []
    for path, data in files.items():
        sha256 = hub.put(path, data)
        etag = sha256 if path.endswith(".gguf") else ""
        known = (len(data), sha256, etag) if checked else (-1, None, "")
        remote.append(RemoteFile(hub.url(path), path, *known))
    return Fetch(tuple(remote), str(folder), "a model", repo="test/model", revision="main")


def split(sizes: list[int], seed: int = 0) -> dict[str, bytes]:
    """A model in parts."""
    return {
        f"m-{number:05d}-of-{len(sizes):05d}.gguf": some_bytes(size, seed + number)
        for number, size in enumerate(sizes, 1)
    }


def lies_in(folder: Path) -> dict[str, bytes]:
    """What a person sees in a folder: no hidden files."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(p.startswith(".") for p in path.relative_to(folder).parts)
    }
