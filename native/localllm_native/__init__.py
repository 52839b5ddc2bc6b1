"""The native libraries of localllm: llama.cpp, and liblocalllm_shim over its common library."""

from __future__ import annotations

from pathlib import Path


def lib_dir() -> Path:
    """The folder that holds the shared libraries. They find each other there; nothing is loaded."""
    return Path(__file__).parent / "lib"
