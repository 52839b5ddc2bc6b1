"""Plays the folder in which Ollama keeps its models."""

from __future__ import annotations

import json
from pathlib import Path

from helpers.gguf_bytes import gguf

DIGEST = "sha256:" + "0a" * 32
MODEL_LAYER = "application/vnd.ollama.image.model"


def blob(folder: Path, digest: str = DIGEST, data: bytes | None = None) -> Path:
    path = folder / "blobs" / digest.replace(":", "-")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gguf() if data is None else data)
    return path


def manifest(
    folder: Path,
    tag: str = "library/llama3.2/1b",
    digest: str = DIGEST,
    *,
    registry: str = "registry.ollama.ai",
    text: str | None = None,
) -> Path:
    path = folder / "manifests" / registry / tag
    path.parent.mkdir(parents=True, exist_ok=True)
    layers = [
        {"mediaType": "application/vnd.ollama.image.template", "digest": "sha256:" + "f" * 64},
        {"mediaType": MODEL_LAYER, "digest": digest, "size": 1234},
    ]
    path.write_text(json.dumps({"schemaVersion": 2, "layers": layers}) if text is None else text)
    return path
