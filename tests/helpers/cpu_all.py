"""Where a build with a module for each CPU is, if one was made."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from nativebuild import build, distribution, inputs, source

from localllm.llama import modules


def libraries() -> Path | None:
    """The folder that LOCALLLM_NATIVE_DIR names, else a finished one of this source and shim in
    the build cache. Nothing is built."""
    for folder in _candidates():
        if any(module.cpu for module in modules.find(folder)):
            return folder
    return None


def _candidates() -> Iterator[Path]:
    if named := os.environ.get("LOCALLLM_NATIVE_DIR"):
        yield Path(named)
    for folder in build.cache_dir().glob(f"*/lib-{inputs.shim_digest()}"):
        stamp = folder / distribution.STAMP
        if stamp.is_file() and _source(stamp) == source.read_pin().sha256:
            yield folder


def _source(stamp: Path) -> str:
    return str(json.loads(stamp.read_text("utf-8"))["source_sha256"])
