"""Our header reader beside llama.cpp's own: what both accept is the same file to both."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.arch_models import SHAPES, write_model
from helpers.mutated_gguf import mutated

from localllm.errors import LocalLLMError, ModelTruncated
from localllm.models.header.gguf import GGUFHeader, read_header

pytestmark = pytest.mark.model

ROOT = Path(__file__).parents[2]
COUNT = 200


def native(paths: list[Path]) -> Iterator[dict[str, Any] | str | None]:
    """What llama.cpp reads of each; None where it refuses, "died" where its process ended."""
    left = [str(path) for path in paths]
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'tests'}{os.pathsep}{ROOT}"}
    while left:
        command = [sys.executable, "-m", "helpers.native_headers", *left]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
        lines = run.stdout.splitlines()
        yield from (json.loads(line) for line in lines)
        left = left[len(lines) :]
        if left:
            assert run.returncode < 0, run.stderr[-2000:]  # a signal: it aborted
            yield "died"
            left = left[1:]


def as_ours(header: GGUFHeader) -> dict[str, Any]:
    return {
        "version": header.version,
        "alignment": header.alignment,
        "data_offset": header.data_offset,
        "keys": [*header.metadata],
        "tensors": [[t.name, t.type_id, t.offset, t.nbytes] for t in header.tensors],
    }


def test_real_shapes_are_read_alike(tmp_path: Path, starter_model: Path) -> None:
    paths = [write_model(tmp_path / f"{name}.gguf", shape) for name, shape in SHAPES.items()]
    paths.append(starter_model)
    for path, found in zip(paths, native(paths), strict=True):
        assert found == as_ours(read_header(path)), path.name


def test_mutated_headers_that_both_accept_are_read_alike(tmp_path: Path) -> None:
    paths, names = [], []
    for number, (what, data) in enumerate(mutated(7, COUNT)):
        paths.append(tmp_path / f"{number}.gguf")
        paths[-1].write_bytes(data)
        names.append(what)
    both = refused_by_us_alone = 0
    for path, what, found in zip(paths, names, native(paths), strict=True):
        try:
            ours = read_header(path)
        except LocalLLMError as error:
            refused_by_us_alone += isinstance(found, dict) and not isinstance(error, ModelTruncated)
            continue
        if isinstance(found, dict):
            assert found == as_ours(ours), what
            both += 1
    assert both > COUNT // 20
    # We may be stricter, for reasons; where we were in every case, this test would say nothing.
    assert refused_by_us_alone < COUNT // 10
