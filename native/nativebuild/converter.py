"""llama.cpp's own converter and test vocabularies, from the same pinned release as the libraries.

For tests and for what is generated from them: no build reads these, so they lie in a folder of
their own, beside the source that is compiled.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from filelock import FileLock

from nativebuild import build, source

_WANTED = (
    "convert_hf_to_gguf.py",
    "conversion/",
    "gguf-py/",
    "models/ggml-vocab-",
    "requirements/",
)


def find() -> Path:
    """LOCALLLM_LLAMA_SOURCE if it is set, else those files of the pinned release, fetched once."""
    if os.environ.get("LOCALLLM_LLAMA_SOURCE"):
        return source.find(build.cache_dir()).tree
    pin = source.read_pin()
    tree = build.cache_dir() / f"converter-{pin.version}-{pin.sha256[:12]}"
    with FileLock(f"{tree}.lock"):
        if not tree.is_dir():
            with tempfile.TemporaryDirectory(dir=tree.parent) as scratch:
                unpacked = Path(scratch) / "llama.cpp"
                source.unpack(source.download(pin, Path(scratch)), unpacked, _wanted)
                unpacked.rename(tree)
    return tree


def _wanted(name: str) -> bool:
    return name.startswith(_WANTED)
