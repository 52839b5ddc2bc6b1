"""Models that Ollama keeps, opened where they lie. Nothing here is ever written or deleted.

    <folder>/manifests/<registry>/<namespace>/<name>/<tag>    JSON; one of its layers is the model
    <folder>/blobs/sha256-<digest>                            that layer: a GGUF file without suffix

A manifest that cannot be read is passed over; one whose blob is gone is not, so that the list says
what is wrong with that model.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

log = logging.getLogger(__name__)

_MODEL_LAYER = "application/vnd.ollama.image.model"
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_LEVELS = 3  # folders between `manifests` and the file that is named for the tag


_REGISTRY, _LIBRARY, _LATEST = "registry.ollama.ai", "library", "latest"  # may be left out


class OllamaModel(msgspec.Struct, frozen=True):
    """`llama3.2:1b` has the name `llama3.2-1b`; its `namespace` is "library" or an author's."""

    name: str
    namespace: str
    path: Path


class _Layer(msgspec.Struct):
    media_type: str = msgspec.field(name="mediaType")
    digest: str


class _Manifest(msgspec.Struct):
    layers: list[_Layer]


def models_in(folder: Path) -> list[OllamaModel]:
    """What the manifests below `folder` name, by name; none where it is no folder of Ollama.

    Of several tags of one file, `latest` comes last: the others say more.
    """
    models = [
        OllamaModel(f"{manifest.parent.name}-{manifest.name}".lower(), manifest.parts[-3], blob)
        for manifest in _manifests(folder / "manifests")
        if (blob := _blob(folder / "blobs", manifest))
    ]
    return sorted(models, key=lambda model: (model.name.endswith("-latest"), model.name))


def named(folder: Path, name: str) -> Path | None:
    """The file that Ollama means by a name: `llama3.2:1b`, `llama3.2`, `author/tiny`, `hf.co/a/b`.

    As there, the case does not matter, and the registry, its library and the tag `latest` may be
    left out. None where it has no such model.
    """
    wanted = _full(name.lower())
    for manifest in _manifests(folder / "manifests") if wanted else ():
        *above, tag = manifest.parts[-_LEVELS - 1 :]
        if "/".join(above).lower() + ":" + tag.lower() == wanted:
            return _blob(folder / "blobs", manifest)
    return None


def owns(path: Path) -> bool:
    """Whether the file is a blob of Ollama's, which its manifests count on."""
    return path.parent.name == "blobs" and os.path.isdir(path.parent.parent / "manifests")


def _full(name: str) -> str:
    """`tiny` -> `registry.ollama.ai/library/tiny:latest`; "" for what is no such name."""
    model, _, tag = name.partition(":")
    parts = model.split("/")
    if not 0 < len(parts) <= _LEVELS or not all(parts):
        return ""
    above = [_REGISTRY, _LIBRARY][: _LEVELS - len(parts)]
    return "/".join([*above, *parts]) + ":" + (tag or _LATEST)


def _manifests(folder: Path) -> Iterator[Path]:
    """The file of each; folders that may not be read hold none."""
    for at, folders, files in os.walk(folder):
        below = Path(at).relative_to(folder).parts
        if len(below) == _LEVELS:
            folders.clear()
            yield from (Path(at, tag) for tag in files if not tag.startswith("."))


def _blob(blobs: Path, manifest: Path) -> Path | None:
    """The model's file; None where there is none, as for a model that only runs elsewhere."""
    try:
        layers = msgspec.json.decode(manifest.read_bytes(), type=_Manifest).layers
    except (OSError, msgspec.MsgspecError) as error:
        log.info("the manifest %s cannot be read: %s", manifest, error)
        return None
    digests = [layer.digest for layer in layers if layer.media_type == _MODEL_LAYER]
    # What is no digest could lead out of the folder.
    if not digests or not _DIGEST.fullmatch(digests[0]):
        return None
    return blobs / digests[0].replace(":", "-")
