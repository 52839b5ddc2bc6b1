"""What a model that localllm makes is called: as its source, with what was done to it.

SmolLM2-135M-Instruct.Q4_1.gguf, Q4_K_M  ->  smollm2-135m-instruct-q4_k_m.gguf
"""

from __future__ import annotations

import re
from pathlib import Path

from localllm.models.finding import model_name
from localllm.models.header.parts import SUFFIX, stem_of

_TYPE = re.compile(
    r"[-_.](?:ud-|i1-)?(?:i?q\d(?:_[a-z0-9]{1,3})*|tq\d_\d|b?f16|fp?16|fp?32|mxfp4(?:_moe)?|nvfp4)$"
)


def base_name(source: Path) -> str:
    """Of a GGUF file (any part) or a folder: its name without the quantization it has."""
    name = model_name(source) if source.suffix.lower() == SUFFIX else _plain(source.name)
    return _TYPE.sub("", name) or name


def made_name(source: Path, what: str) -> str:
    """The file name of what is made of `source`; `what` is "Q4_K_M" or another short word."""
    return f"{base_name(source)}-{_plain(what)}{SUFFIX}"


def report_paths(model: Path) -> tuple[Path, Path]:
    """Where the report on a GGUF file (any part) lies: HTML and Markdown, beside it."""
    stem = stem_of(model)
    return model.with_name(f"{stem}.report.html"), model.with_name(f"{stem}.report.md")


def _plain(text: str) -> str:
    return re.sub(r"\s+", "-", text.strip().lower())
