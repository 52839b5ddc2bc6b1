"""The projector (mmproj) that belongs to a model: the file that lets it see or hear.

It lies beside its model and is named for it, or is the only one for the only model of its folder,
as hubs and LM Studio lay them. Which one of several precisions is taken: the largest file is the
most exact, and all are small beside their model.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from localllm.errors import LocalLLMError
from localllm.models.header.gguf import GGUFHeader, read_header
from localllm.models.header.parts import SUFFIX, stem_of

_PROJECTOR = re.compile(r"mm[-_.]?proj(?:ector)?", re.IGNORECASE)
# The name without how it is quantized: "gemma-3-4b-it-Q4_K_M" -> "gemma-3-4b-it".
_TYPE = re.compile(
    r"[-_.](?:UD-)?(?:i?q\d\w*|tq\d\w*|b?f16|f32|fp16|fp32|mxfp4\w*|nvfp4\w*)$", re.IGNORECASE
)


def is_projector(path: Path) -> bool:
    """By its name."""
    return _PROJECTOR.search(path.name) is not None


def projector_of(model: Path) -> Path | None:
    """The projector beside the model at `model` (its first part); None where there is none, or
    where it is not plain whose it is."""
    try:
        names = sorted(os.listdir(model.parent))
    except OSError:
        return None
    files = [model.with_name(name) for name in names if name.lower().endswith(SUFFIX)]
    projectors = [file for file in files if is_projector(file)]
    if not projectors:
        return None
    own = _bare(stem_of(model))
    named = [file for file in projectors if own in _bare(_PROJECTOR.sub("", file.stem))]
    others = {_bare(stem_of(file)) for file in files if file not in projectors} - {own}
    chosen = named or ([] if others else projectors)
    return max(chosen, key=lambda file: (_size(file), file.name), default=None)


def header_of(projector: Path | None) -> GGUFHeader | None:
    """None for none, and for one that cannot be read: its model can be used all the same."""
    if projector is None:
        return None
    try:
        return read_header(projector)
    except LocalLLMError:
        return None


def _bare(stem: str) -> str:
    """For comparing: without type, case and separators."""
    return re.sub(r"[-_. ]+", "-", _TYPE.sub("", stem.strip("-_. "))).strip("-").lower()


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
