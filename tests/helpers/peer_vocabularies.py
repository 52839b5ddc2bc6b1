"""The `tokenizer.*` entries that llama.cpp's own converter writes for folders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from helpers.converter import run_peer
from helpers.gguf_metadata import read_metadata


def peer_entries(folders: Mapping[str, Path], made_up: Mapping[str, Path]) -> dict[str, Any]:
    """By name, of both. Of the `made_up` ones the pre-tokenizer is its hash, not a name.

    AssertionError, with its words, where it does not convert one of them.
    """
    jobs = [
        {"folder": str(folder), "target": str(folder.with_suffix(".gguf")), "named": named}
        for group, named in ((folders, True), (made_up, False))
        for folder in group.values()
    ]
    outcomes = json.loads(run_peer("run_vocabularies.py", jobs))
    failed = {job["folder"]: why for job, why in zip(jobs, outcomes, strict=True) if why}
    assert not failed
    return {
        name: tokenizer_entries(folder.with_suffix(".gguf"))
        for name, folder in (*folders.items(), *made_up.items())
    }


def tokenizer_entries(path: Path) -> dict[str, Any]:
    return {k: v for k, v in read_metadata(path).items() if k.startswith("tokenizer.")}
